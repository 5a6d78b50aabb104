alter table analytics.orders
  add column source_id text,
  add column changed_at timestamptz,
  add column file_order jsonb;
alter table storefront.catalog_products add column source_id text;
-- Its condition holds for no row yet.
create index orders_source_idx on analytics.orders (brand_id, source_id, changed_at) where source_id is not null;

create table sources.due_objects (
  brand_id text not null,
  source_id text not null,
  report text not null,
  object_id text not null,
  noted_at timestamptz not null default platform.clock(),
  due_at timestamptz not null default platform.clock(),
  attempts integer not null default 0,
  internal_errors integer not null default 0,
  failure jsonb,
  trouble jsonb,
  tried_at timestamptz,
  is_unready boolean not null default false,
  lacks_rate_on date,
  constraint due_objects_pkey primary key (brand_id, source_id, report, object_id),
  constraint due_objects_source_fkey foreign key (brand_id, source_id) references sources.sources on delete cascade,
  constraint due_objects_report_check check (report in ('orders', 'products'))
);
create index due_objects_due_idx on sources.due_objects (brand_id, source_id, due_at);

create table sources.webhooks (
  platform text not null,
  webhook_id text not null,
  content text,
  proof text not null,
  received_at timestamptz not null default platform.clock(),
  due_at timestamptz not null default platform.clock(),
  attempts integer not null default 0,
  handled_at timestamptz,
  constraint webhooks_pkey primary key (platform, webhook_id),
  constraint webhooks_platform_check check (platform in ('meta', 'shopify')),
  constraint webhooks_webhook_id_check check (webhook_id ~ '^[\w-]{1,100}$'),
  constraint webhooks_handled_check check ((content is null) = (handled_at is not null))
);
create index webhooks_due_idx on sources.webhooks (due_at) where handled_at is null;
create index webhooks_handled_idx on sources.webhooks (handled_at) where handled_at is not null;

create table sources.data_requests (
  brand_id text not null,
  request_id text not null,
  shop text not null,
  customer_id text,
  order_ids text[] not null default '{}',
  requested_at timestamptz not null,
  answered_at timestamptz,
  constraint data_requests_pkey primary key (brand_id, request_id),
  constraint data_requests_brand_id_fkey foreign key (brand_id) references core.brands on delete cascade
);

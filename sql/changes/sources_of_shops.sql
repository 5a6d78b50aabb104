alter table analytics.orders
  add column source_id text,
  add column changed_at timestamptz;
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
  constraint due_objects_pkey primary key (brand_id, source_id, report, object_id),
  constraint due_objects_source_fkey foreign key (brand_id, source_id) references sources.sources on delete cascade,
  constraint due_objects_report_check check (report in ('orders', 'products'))
);
create index due_objects_due_idx on sources.due_objects (brand_id, source_id, due_at);

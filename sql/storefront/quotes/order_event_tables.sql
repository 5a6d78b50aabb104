create table storefront.order_events (
  brand_id text not null,
  transaction_id text not null,
  webhook_url text not null,
  protocol_version text not null,
  created_by text not null,
  event_id text,
  occurred_at timestamptz,
  attempts integer not null default 0,
  failures integer not null default 0,
  next_attempt_at timestamptz,
  locked_until timestamptz,
  delivered_at timestamptz,
  last_status integer,
  last_error text,
  constraint order_events_pkey primary key (brand_id, transaction_id),
  constraint order_events_transaction_fkey foreign key (brand_id, transaction_id) references commerce.transactions on delete cascade,
  constraint order_events_webhook_url_check check (pg_catalog.length(webhook_url) <= 2000),
  constraint order_events_event_check check ((event_id is null) = (occurred_at is null) and (next_attempt_at is null or event_id is not null))
);
create index order_events_due_idx on storefront.order_events (next_attempt_at) where next_attempt_at is not null;
comment on table storefront.order_events is
  'The platforms that get events of orders (Universal Commerce Protocol, Order Event Webhook), with the event of the last change of each order. An event '
  'is the present order as a whole, so that a later one replaces one that is not sent yet.';
comment on column storefront.order_events.webhook_url is 'The webhook_url in the profile of the platform when it created the order.';
comment on column storefront.order_events.protocol_version is 'The version of the protocol that was negotiated for the order.';
comment on column storefront.order_events.event_id is 'The event of the last reported change. Null before the merchant confirms the order.';
comment on column storefront.order_events.next_attempt_at is 'Null if nothing is to be sent: the event is delivered, or its last attempt failed.';
comment on column storefront.order_events.locked_until is 'End of the lease of the attempt in progress, after which another worker may take over.';

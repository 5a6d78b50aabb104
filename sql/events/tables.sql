create table events.types (
  type text not null,
  position smallint not null,
  is_streamed boolean not null,
  constraint types_pkey primary key (type)
);
comment on table events.types is 'The event types. Webhooks receive all of them; the event stream sends those with is_streamed.';

insert into events.types (position, type, is_streamed)
select pg_catalog.row_number() over (), given.type, given.is_streamed
from (
  values
    ('product.created', true),
    ('product.updated', true),
    ('product.deleted', true),
    ('product.price_changed', false),
    ('product.availability_changed', false),
    ('query.received', true),
    ('query.responded', true),
    ('negotiation.opened', false),
    ('negotiation.countered', false),
    ('negotiation.accepted', false),
    ('negotiation.rejected', false),
    ('negotiation.withdrawn', false),
    ('negotiation.expired', false),
    ('price_hold.created', false),
    ('price_hold.consumed', false),
    ('price_hold.released', false),
    ('price_hold.expired', false),
    ('transaction.created', true),
    ('transaction.confirmed', false),
    ('transaction.fulfilled', false),
    ('transaction.completed', true),
    ('transaction.canceled', false),
    ('transaction.expired', false),
    ('confirmation_window.opened', false),
    ('confirmation_window.closed', false),
    ('dispute.recorded', false),
    ('dispute.updated', false),
    ('dispute.closed', false),
    ('offer.published', false),
    ('bundle.updated', false),
    ('feedback.received', false),
    ('trust.updated', true),
    ('deployment.created', true),
    ('deployment.updated', true),
    ('alert.triggered', true),
    ('alert.resolved', false)
) as given (type, is_streamed);

create table events.outbox (
  brand_id text not null,
  event_id text not null default events.new_event_id(),
  type text not null,
  data jsonb not null,
  occurred_at timestamptz not null default platform.now(),
  written bigint generated always as identity,
  seq bigint,
  constraint outbox_pkey primary key (brand_id, event_id),
  constraint outbox_brand_id_fkey foreign key (brand_id) references core.brands on delete cascade,
  constraint outbox_type_fkey foreign key (type) references events.types on delete restrict,
  constraint outbox_data_check check (pg_catalog.octet_length(data::text) <= 20000)
);
call platform.keep_plain('events.outbox', 'data');
create unique index outbox_seq_idx on events.outbox (brand_id, seq) where seq is not null;
create index outbox_unsequenced_idx on events.outbox (written) where seq is null;
create index outbox_occurred_idx on events.outbox (occurred_at);
-- The facts of anomalies and explanations. Few events are of products, and most are of lookups.
create index outbox_products_idx on events.outbox (brand_id, type, occurred_at) where type in ('product.price_changed', 'product.availability_changed');
comment on table events.outbox is 'Events, written in the transaction of their cause.';
comment on column events.outbox.seq is
  'The sequence number in the brand, without gaps, assigned after the commit. An event with a number is visible to all readers, and no event gets a lower number later.';

create table events.streams (
  brand_id text not null,
  last_seq bigint not null,
  constraint streams_pkey primary key (brand_id),
  constraint streams_brand_id_fkey foreign key (brand_id) references core.brands on delete cascade
);
comment on table events.streams is 'The last sequence number of each brand''s events.';

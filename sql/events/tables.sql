create table events.types (
  type text not null,
  position smallint not null,
  is_streamed boolean not null,
  description text not null,
  constraint types_pkey primary key (type)
);
comment on table events.types is 'The event types. Webhooks receive all of them; the event stream sends those with is_streamed.';

insert into events.types (position, type, is_streamed, description)
select pg_catalog.row_number() over (), given.type, given.is_streamed, given.description
from (
  values
    ('product.created', true, 'A product was added to the catalog.'),
    ('product.updated', true, 'The content of a product changed.'),
    ('product.deleted', true, 'A product was removed from the catalog.'),
    ('product.price_changed', false, 'The price of a product changed.'),
    ('product.availability_changed', false, 'A product went in or out of stock.'),
    ('query.received', true, 'An agent searched or queried the storefront.'),
    ('query.responded', true, 'The storefront responded to a search or query.'),
    ('negotiation.opened', false, 'An agent opened a negotiation.'),
    ('negotiation.countered', false, 'A side made a counter-offer.'),
    ('negotiation.accepted', false, 'An offer was accepted.'),
    ('negotiation.rejected', false, 'An offer was rejected and the negotiation ended.'),
    ('negotiation.withdrawn', false, 'The agent withdrew the negotiation.'),
    ('negotiation.expired', false, 'A negotiation expired without a response.'),
    ('price_hold.created', false, 'A price hold was created.'),
    ('price_hold.consumed', false, 'A price hold was used for an order.'),
    ('price_hold.released', false, 'A price hold was released.'),
    ('price_hold.expired', false, 'A price hold expired.'),
    ('transaction.created', true, 'An order was created and handed off to the merchant.'),
    ('transaction.confirmed', false, 'The merchant reported that the order was placed.'),
    ('transaction.fulfilled', false, 'The merchant reported that the order was delivered.'),
    ('transaction.completed', true, 'An order was completed.'),
    ('transaction.canceled', false, 'An order was canceled.'),
    ('transaction.expired', false, 'The handoff link of an order expired.'),
    ('confirmation_window.opened', false, 'The window in which the buyer can confirm or dispute opened.'),
    ('confirmation_window.closed', false, 'The window in which the buyer can confirm or dispute closed.'),
    ('dispute.recorded', false, 'A dispute was opened.'),
    ('dispute.updated', false, 'A side added a statement to a dispute.'),
    ('dispute.closed', false, 'A dispute was closed.'),
    ('offer.published', false, 'An exclusive offer was published.'),
    ('bundle.updated', false, 'The bundles of a shop changed.'),
    ('feedback.received', false, 'An agent gave feedback.'),
    ('trust.updated', true, 'A trust score or tier changed.'),
    ('deployment.created', true, 'A storefront was published.'),
    ('deployment.updated', true, 'The published information of a storefront changed.'),
    ('alert.triggered', true, 'An anomaly was detected, or a webhook endpoint was disabled.'),
    ('alert.resolved', false, 'An anomaly ended.')
) as given (type, is_streamed, description);

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

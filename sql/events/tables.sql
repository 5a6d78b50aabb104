create table events.types (
  type text not null,
  position smallint not null,
  is_streamed boolean not null,
  description text not null,
  constraint types_pkey primary key (type)
);
comment on table events.types is 'Everything that can happen. is_streamed: also on the event stream; all of them go to webhooks.';

insert into events.types (position, type, is_streamed, description)
select pg_catalog.row_number() over (), given.type, given.is_streamed, given.description
from (
  values
    ('product.created', true, 'A product came into the catalogue.'),
    ('product.updated', true, 'What is said of a product changed.'),
    ('product.deleted', true, 'A product left the catalogue.'),
    ('product.price_changed', false, 'A product costs something else.'),
    ('product.availability_changed', false, 'A product went in or out of stock.'),
    ('query.received', true, 'An agent asked the shop in words.'),
    ('query.responded', true, 'The shop answered.'),
    ('negotiation.opened', false, 'An agent made an offer.'),
    ('negotiation.countered', false, 'A side made a counter-offer.'),
    ('negotiation.accepted', false, 'An offer was accepted.'),
    ('negotiation.rejected', false, 'An offer was rejected for good.'),
    ('negotiation.withdrawn', false, 'The agent withdrew.'),
    ('negotiation.expired', false, 'It was not answered in time.'),
    ('price_hold.created', false, 'A price is held.'),
    ('price_hold.consumed', false, 'A held price became a transaction.'),
    ('price_hold.released', false, 'A held price was let go.'),
    ('price_hold.expired', false, 'A held price ran out.'),
    ('transaction.created', true, 'An order was handed to the merchant.'),
    ('transaction.confirmed', false, 'The merchant reports the order placed.'),
    ('transaction.fulfilled', false, 'The merchant reports it delivered.'),
    ('transaction.completed', true, 'A transaction is complete.'),
    ('transaction.cancelled', false, 'A transaction was cancelled.'),
    ('transaction.expired', false, 'A handoff ran out.'),
    ('confirmation_window.opened', false, 'The buyer may confirm or dispute.'),
    ('confirmation_window.closed', false, 'The buyer may no longer.'),
    ('dispute.recorded', false, 'A dispute was recorded.'),
    ('dispute.updated', false, 'A side added to a dispute.'),
    ('dispute.closed', false, 'A dispute was closed.'),
    ('offer.published', false, 'An offer for agents was published.'),
    ('bundle.updated', false, 'The bundles of a shop changed.'),
    ('feedback.received', false, 'An agent said how it went.'),
    ('trust.updated', true, 'A trust score or tier changed.'),
    ('deployment.created', true, 'A shop was opened to assistants.'),
    ('deployment.updated', true, 'What a shop publishes changed.'),
    ('alert.triggered', true, 'An anomaly was found, or a webhook endpoint was disabled.'),
    ('alert.resolved', false, 'An anomaly is over.')
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
create unique index outbox_seq_idx on events.outbox (brand_id, seq) where seq is not null;
create index outbox_unsequenced_idx on events.outbox (written) where seq is null;
create index outbox_occurred_idx on events.outbox (occurred_at);
comment on table events.outbox is 'What happened, written in the transaction in which it did.';
comment on column events.outbox.seq is
  'The sequence number in the brand, without gaps, assigned after the commit. An event with a number is visible to all readers, and no event gets a lower number later.';

create table events.streams (
  brand_id text not null,
  last_seq bigint not null,
  constraint streams_pkey primary key (brand_id),
  constraint streams_brand_id_fkey foreign key (brand_id) references core.brands on delete cascade
);
comment on table events.streams is 'How far the order of each brand''s events has been made.';

create table commerce.machines (
  machine text not null,
  relation text not null,
  id_column text not null,
  event_fields text[] not null,
  clock_action text,
  description text not null,
  constraint machines_pkey primary key (machine)
);
comment on table commerce.machines is 'The state machines: the table of each machine, and the columns that its events contain.';
comment on column commerce.machines.clock_action is 'The transition at expires_at. Null if it does not expire.';

create table commerce.transitions (
  machine text not null,
  from_state text not null,
  action text not null,
  actor text not null,
  to_state text not null,
  event text,
  constraint transitions_pkey primary key (machine, from_state, action, actor),
  constraint transitions_machine_fkey foreign key (machine) references commerce.machines on delete cascade,
  constraint transitions_event_fkey foreign key (event) references events.types on delete restrict,
  constraint transitions_actor_check check (actor in ('agent', 'merchant', 'policy', 'service', 'clock'))
);
comment on table commerce.transitions is
  'All permitted transitions; others are refused. The state none precedes creation. A state that is never a from_state is final.';
comment on column commerce.transitions.actor is 'policy: the pricing policy of the shop; service: a consequence of another transition; clock: an expiration.';
comment on column commerce.transitions.event is 'The event of the transition. Null if another event reports it.';

insert into commerce.machines (machine, relation, id_column, event_fields, clock_action, description) values
  ('negotiation', 'negotiations', 'negotiation_id', '{negotiation_id,product_id,bundle_id,quantity,round,status,resolution,hold_id}', 'expire', 'Offers and counter-offers for a product or bundle.'),
  ('offer', 'negotiation_offers', 'offer_id', '{}', null, 'One offer within a negotiation.'),
  ('price_hold', 'price_holds', 'hold_id', '{hold_id,product_id,bundle_id,quantity,source,negotiation_id,status}', 'expire', 'A price kept for a product until a time. It reserves no stock.'),
  ('transaction', 'transactions', 'transaction_id', '{transaction_id,status,merchant_order_id,completion_reason,cancellation_reason}', 'expire', 'An order handed to the merchant, who alone takes payment.'),
  ('confirmation_window', 'confirmation_windows', 'transaction_id', '{transaction_id,status}', 'lapse', 'How long the buyer may confirm or dispute.'),
  ('dispute', 'disputes', 'dispute_id', '{dispute_id,transaction_id,reason_code,status}', 'lapse', 'What buyer and shop report about a problem with an order. It is recorded and not adjudicated.');

insert into commerce.transitions (machine, from_state, action, actor, to_state, event) values
  ('negotiation', 'none', 'open', 'agent', 'pending_merchant', 'negotiation.opened'),
  ('negotiation', 'pending_merchant', 'accept', 'policy', 'accepted', 'negotiation.accepted'),
  ('negotiation', 'pending_merchant', 'accept', 'merchant', 'accepted', 'negotiation.accepted'),
  ('negotiation', 'pending_merchant', 'reject', 'policy', 'rejected', 'negotiation.rejected'),
  ('negotiation', 'pending_merchant', 'decline', 'merchant', 'rejected', 'negotiation.rejected'),
  ('negotiation', 'pending_merchant', 'counter', 'policy', 'pending_agent', 'negotiation.countered'),
  ('negotiation', 'pending_merchant', 'counter', 'merchant', 'pending_agent', 'negotiation.countered'),
  ('negotiation', 'pending_merchant', 'withdraw', 'agent', 'withdrawn', 'negotiation.withdrawn'),
  ('negotiation', 'pending_merchant', 'expire', 'clock', 'expired', 'negotiation.expired'),
  ('negotiation', 'pending_agent', 'counter', 'agent', 'pending_merchant', 'negotiation.countered'),
  ('negotiation', 'pending_agent', 'accept', 'agent', 'accepted', 'negotiation.accepted'),
  ('negotiation', 'pending_agent', 'reject', 'agent', 'rejected', 'negotiation.rejected'),
  ('negotiation', 'pending_agent', 'reject', 'policy', 'rejected', 'negotiation.rejected'),
  ('negotiation', 'pending_agent', 'withdraw', 'agent', 'withdrawn', 'negotiation.withdrawn'),
  ('negotiation', 'pending_agent', 'expire', 'clock', 'expired', 'negotiation.expired'),
  ('negotiation', 'accepted', 'convert', 'service', 'converted', null),
  ('negotiation', 'accepted', 'lapse', 'service', 'lapsed', null),

  ('offer', 'none', 'make', 'service', 'pending', null),
  ('offer', 'pending', 'counter', 'service', 'countered', null),
  ('offer', 'pending', 'accept', 'service', 'accepted', null),
  ('offer', 'pending', 'accept', 'policy', 'auto_accepted', null),
  ('offer', 'pending', 'decline', 'service', 'declined', null),
  ('offer', 'pending', 'decline', 'policy', 'auto_declined', null),
  ('offer', 'pending', 'retract', 'service', 'retracted', null),
  ('offer', 'pending', 'expire', 'service', 'expired', null),

  ('price_hold', 'none', 'create', 'agent', 'active', 'price_hold.created'),
  ('price_hold', 'active', 'consume', 'service', 'consumed', 'price_hold.consumed'),
  ('price_hold', 'active', 'release', 'agent', 'released', 'price_hold.released'),
  ('price_hold', 'active', 'expire', 'clock', 'expired', 'price_hold.expired'),

  ('transaction', 'none', 'create', 'agent', 'created', 'transaction.created'),
  ('transaction', 'created', 'open_handoff', 'service', 'handed_off', null),
  ('transaction', 'created', 'acknowledge', 'merchant', 'handed_off', null),
  ('transaction', 'created', 'confirm', 'merchant', 'confirmed', 'transaction.confirmed'),
  ('transaction', 'created', 'cancel', 'agent', 'canceled', 'transaction.canceled'),
  ('transaction', 'created', 'cancel', 'merchant', 'canceled', 'transaction.canceled'),
  ('transaction', 'created', 'expire', 'clock', 'expired', 'transaction.expired'),
  ('transaction', 'handed_off', 'confirm', 'merchant', 'confirmed', 'transaction.confirmed'),
  ('transaction', 'handed_off', 'cancel', 'agent', 'canceled', 'transaction.canceled'),
  ('transaction', 'handed_off', 'cancel', 'merchant', 'canceled', 'transaction.canceled'),
  ('transaction', 'handed_off', 'expire', 'clock', 'expired', 'transaction.expired'),
  ('transaction', 'confirmed', 'cancel', 'agent', 'canceled', 'transaction.canceled'),
  ('transaction', 'confirmed', 'cancel', 'merchant', 'canceled', 'transaction.canceled'),
  ('transaction', 'confirmed', 'fulfill', 'merchant', 'fulfilled', 'transaction.fulfilled'),
  ('transaction', 'fulfilled', 'complete', 'service', 'completed', 'transaction.completed'),
  ('transaction', 'fulfilled', 'open_window', 'service', 'awaiting_confirmation', null),
  ('transaction', 'awaiting_confirmation', 'confirm', 'agent', 'completed', 'transaction.completed'),
  ('transaction', 'awaiting_confirmation', 'dispute', 'agent', 'disputed', null),
  ('transaction', 'awaiting_confirmation', 'complete', 'service', 'completed', 'transaction.completed'),
  ('transaction', 'disputed', 'complete', 'service', 'completed', 'transaction.completed'),
  ('transaction', 'disputed', 'cancel', 'service', 'canceled', 'transaction.canceled'),

  ('confirmation_window', 'none', 'open', 'service', 'open', 'confirmation_window.opened'),
  ('confirmation_window', 'open', 'confirm', 'agent', 'confirmed', 'confirmation_window.closed'),
  ('confirmation_window', 'open', 'dispute', 'agent', 'disputed', 'confirmation_window.closed'),
  ('confirmation_window', 'open', 'lapse', 'clock', 'lapsed', 'confirmation_window.closed'),

  ('dispute', 'none', 'record', 'agent', 'open', 'dispute.recorded'),
  ('dispute', 'open', 'state', 'agent', 'open', 'dispute.updated'),
  ('dispute', 'open', 'state', 'merchant', 'merchant_responded', 'dispute.updated'),
  ('dispute', 'open', 'resolve', 'agent', 'resolved_by_parties', 'dispute.closed'),
  ('dispute', 'open', 'withdraw', 'agent', 'withdrawn', 'dispute.closed'),
  ('dispute', 'open', 'lapse', 'clock', 'closed_unresolved', 'dispute.closed'),
  ('dispute', 'merchant_responded', 'state', 'agent', 'merchant_responded', 'dispute.updated'),
  ('dispute', 'merchant_responded', 'state', 'merchant', 'merchant_responded', 'dispute.updated'),
  ('dispute', 'merchant_responded', 'resolve', 'agent', 'resolved_by_parties', 'dispute.closed'),
  ('dispute', 'merchant_responded', 'withdraw', 'agent', 'withdrawn', 'dispute.closed'),
  ('dispute', 'merchant_responded', 'lapse', 'clock', 'closed_unresolved', 'dispute.closed');

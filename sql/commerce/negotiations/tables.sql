create table commerce.negotiations (
  brand_id text not null,
  negotiation_id text not null default platform.new_id('neg'),
  status text not null default 'none',
  version integer not null default 0,
  product_id text,
  bundle_id text,
  title text not null,
  quantity integer not null,
  list_price_micros bigint not null,
  currency text not null,
  policy_id text not null,
  rounds_max smallint not null,
  round smallint not null default 1,
  current_offer_id text,
  resolution text,
  price_micros bigint,
  hold_id text,
  transaction_id text,
  agent jsonb not null default '{}',
  verified_agent text,
  link text,
  price_observed_at timestamptz not null,
  created_by text not null,
  person_id uuid,
  expires_at timestamptz not null,
  created_at timestamptz not null default platform.now(),
  updated_at timestamptz not null default platform.now(),
  constraint negotiations_pkey primary key (brand_id, negotiation_id),
  constraint negotiations_brand_id_fkey foreign key (brand_id) references core.brands on delete cascade,
  constraint negotiations_currency_fkey foreign key (currency) references core.currencies on delete restrict,
  constraint negotiations_subject_check check (pg_catalog.num_nonnulls(product_id, bundle_id) = 1),
  constraint negotiations_quantity_check check (quantity between 1 and 1000000),
  constraint negotiations_round_check check (round between 1 and rounds_max),
  constraint negotiations_accepted_check check (status not in ('accepted', 'converted', 'lapsed') or (price_micros is not null and hold_id is not null))
);
call platform.keep_plain('commerce.negotiations', 'title', 'agent', 'verified_agent', 'link');
create index negotiations_created_idx on commerce.negotiations (brand_id, created_by, created_at);
create index negotiations_status_idx on commerce.negotiations (status, expires_at);
create index negotiations_waiting_idx on commerce.negotiations (brand_id, expires_at) where status = 'pending_merchant';
create index negotiations_person_id_idx on commerce.negotiations (person_id) where person_id is not null;
comment on table commerce.negotiations is 'Negotiations of agents, with the list price at the time of the first offer.';
comment on column commerce.negotiations.verified_agent is 'The agent that signed the request, verified. Null without a valid signature.';
comment on column commerce.negotiations.round is 'The number of offers that the agent has made.';
comment on column commerce.negotiations.price_micros is 'The accepted unit price.';
comment on column commerce.negotiations.created_by is 'The agent''s side: the id of the key, or of the app whose access token was used.';

create table commerce.negotiation_offers (
  brand_id text not null,
  offer_id text not null default platform.new_id('off'),
  negotiation_id text not null,
  position smallint not null,
  status text not null default 'none',
  version integer not null default 0,
  party text not null,
  type text not null,
  terms jsonb not null,
  quantity integer not null,
  unit_price_micros bigint not null,
  currency text not null,
  policy_version integer not null,
  message text,
  created_by text not null,
  created_at timestamptz not null default platform.now(),
  updated_at timestamptz not null default platform.now(),
  expires_at timestamptz not null,
  constraint negotiation_offers_pkey primary key (brand_id, offer_id),
  constraint negotiation_offers_position_key unique (brand_id, negotiation_id, position),
  constraint negotiation_offers_negotiation_fkey foreign key (brand_id, negotiation_id) references commerce.negotiations on delete cascade,
  constraint negotiation_offers_party_check check (party in ('agent', 'merchant', 'policy')),
  constraint negotiation_offers_type_check check (type in ('unit_price', 'percent_off', 'quantity_break', 'bundle', 'free_shipping', 'add_on')),
  constraint negotiation_offers_unit_price_check check (unit_price_micros > 0),
  constraint negotiation_offers_message_check check (pg_catalog.length(message) <= 500)
);
call platform.keep_plain('commerce.negotiation_offers', 'terms', 'message');
comment on table commerce.negotiation_offers is 'The offers of a negotiation in order, at most two in a round.';

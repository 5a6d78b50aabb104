create table commerce.pricing_policies (
  brand_id text not null,
  policy_id text not null default platform.new_id('pol'),
  product_id text,
  is_enabled boolean not null default true,
  floor_percent numeric,
  floor_micros bigint,
  floor_currency text,
  list_price_min_micros bigint,
  target_percent numeric not null,
  accept_percent numeric,
  decline_percent numeric,
  rounds_max smallint not null default 3,
  price_step_micros bigint not null default 10000,
  answered_by text not null default 'policy',
  answer_minutes integer not null default 15,
  hold_minutes integer not null default 60,
  negotiations_per_day_max integer not null default 100,
  version integer not null default 1,
  updated_at timestamptz not null default platform.now(),
  constraint pricing_policies_pkey primary key (brand_id, policy_id),
  constraint pricing_policies_product_key unique nulls not distinct (brand_id, product_id),
  constraint pricing_policies_brand_id_fkey foreign key (brand_id) references core.brands on delete cascade,
  constraint pricing_policies_floor_currency_fkey foreign key (floor_currency) references core.currencies on delete restrict,
  constraint pricing_policies_floor_check check (
    pg_catalog.num_nonnulls(floor_percent, floor_micros) = 1
    and pg_catalog.num_nulls(floor_micros, floor_currency, list_price_min_micros) in (0, 3)
    and (floor_micros is null or product_id is not null)
    and coalesce(floor_micros, 0) >= 0
  ),
  constraint pricing_policies_percents_check check (
    target_percent > 0 and target_percent < 100 and coalesce(floor_percent, 0) between 0 and target_percent
    and coalesce(accept_percent, target_percent) between target_percent and 100 and coalesce(decline_percent, 0) between 0 and target_percent
  ),
  constraint pricing_policies_rounds_max_check check (rounds_max between 1 and 10),
  constraint pricing_policies_price_step_check check (price_step_micros > 0),
  constraint pricing_policies_answered_by_check check (answered_by in ('policy', 'merchant')),
  constraint pricing_policies_minutes_check check (answer_minutes between 1 and 10080 and hold_minutes between 1 and 1440),
  constraint pricing_policies_day_check check (negotiations_per_day_max > 0)
);
comment on table commerce.pricing_policies is
  'The pricing policies of a shop: one for each product that has its own, and one for all others (product_id null).';
comment on column commerce.pricing_policies.floor_percent is
  'Percent of the list price. No offer below the floor is accepted. No answer depends on the floor, because all other limits of the policy are '
  'above it.';
comment on column commerce.pricing_policies.list_price_min_micros is
  'With an amount as floor: the list price for which the policy was set. The policy does not answer at lower list prices until it is set again.';
comment on column commerce.pricing_policies.version is 'An agreement is valid only under the version of the policy that offered it.';
comment on column commerce.pricing_policies.target_percent is 'The price of the last counter-offer, in percent of the price for the quantity.';
comment on column commerce.pricing_policies.accept_percent is
  'Percent of the price for the quantity. Offers at or above it are accepted immediately, as are offers at or above the next counter-offer.';
comment on column commerce.pricing_policies.decline_percent is 'Percent of the price for the quantity. An offer below it ends the negotiation.';
comment on column commerce.pricing_policies.answered_by is 'merchant: a person answers offers that are neither accepted nor declined automatically.';
comment on column commerce.pricing_policies.answer_minutes is 'The time that either side has to answer, in minutes.';

create table commerce.quantity_tiers (
  brand_id text not null,
  policy_id text not null,
  quantity_min integer not null,
  percent_off numeric not null,
  constraint quantity_tiers_pkey primary key (brand_id, policy_id, quantity_min),
  constraint quantity_tiers_policy_fkey foreign key (brand_id, policy_id) references commerce.pricing_policies on delete cascade,
  constraint quantity_tiers_quantity_min_check check (quantity_min > 1),
  constraint quantity_tiers_percent_off_check check (percent_off > 0 and percent_off < 100)
);
comment on table commerce.quantity_tiers is 'Discounts on the list price from a minimum quantity, applied before negotiation.';

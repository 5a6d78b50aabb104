create table commerce.price_holds (
  brand_id text not null,
  hold_id text not null default platform.new_id('hold'),
  status text not null default 'none',
  version integer not null default 0,
  product_id text,
  bundle_id text,
  title text not null,
  link text,
  quantity integer not null,
  unit_price_micros bigint not null,
  currency text not null,
  terms jsonb not null default '{}',
  source text not null,
  price_observed_at timestamptz not null,
  negotiation_id text,
  exclusive_offer_id text,
  transaction_id text,
  created_by text not null,
  person_id uuid,
  expires_at timestamptz not null,
  created_at timestamptz not null default platform.now(),
  updated_at timestamptz not null default platform.now(),
  constraint price_holds_pkey primary key (brand_id, hold_id),
  constraint price_holds_brand_id_fkey foreign key (brand_id) references core.brands on delete cascade,
  constraint price_holds_currency_fkey foreign key (currency) references core.currencies on delete restrict,
  constraint price_holds_negotiation_fkey foreign key (brand_id, negotiation_id) references commerce.negotiations on delete cascade,
  constraint price_holds_subject_check check (pg_catalog.num_nonnulls(product_id, bundle_id) = 1),
  constraint price_holds_quantity_check check (quantity between 1 and 1000000),
  constraint price_holds_source_check check (source in ('list', 'sale', 'negotiation', 'exclusive_offer')),
  constraint price_holds_expires_at_check check (expires_at > created_at and expires_at <= created_at + interval '24 hours')
);
call platform.keep_plain('commerce.price_holds', 'title', 'link', 'terms');
create unique index price_holds_active_key on commerce.price_holds (brand_id, created_by, coalesce(product_id, bundle_id)) where status = 'active';
create index price_holds_status_idx on commerce.price_holds (status, expires_at);
create index price_holds_negotiation_idx on commerce.price_holds (brand_id, negotiation_id) where negotiation_id is not null;
create index price_holds_person_id_idx on commerce.price_holds (person_id) where person_id is not null;
comment on table commerce.price_holds is 'Price holds: prices kept for an agent until a time, one for each product. They reserve no stock and take no money.';
comment on column commerce.price_holds.terms is 'Agreed terms besides the price, as offered.';
comment on column commerce.price_holds.price_observed_at is 'When the shop last reported the price on which the held price is based.';

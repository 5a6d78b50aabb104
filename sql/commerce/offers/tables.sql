create table commerce.exclusive_offers (
  brand_id text not null,
  offer_id text not null default platform.new_id('exo'),
  type text not null,
  title text not null,
  product_ids text[] not null default '{}',
  category text,
  bundle_id text,
  percent_off numeric,
  amount_micros bigint,
  currency text,
  gift text,
  platforms text[],
  redemptions_max integer,
  redemptions integer not null default 0,
  terms_url text,
  starts_at timestamptz not null default platform.now(),
  ends_at timestamptz,
  created_at timestamptz not null default platform.now(),
  constraint exclusive_offers_pkey primary key (brand_id, offer_id),
  constraint exclusive_offers_brand_id_fkey foreign key (brand_id) references core.brands on delete cascade,
  constraint exclusive_offers_currency_fkey foreign key (currency) references core.currencies on delete restrict,
  constraint exclusive_offers_type_check check (
    case type
      when 'percent_off' then coalesce(percent_off > 0 and percent_off < 100, false) and pg_catalog.num_nonnulls(amount_micros, currency, gift) = 0
      when 'amount_off' then coalesce(amount_micros > 0, false) and currency is not null and pg_catalog.num_nonnulls(percent_off, gift) = 0
      when 'fixed_price' then coalesce(amount_micros > 0, false) and currency is not null and pg_catalog.num_nonnulls(percent_off, gift) = 0
      when 'gift' then gift is not null and pg_catalog.num_nonnulls(percent_off, amount_micros, currency) = 0
      else type = 'free_shipping' and pg_catalog.num_nonnulls(percent_off, amount_micros, currency, gift) = 0
    end
  ),
  constraint exclusive_offers_target_check check (
    (product_ids <> '{}')::integer + pg_catalog.num_nonnulls(category, bundle_id) <= 1
  ),
  constraint exclusive_offers_redemptions_check check (redemptions >= 0 and redemptions <= redemptions_max),
  constraint exclusive_offers_ends_at_check check (ends_at >= starts_at)
);
call platform.keep_plain('commerce.exclusive_offers', 'title', 'category', 'bundle_id', 'gift', 'platforms', 'terms_url', 'product_ids');
comment on table commerce.exclusive_offers is 'Offers that a shop makes to agents only.';
comment on column commerce.exclusive_offers.platforms is 'The assistant platforms that may use the offer. Null means all.';
comment on column commerce.exclusive_offers.redemptions is 'The number of orders that used the offer. A price hold counts when it is ordered.';

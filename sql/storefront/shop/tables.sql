create table storefront.shops (
  brand_id text not null,
  website text,
  description text,
  category text,
  legal_name text,
  support_contact text,
  privacy_policy text,
  terms_of_service text,
  returns_policy text,
  shipping_state text not null default 'unconfigured',
  shipping_statement text,
  payment_state text not null default 'unconfigured',
  payment_statement text,
  updated_at timestamptz not null default platform.now(),
  version integer not null default 1,
  constraint shops_pkey primary key (brand_id),
  constraint shops_brand_id_fkey foreign key (brand_id) references core.brands on delete cascade,
  constraint shops_shipping_state_check check (shipping_state in ('unconfigured', 'configured', 'partial', 'not_offered')),
  constraint shops_payment_state_check check (payment_state in ('unconfigured', 'configured', 'partial', 'not_offered'))
);
call platform.keep_plain(
  'storefront.shops', 'website', 'description', 'category', 'legal_name', 'support_contact',
  'privacy_policy', 'terms_of_service', 'returns_policy', 'shipping_statement', 'payment_statement'
);
comment on table storefront.shops is 'Information that a merchant publishes about the shop.';
comment on column storefront.shops.category is 'Line of business. Shops are ranked among shops of the same category.';
comment on column storefront.shops.version is 'Increases with every change of the published information.';
comment on column storefront.shops.shipping_state is
  'unconfigured means that the merchant has published nothing. It does not mean that the merchant does not ship.';

create table storefront.shipping_destinations (
  brand_id text not null,
  position integer not null,
  country text not null,
  regions text[] not null default '{}',
  postal_codes text[] not null default '{}',
  service text not null,
  price_micros bigint,
  free_over_micros bigint,
  currency text,
  handling_days_min integer,
  handling_days_max integer,
  transit_days_min integer,
  transit_days_max integer,
  constraint shipping_destinations_pkey primary key (brand_id, position),
  constraint shipping_destinations_brand_id_fkey foreign key (brand_id) references storefront.shops on delete cascade,
  constraint shipping_destinations_currency_fkey foreign key (currency) references core.currencies on delete restrict,
  constraint shipping_destinations_country_check check (country ~ '^[A-Z]{2}$'),
  constraint shipping_destinations_price_check check (price_micros >= 0 and free_over_micros >= 0),
  constraint shipping_destinations_money_check check (currency is not null or (price_micros is null and free_over_micros is null)),
  constraint shipping_destinations_days_check check (
    handling_days_min between 0 and handling_days_max and transit_days_min between 0 and transit_days_max
  )
);
call platform.keep_plain('storefront.shipping_destinations', 'regions', 'postal_codes', 'service');
comment on table storefront.shipping_destinations is
  'Shipping destinations of a shop, with service, price and duration in days. A null price is not published.';

create table storefront.payment_methods (
  brand_id text not null,
  position integer not null,
  type text not null,
  brands text[] not null default '{}',
  constraint payment_methods_pkey primary key (brand_id, position),
  constraint payment_methods_brand_id_fkey foreign key (brand_id) references storefront.shops on delete cascade,
  constraint payment_methods_type_check check (type in ('card', 'wallet', 'bank_transfer', 'bnpl', 'invoice', 'cash_on_delivery'))
);
call platform.keep_plain('storefront.payment_methods', 'brands');
comment on table storefront.payment_methods is 'Payment methods of the merchant''s own checkout. This service processes no payments.';

create table storefront.bundles (
  brand_id text not null,
  bundle_id text not null,
  name text not null,
  description text,
  price_micros bigint not null,
  currency text not null,
  source text not null default 'manual',
  confidence numeric not null default 1,
  valid_until timestamptz,
  products_count integer not null,
  constraint bundles_pkey primary key (brand_id, bundle_id),
  constraint bundles_brand_id_fkey foreign key (brand_id) references storefront.shops on delete cascade,
  constraint bundles_currency_fkey foreign key (currency) references core.currencies on delete restrict,
  constraint bundles_source_check check (source in ('manual', 'rule', 'co_purchase')),
  constraint bundles_confidence_check check (confidence between 0 and 1),
  constraint bundles_price_check check (price_micros >= 0),
  constraint bundles_products_count_check check (products_count >= 2)
);
call platform.keep_plain('storefront.bundles', 'bundle_id', 'name', 'description');
comment on table storefront.bundles is 'Products that are sold together for less than separately.';

create table storefront.bundle_products (
  brand_id text not null,
  bundle_id text not null,
  product_id text not null,
  position integer not null,
  constraint bundle_products_pkey primary key (brand_id, bundle_id, product_id),
  constraint bundle_products_bundle_fkey foreign key (brand_id, bundle_id) references storefront.bundles on delete cascade
);
comment on table storefront.bundle_products is 'Products of a bundle. A bundle is not shown while the catalog lacks one of its products.';
create index bundle_products_product_idx on storefront.bundle_products (brand_id, product_id);

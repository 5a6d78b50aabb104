alter table storefront.catalogs add column index_version smallint not null default 0;
-- Each search index is written again by the worker, or by the next import of its catalog (index_version). Until then it is read as it is, and no product is
-- removed from it alone.
alter table storefront.postings drop constraint postings_product_fkey;
drop index storefront.postings_product_idx;

create table storefront.product_terms (
  brand_id text not null,
  product_id text not null,
  terms text[] not null,
  constraint product_terms_pkey primary key (brand_id, product_id),
  constraint product_terms_product_fkey foreign key (brand_id, product_id) references storefront.catalog_products on delete cascade
);
create table storefront.checkouts (
  brand_id text not null,
  checkout_id text not null default platform.new_id('chk'),
  kind text not null default 'checkout',
  cart_id text,
  line_items jsonb not null,
  discount_codes text[] not null default '{}',
  context jsonb not null default '{}',
  fulfillment jsonb not null default '{}',
  is_canceled boolean not null default false,
  handoff_token text not null default platform.new_id('hnd'),
  created_by text,
  owner text,
  expires_at timestamptz not null,
  created_at timestamptz not null default platform.now(),
  updated_at timestamptz not null default platform.now(),
  constraint checkouts_pkey primary key (brand_id, checkout_id),
  constraint checkouts_handoff_token_key unique (brand_id, handoff_token),
  constraint checkouts_brand_id_fkey foreign key (brand_id) references core.brands on delete cascade,
  constraint checkouts_kind_check check (kind in ('checkout', 'cart') and (kind = 'checkout' or cart_id is null)),
  constraint checkouts_line_items_check check (
    pg_catalog.jsonb_array_length(line_items) <= 50 and pg_catalog.length(line_items::text) <= 100000
    and (kind = 'cart' or pg_catalog.jsonb_array_length(line_items) > 0)
  ),
  constraint checkouts_choices_check check (
    pg_catalog.cardinality(discount_codes) <= 10
    and pg_catalog.length(discount_codes::text || context::text || fulfillment::text) <= 40000
  )
);
create index checkouts_expires_at_idx on storefront.checkouts (expires_at);
create index checkouts_cart_idx on storefront.checkouts (brand_id, cart_id) where cart_id is not null;

create table storefront.checkout_requests (
  brand_id text not null,
  request_key bytea not null,
  request_hash bytea not null,
  answer json not null,
  owner text,
  created_at timestamptz not null default platform.now(),
  constraint checkout_requests_pkey primary key (brand_id, request_key),
  constraint checkout_requests_brand_id_fkey foreign key (brand_id) references core.brands on delete cascade,
  constraint checkout_requests_request_key_check check (pg_catalog.octet_length(request_key) = 32),
  constraint checkout_requests_request_hash_check check (pg_catalog.octet_length(request_hash) = 32)
);
create index checkout_requests_created_at_idx on storefront.checkout_requests (created_at);
alter table commerce.transactions
  add column order_url text,
  add column checkout_id text;
create unique index transactions_checkout_id_key on commerce.transactions (brand_id, checkout_id) where checkout_id is not null;

-- Without these, the planner reads all products of a shop to look up one.
alter table storefront.catalog_products alter column brand_id set (n_distinct = 20);
drop index storefront.catalog_products_group_key_idx;
create index catalog_products_group_key_idx on storefront.catalog_products (brand_id, group_key) include (product_id);
-- The import writes these keys. Expressions of generated columns are replaced without a rewrite of the table only by dropping them.
alter table storefront.catalog_products
  alter column sku_key drop expression,
  alter column mpn_key drop expression;

-- The next import of a catalog counts the compared products, because it writes the search index again (index_version).
alter table storefront.names add column compared_products integer not null default 0;

create index catalog_products_facts_idx on storefront.catalog_products (brand_id, product_id) include (
  group_key, regular_price_micros, sale_price_micros, sale_starts_at, sale_ends_at, currency, availability, quantity, shown_score
);

-- Without a version until the next write, because a default that differs by row would rewrite the table under a lock.
alter table storefront.catalogs add column version uuid, add column version_from timestamptz;
alter table storefront.catalogs
  alter column version set default pg_catalog.gen_random_uuid(),
  alter column version_from set default platform.now();

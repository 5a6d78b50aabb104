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
call platform.keep_plain('storefront.checkouts', 'line_items', 'discount_codes', 'context', 'fulfillment', 'cart_id');
create index checkouts_expires_at_idx on storefront.checkouts (expires_at);
create index checkouts_cart_idx on storefront.checkouts (brand_id, cart_id) where cart_id is not null;
comment on table storefront.checkouts is
  'Checkout sessions and carts of the Universal Commerce Protocol, and checkout sessions of the Agentic Commerce Protocol. They contain products, quantities, codes and the region of a destination, no buyer and '
  'no payment data, and are deleted a day after they expire.';
comment on column storefront.checkouts.cart_id is 'The cart that a checkout was created from.';
comment on column storefront.checkouts.context is 'Where the buyer is, as far as the platform says: address_country, address_region, postal_code.';
comment on column storefront.checkouts.fulfillment is
  'The chosen shipping: destinations with id, address_country, address_region and postal_code, selected_destination_id and selected_option_id. Streets and '
  'names are not stored.';
comment on column storefront.checkouts.line_items is 'The requested products: [{"item_id", "quantity"}]. Prices are those of the catalog at the time of a response. Lines of a session with quotes also '
  'have title, unit_price_micros and currency, and hold_id for a quoted price.';
comment on column storefront.checkouts.created_by is
  'The credential that created a session with quotes. Only it can read and change the session. Null for other sessions.';
comment on column storefront.checkouts.owner is
  'The credential (key ...) or the verified agent (agent ...) that created a session. Only it can read and change the session. Null for a session that its '
  'id gives access to.';

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
comment on table storefront.checkout_requests is
  'Responses to requests of checkout sessions with an idempotency key. They are kept for two days; the protocols require 24 hours.';
comment on column storefront.checkout_requests.request_key is 'SHA-256 of the operation, the session, the caller, the idempotency key and the credential. The caller of UCP includes the address of its profile.';
comment on column storefront.checkout_requests.owner is 'As storefront.checkouts.owner: only this caller gets the response again.';

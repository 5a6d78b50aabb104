create table storefront.checkouts (
  brand_id text not null,
  checkout_id text not null default platform.new_id('chk'),
  line_items jsonb not null,
  is_canceled boolean not null default false,
  handoff_token text not null default platform.new_id('hnd'),
  created_by text,
  expires_at timestamptz not null,
  created_at timestamptz not null default platform.now(),
  updated_at timestamptz not null default platform.now(),
  constraint checkouts_pkey primary key (brand_id, checkout_id),
  constraint checkouts_handoff_token_key unique (brand_id, handoff_token),
  constraint checkouts_brand_id_fkey foreign key (brand_id) references core.brands on delete cascade,
  constraint checkouts_line_items_check check (
    pg_catalog.jsonb_array_length(line_items) between 1 and 50 and pg_catalog.length(line_items::text) <= 100000
  )
);
call platform.keep_plain('storefront.checkouts', 'line_items');
create index checkouts_expires_at_idx on storefront.checkouts (expires_at);
comment on table storefront.checkouts is
  'Checkout sessions of the Universal Commerce Protocol. They contain products and quantities, no buyer and no payment data, and are deleted a day after they expire.';
comment on column storefront.checkouts.line_items is 'The requested products: [{"item_id", "quantity"}]. Prices are those of the catalog at the time of a response. Lines of a session with quotes also '
  'have title, unit_price_micros and currency, and hold_id for a quoted price.';
comment on column storefront.checkouts.created_by is
  'The credential that created a session with quotes. Only it can read and change the session. Null for other sessions, which their id gives access to.';

create table storefront.checkout_requests (
  brand_id text not null,
  request_key bytea not null,
  request_hash bytea not null,
  answer json not null,
  created_at timestamptz not null default platform.now(),
  constraint checkout_requests_pkey primary key (brand_id, request_key),
  constraint checkout_requests_brand_id_fkey foreign key (brand_id) references core.brands on delete cascade,
  constraint checkout_requests_request_key_check check (pg_catalog.octet_length(request_key) = 32),
  constraint checkout_requests_request_hash_check check (pg_catalog.octet_length(request_hash) = 32)
);
create index checkout_requests_created_at_idx on storefront.checkout_requests (created_at);
comment on table storefront.checkout_requests is
  'Responses to requests of checkout sessions with an idempotency key. They are kept for two days; the protocol requires 24 hours.';
comment on column storefront.checkout_requests.request_key is 'SHA-256 of the operation, the session, the address of the platform profile and the idempotency key.';

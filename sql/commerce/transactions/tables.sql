create table commerce.transactions (
  brand_id text not null,
  transaction_id text not null default platform.new_id('txn'),
  status text not null default 'none',
  version integer not null default 0,
  currency text not null,
  agent jsonb not null default '{}',
  verified_agent text,
  buyer_reference text,
  merchant_order_id text,
  order_url text,
  checkout_id text,
  handoff_token text not null default platform.new_id('hnd'),
  handed_off_at timestamptz,
  payment_state text not null default 'unreported',
  payment_method text,
  payment_reference text,
  payment_reported_at timestamptz,
  completion_reason text,
  cancellation_reason text,
  is_of_shop boolean not null,
  created_by text not null,
  person_id uuid,
  expires_at timestamptz not null,
  created_at timestamptz not null default platform.now(),
  updated_at timestamptz not null default platform.now(),
  constraint transactions_pkey primary key (brand_id, transaction_id),
  constraint transactions_handoff_token_key unique (brand_id, handoff_token),
  constraint transactions_brand_id_fkey foreign key (brand_id) references core.brands on delete cascade,
  constraint transactions_currency_fkey foreign key (currency) references core.currencies on delete restrict,
  constraint transactions_payment_state_check check (payment_state in ('unreported', 'reported_paid', 'reported_failed', 'reported_refunded')),
  constraint transactions_completion_reason_check check (
    completion_reason in ('fulfilled', 'confirmed', 'window_lapsed', 'dispute_resolved', 'dispute_withdrawn', 'dispute_unresolved')
  )
);
call platform.keep_plain(
  'commerce.transactions', 'agent', 'verified_agent', 'buyer_reference', 'merchant_order_id', 'order_url',
  'payment_method', 'payment_reference', 'cancellation_reason'
);
create index transactions_created_idx on commerce.transactions (brand_id, created_at desc, transaction_id);
create unique index transactions_checkout_id_key on commerce.transactions (brand_id, checkout_id) where checkout_id is not null;
create index transactions_status_idx on commerce.transactions (status, expires_at);
create index transactions_waiting_idx on commerce.transactions (brand_id, expires_at) where status in ('created', 'handed_off');
create index transactions_person_id_idx on commerce.transactions (person_id) where person_id is not null;
comment on table commerce.transactions is 'Orders handed over to the merchant, as both sides report them.';
comment on column commerce.transactions.verified_agent is 'The agent that signed the request, verified. Null without a valid signature.';
comment on column commerce.transactions.is_of_shop is 'Whether a key of the shop created the order. Such orders are no trust signals.';
comment on column commerce.transactions.payment_state is
  'The payment state between buyer and merchant, as the merchant reports it. No payment takes place here.';
comment on column commerce.transactions.order_url is 'The page of the order in the shop, as the merchant reports it.';
comment on column commerce.transactions.checkout_id is
  'The checkout session of the Universal Commerce Protocol that created the order. The session is deleted before the order.';
comment on column commerce.transactions.expires_at is 'When the handoff link expires if the merchant reports no order.';
comment on column commerce.transactions.buyer_reference is 'The agent''s reference for its buyer. It must not be a name.';

create table commerce.transaction_items (
  brand_id text not null,
  transaction_id text not null,
  position smallint not null,
  product_id text,
  bundle_id text,
  title text not null,
  quantity integer not null,
  unit_price_micros bigint not null,
  terms jsonb not null default '{}',
  hold_id text,
  link text,
  created_by text not null,
  constraint transaction_items_pkey primary key (brand_id, transaction_id, position),
  constraint transaction_items_transaction_fkey foreign key (brand_id, transaction_id) references commerce.transactions on delete cascade,
  constraint transaction_items_hold_fkey foreign key (brand_id, hold_id) references commerce.price_holds on delete cascade,
  constraint transaction_items_quantity_check check (quantity between 1 and 1000000)
);
call platform.keep_plain('commerce.transaction_items', 'title', 'terms', 'link');
create unique index transaction_items_hold_key on commerce.transaction_items (brand_id, hold_id) where hold_id is not null;
comment on table commerce.transaction_items is 'The items of an order with their prices.';

alter table storefront.ordered_stock
  add constraint ordered_stock_transaction_fkey foreign key (brand_id, transaction_id) references commerce.transactions on delete cascade;

create table commerce.adjustments (
  brand_id text not null,
  transaction_id text not null,
  position smallint not null,
  type text not null,
  status text not null,
  amount_micros bigint,
  note text,
  reported_at timestamptz not null default platform.now(),
  created_by text not null,
  constraint adjustments_pkey primary key (brand_id, transaction_id, position),
  constraint adjustments_transaction_fkey foreign key (brand_id, transaction_id) references commerce.transactions on delete cascade,
  constraint adjustments_type_check check (type in ('refund', 'credit', 'return', 'exchange', 'price_adjustment', 'cancellation', 'dispute')),
  constraint adjustments_status_check check (status in ('pending', 'completed', 'failed')),
  constraint adjustments_note_check check (pg_catalog.length(note) <= 1000)
);
call platform.keep_plain('commerce.adjustments', 'note');
comment on table commerce.adjustments is 'Later changes of an order, as the merchant reports them. Rows are added and never changed.';

create table commerce.confirmation_windows (
  brand_id text not null,
  transaction_id text not null,
  status text not null default 'none',
  version integer not null default 0,
  days smallint not null,
  opened_at timestamptz,
  expires_at timestamptz,
  acted_at timestamptz,
  note text,
  created_by text not null,
  updated_at timestamptz not null default platform.now(),
  constraint confirmation_windows_pkey primary key (brand_id, transaction_id),
  constraint confirmation_windows_transaction_fkey foreign key (brand_id, transaction_id) references commerce.transactions on delete cascade,
  constraint confirmation_windows_days_check check (days between 1 and 30)
);
call platform.keep_plain('commerce.confirmation_windows', 'note');
create index confirmation_windows_status_idx on commerce.confirmation_windows (status, expires_at);
comment on table commerce.confirmation_windows is
  'The period after delivery in which a buyer may confirm or dispute an order, if the order requested it.';

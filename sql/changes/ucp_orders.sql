alter table storefront.checkouts add column created_by text;
alter table commerce.transactions
  add column order_url text,
  add column checkout_id text;
create unique index transactions_checkout_id_key on commerce.transactions (brand_id, checkout_id) where checkout_id is not null;

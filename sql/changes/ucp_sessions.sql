alter table storefront.checkouts
  add column kind text not null default 'checkout',
  add column cart_id text,
  add column discount_codes text[] not null default '{}',
  add column context jsonb not null default '{}',
  add column fulfillment jsonb not null default '{}',
  drop constraint checkouts_line_items_check,
  add constraint checkouts_kind_check check (kind in ('checkout', 'cart') and (kind = 'checkout' or cart_id is null)),
  add constraint checkouts_line_items_check check (
    pg_catalog.jsonb_array_length(line_items) <= 50 and pg_catalog.length(line_items::text) <= 100000
    and (kind = 'cart' or pg_catalog.jsonb_array_length(line_items) > 0)
  ),
  add constraint checkouts_choices_check check (
    pg_catalog.cardinality(discount_codes) <= 10
    and pg_catalog.length(discount_codes::text || context::text || fulfillment::text) <= 40000
  );
create index checkouts_cart_idx on storefront.checkouts (brand_id, cart_id) where cart_id is not null;

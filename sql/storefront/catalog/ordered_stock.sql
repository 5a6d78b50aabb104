create table storefront.ordered_stock (
  brand_id text not null,
  transaction_id text not null,
  product_id text not null,
  quantity integer not null,
  created_by text not null,
  expires_at timestamptz,
  constraint ordered_stock_pkey primary key (brand_id, transaction_id, product_id),
  constraint ordered_stock_quantity_check check (quantity > 0)
);
create index ordered_stock_product_idx on storefront.ordered_stock (brand_id, product_id) include (transaction_id, quantity, expires_at);
comment on table storefront.ordered_stock is
  'The quantities of each product that were ordered since the shop last reported its stock. Bundles count by their products. The next import of the '
  'product and the end of an order that is not delivered delete its rows. Every caller of the shop reads them, because they reduce what all can order.';
comment on column storefront.ordered_stock.created_by is 'The credential that ordered. Agents do not read it.';
comment on column storefront.ordered_stock.expires_at is
  'When the order expires if the merchant does not confirm it: expires_at of the order. Null once the merchant has confirmed it.';

create view storefront.counted_stock
with (security_invoker = true)
as
select held.brand_id, held.product_id, held.transaction_id, held.quantity
from storefront.ordered_stock as held
-- An expired order does not count, even before the expiration job has updated its state.
where held.expires_at is null or held.expires_at > platform.now();
comment on view storefront.counted_stock is
  'The quantities that open and delivered orders take from the stock that the shop last reported. Price holds reserve no stock.';
comment on column storefront.counted_stock.brand_id is 'The brand that sells the product.';
comment on column storefront.counted_stock.product_id is 'The ordered product.';
comment on column storefront.counted_stock.transaction_id is 'The order.';
comment on column storefront.counted_stock.quantity is 'How many pieces the order has.';

create function storefront.remaining_quantity(reported integer, ordered bigint)
returns integer
language sql immutable
return case when remaining_quantity.reported > 0
  then greatest(remaining_quantity.reported - remaining_quantity.ordered, 0)::integer
  else remaining_quantity.reported
end;
comment on function storefront.remaining_quantity(integer, bigint) is
  'Returns the stock that the shop last reported minus later orders, at least 0. A shop that reports 0 or nothing is not counted: the result is what it '
  'reported.';

create function storefront.remaining_availability(availability text, reported integer, ordered bigint)
returns text
language sql immutable
return case
  -- coalesce makes it false without a reported number, so that the orders of the product are not counted.
  when remaining_availability.availability in ('in_stock', 'low_stock') and coalesce(remaining_availability.reported, 0) > 0
    and remaining_availability.reported <= remaining_availability.ordered
  then 'out_of_stock'
  else remaining_availability.availability
end;
comment on function storefront.remaining_availability(text, integer, bigint) is
  'Returns the availability that the shop last reported, or out_of_stock if later orders have used up the reported stock.';

grant select on storefront.counted_stock to
  vitrine_anonymous, vitrine_key, vitrine_person, vitrine_simulated, vitrine_analyst, vitrine_worker, vitrine_gate;
grant execute on function storefront.remaining_quantity(integer, bigint), storefront.remaining_availability(text, integer, bigint) to
  vitrine_anonymous, vitrine_key, vitrine_person, vitrine_simulated, vitrine_analyst, vitrine_worker, vitrine_gate;

create function storefront.find_checkout(brand_id text, checkout_id text, kind text default 'checkout')
returns storefront.checkouts
language plpgsql stable
as $$
declare
  v_checkout storefront.checkouts;
begin
  select held.* into v_checkout
  from storefront.checkouts as held
  where held.brand_id = find_checkout.brand_id and held.checkout_id = find_checkout.checkout_id and held.kind = find_checkout.kind;
  return storefront.quoted_checkout(v_checkout);
end
$$;
comment on function storefront.find_checkout(text, text, text) is 'Returns a checkout session or a cart, or null for an unknown one and for one of another shop.';

create function storefront.lock_checkout(brand_id text, checkout_id text, kind text default 'checkout')
returns storefront.checkouts
language plpgsql volatile
as $$
declare
  v_checkout storefront.checkouts;
begin
  select held.* into v_checkout
  from storefront.checkouts as held
  where held.brand_id = lock_checkout.brand_id and held.checkout_id = lock_checkout.checkout_id and held.kind = lock_checkout.kind
  for update;
  return storefront.quoted_checkout(v_checkout);
end
$$;
comment on function storefront.lock_checkout(text, text, text) is
  'As storefront.find_checkout, with a lock of the row: concurrent changes of a session run one after another.';

create function storefront.checkout_lines(brand_id text, line_items jsonb)
returns table (
  number bigint, item_id text, quantity integer, title text, unit_amount numeric, currency text, link text, problem text, price_micros bigint,
  category text, quantity_available integer
)
language plpgsql stable
as $$
begin
  return query
  with asked as (
    select
      line_item.number, line_item.line, (line_item.line ->> 'quantity')::integer as quantity,
      least(sum((line_item.line ->> 'quantity')::integer) over (partition by line_item.line ->> 'item_id'), 2147483647)::integer as quantity_of_product
    from pg_catalog.jsonb_array_elements(checkout_lines.line_items) with ordinality as line_item (line, number)
  )
  select
    asked.number, asked.line ->> 'item_id', asked.quantity, coalesce(asked.line ->> 'title', held.title),
    storefront.amount_minor(coalesce((asked.line ->> 'unit_price_micros')::bigint, held.price_micros), currencies), currencies.currency, storefront.web_address(held.link),
    case
      -- The prices and the stock of a session with quotes are those of its order.
      when asked.line ? 'unit_price_micros' then null
      when held.product_id is null
        or held.currency <> pg_catalog.first_value(held.currency) over (order by held.currency is null, asked.number)
      then 'item_unavailable'
      when storefront.amount_minor(held.price_micros, currencies) * asked.quantity > 1e14 then 'total_too_large'
      when not (stock.value ->> 'is_orderable')::boolean then 'out_of_stock'
    end,
    coalesce((asked.line ->> 'unit_price_micros')::bigint, held.price_micros), held.category,
    case when stock.value ->> 'status' = 'out_of_stock' then 0 else (stock.value ->> 'quantity_available')::integer end
  from asked
  left join storefront.products as held on held.brand_id = checkout_lines.brand_id and held.product_id = asked.line ->> 'item_id'
  left join core.currencies on currencies.currency = coalesce(asked.line ->> 'currency', held.currency)
  -- The rule of orders, so that a session does not promise what an order refuses.
  left join lateral (
    select commerce.product_availability(checkout_lines.brand_id, array[held.product_id], asked.quantity_of_product) as value
    where held.product_id is not null and not asked.line ? 'unit_price_micros'
  ) as stock on true
  order by asked.number;
end
$$;
comment on function storefront.checkout_lines(text, jsonb) is
  'Returns the lines of a checkout session with their present prices in minor units. problem is item_unavailable for a product that is not in the '
  'catalog or not in the currency of the first line, total_too_large for a line above 1e14 minor units, out_of_stock for lines of a product that an order of all of them could not have (commerce.product_availability), or null. '
  'quantity_available is null if it is not known.';

create function storefront.is_listed(problem text)
returns boolean
language sql immutable
return is_listed.problem is distinct from 'item_unavailable' and is_listed.problem is distinct from 'total_too_large';
comment on function storefront.is_listed(text) is
  'Returns whether a session lists a line with this problem of storefront.checkout_lines. A product that is unavailable, or whose total is too large, is not listed.';

create function storefront.line_problems(brand_id text, line_items jsonb)
returns jsonb
language sql stable
return (
  select coalesce(pg_catalog.jsonb_agg(
    pg_catalog.jsonb_strip_nulls(pg_catalog.jsonb_build_object(
      'code', line.problem, 'item_id', line.item_id, 'quantity_available', line.quantity_available
    ))
    order by line.number
  ), '[]')
  from storefront.checkout_lines(line_problems.brand_id, line_problems.line_items) as line
  where line.problem is not null
);
comment on function storefront.line_problems(text, jsonb) is 'Returns the problems of lines: [{"code", "item_id", "quantity_available"}].';

create function storefront.session_totals(subtotal numeric, items_discount numeric, fulfillment numeric, discount numeric)
returns jsonb
language sql immutable
return (
  select pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object('type', totals.type, 'amount', totals.amount) order by totals.place)
  from (values
    (1, 'subtotal', session_totals.subtotal),
    (2, 'items_discount', -nullif(session_totals.items_discount, 0)),
    (3, 'fulfillment', session_totals.fulfillment),
    (4, 'discount', -nullif(session_totals.discount, 0)),
    (5, 'total', session_totals.subtotal - session_totals.items_discount + coalesce(session_totals.fulfillment, 0) - session_totals.discount)
  ) as totals (place, type, amount)
  where totals.amount is not null
);
comment on function storefront.session_totals(numeric, numeric, numeric, numeric) is
  'Returns totals in minor units. Discounts are negative (Universal Commerce Protocol, Totals), and shipping is absent while its cost is not known.';

create function storefront.shipping_discount(discounts jsonb, fulfillment numeric)
returns numeric
language plpgsql stable
as $$
begin
  return case when commerce.frees_shipping(shipping_discount.discounts) then coalesce(shipping_discount.fulfillment, 0) else 0 end;
end
$$;
comment on function storefront.shipping_discount(jsonb, numeric) is
  'Returns what the codes of commerce.code_discounts take off the cost of shipping: all of it, or nothing. 0 while the cost is not known.';

create function storefront.shown_lines(checkout storefront.checkouts, discounts jsonb)
returns table (
  number bigint, place bigint, item_id text, title text, unit_amount numeric, quantity integer, currency text, problem text, subtotal numeric,
  discount numeric, quantity_available integer
)
language sql stable
as $$
  select
    line.number,
    case when storefront.is_listed(line.problem) then
      pg_catalog.row_number() over (partition by storefront.is_listed(line.problem) order by line.number) - 1
    end,
    line.item_id, line.title, line.unit_amount, line.quantity, line.currency, line.problem, line.unit_amount * line.quantity,
    coalesce((
      select sum((code #>> array['lines', line.number::text, 'amount'])::numeric)
      from pg_catalog.jsonb_array_elements(shown_lines.discounts) as code
    ), 0),
    line.quantity_available
  from storefront.checkout_lines(shown_lines.checkout.brand_id, shown_lines.checkout.line_items) as line;
$$;
comment on function storefront.shown_lines(storefront.checkouts, jsonb) is
  'Returns the lines of a session with their place in the response, counted from 0, and what the codes of commerce.code_discounts take off. place is '
  'null for a product that cannot be bought, which the response does not list.';

create function storefront.follow_checkout(checkout storefront.checkouts)
returns void
language sql volatile
as $$
  update storefront.checkouts as held
  set line_items = follow_checkout.checkout.line_items, discount_codes = follow_checkout.checkout.discount_codes, updated_at = platform.now()
  where held.brand_id = follow_checkout.checkout.brand_id and held.checkout_id = follow_checkout.checkout.cart_id and held.kind = 'cart'
    and not held.is_canceled and held.expires_at > platform.now();
$$;
comment on function storefront.follow_checkout(storefront.checkouts) is
  'Gives the cart of a changed checkout session its items and codes (Universal Commerce Protocol, Cart-to-Checkout Conversion). A cart that is canceled '
  'or has expired does not change.';

grant execute on function
  storefront.find_checkout(text, text, text),
  storefront.lock_checkout(text, text, text),
  storefront.checkout_lines(text, jsonb),
  storefront.is_listed(text),
  storefront.line_problems(text, jsonb),
  storefront.session_totals(numeric, numeric, numeric, numeric),
  storefront.shipping_discount(jsonb, numeric),
  storefront.shown_lines(storefront.checkouts, jsonb),
  storefront.follow_checkout(storefront.checkouts)
to vitrine_anonymous, vitrine_key, vitrine_simulated;

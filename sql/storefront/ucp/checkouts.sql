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

create function storefront.checkout_error(code text, kind text default 'checkout', problems jsonb default '[]')
returns json
language sql stable
return pg_catalog.json_build_object(
  'ucp', storefront.ucp_envelope('dev.ucp.shopping.' || checkout_error.kind, 'error'),
  'messages', (
    select pg_catalog.json_agg('{"type": "error", "severity": "unrecoverable"}'::jsonb || problem.value order by problem.number)
    from pg_catalog.jsonb_array_elements(
      case when checkout_error.problems @> pg_catalog.jsonb_build_array(pg_catalog.jsonb_build_object('code', checkout_error.code)) then checkout_error.problems
        else pg_catalog.jsonb_build_array(pg_catalog.jsonb_build_object('code', checkout_error.code))
      end
    ) with ordinality as problem (value, number)
  )
);
comment on function storefront.checkout_error(text, text, jsonb) is
  'Returns the response for a session or a cart that does not exist or cannot be created (Universal Commerce Protocol, Error Handling). It has the messages '
  'of storefront.line_problems, if one of them has the code.';

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
    case when coalesce(line.problem, '') not in ('item_unavailable', 'total_too_large') then
      pg_catalog.row_number() over (partition by coalesce(line.problem, '') in ('item_unavailable', 'total_too_large') order by line.number) - 1
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

create function storefront.show_checkout(
  checkout storefront.checkouts, base_url text, refusal text default null, negotiated text[] default '{}', notices jsonb default '[]'
)
returns json
language plpgsql stable
as $$
declare
  v_checkout constant storefront.checkouts := show_checkout.checkout;
  v_is_cart constant boolean := v_checkout.kind = 'cart';
  v_order constant json := storefront.checkout_order(v_checkout, show_checkout.base_url);
  v_is_expired constant boolean := v_checkout.expires_at <= platform.now() and v_order is null;
  v_is_over constant boolean := v_checkout.is_canceled or v_is_expired;
  v_codes constant jsonb := commerce.code_discounts(v_checkout.brand_id, v_checkout.line_items, v_checkout.discount_codes);
  v_lines json;
  v_places jsonb;
  v_subtotal numeric;
  v_discount numeric;
  v_currency text;
  v_problems jsonb;
  v_fulfillment jsonb;
  v_totals jsonb;
begin
  select
    pg_catalog.json_agg(
      pg_catalog.json_build_object(
        'id', 'li_' || lines.number,
        'item', pg_catalog.json_build_object('id', lines.item_id, 'title', lines.title, 'price', lines.unit_amount),
        'quantity', lines.quantity,
        'totals', storefront.session_totals(lines.subtotal, lines.discount, null, 0)
      )
      order by lines.number
    ) filter (where lines.place is not null),
    pg_catalog.jsonb_object_agg(lines.number, lines.place) filter (where lines.place is not null),
    coalesce(sum(lines.subtotal) filter (where lines.place is not null), 0),
    coalesce(sum(lines.discount) filter (where lines.place is not null), 0),
    min(lines.currency) filter (where lines.place is not null),
    pg_catalog.jsonb_agg(
      pg_catalog.jsonb_strip_nulls(pg_catalog.jsonb_build_object(
        'type', case when v_is_cart then 'warning' else 'error' end, 'code', lines.problem,
        'severity', case when not v_is_cart then 'recoverable' end, 'item_id', lines.item_id,
        'quantity_available', case when lines.problem = 'out_of_stock' then lines.quantity_available end,
        'path', case when lines.problem = 'out_of_stock' then '$.line_items[' || lines.place || ']' end
      ))
      order by lines.number
    ) filter (where lines.problem is not null)
  into v_lines, v_places, v_subtotal, v_discount, v_currency, v_problems
  from storefront.shown_lines(v_checkout, v_codes) as lines;
  v_currency := storefront.session_currency(v_checkout.brand_id, v_currency);
  v_fulfillment := storefront.show_fulfillment(v_checkout, 'fulfillment' = any (show_checkout.negotiated), v_subtotal - v_discount, v_currency, v_places);
  v_totals := storefront.session_totals(
    v_subtotal, v_discount, (v_fulfillment ->> 'cost')::numeric,
    storefront.shipping_discount(v_codes, (v_fulfillment ->> 'cost')::numeric)
  );
  return pg_catalog.json_strip_nulls(pg_catalog.json_build_object(
    'ucp', storefront.ucp_envelope('dev.ucp.shopping.' || v_checkout.kind),
    'id', v_checkout.checkout_id,
    'status', case
      when v_is_cart then null when v_is_over then 'canceled' when v_order is not null then 'completed' when v_problems is not null then 'incomplete'
      else 'requires_escalation'
    end,
    'line_items', coalesce(v_lines, '[]'),
    'currency', v_currency,
    'discounts', case when 'discount' = any (show_checkout.negotiated) then
      commerce.show_code_discounts(v_checkout.discount_codes, v_codes, v_places, (v_fulfillment ->> 'cost')::numeric)
    end,
    'fulfillment', v_fulfillment -> 'fulfillment',
    'totals', v_totals,
    'messages', case when show_checkout.refusal is not null then pg_catalog.jsonb_build_array(
        pg_catalog.jsonb_build_object(
          'type', 'error', 'code', show_checkout.refusal,
          -- Of an open session another request can succeed (Universal Commerce Protocol, Error Handling).
          'severity', case when v_is_over or v_order is not null then 'unrecoverable' else 'recoverable' end
        )
      ) else '[]' end
      || show_checkout.notices
      || case
        when v_is_expired and not v_checkout.is_canceled then '[{"type": "info", "code": "checkout_expired"}]'::jsonb
        when v_is_over or v_order is not null then '[]'
        when v_problems is not null then v_problems
        when v_is_cart then '[]'
        else '[{"type": "error", "code": "buyer_handoff_required", "severity": "requires_buyer_input"}]'
      end
      || case when 'discount' = any (show_checkout.negotiated) then commerce.code_messages(v_codes, (v_fulfillment ->> 'cost')::numeric) else '[]' end
      || coalesce(v_fulfillment -> 'messages', '[]')
      || case when v_fulfillment ->> 'cost' is null then '[{"type": "info", "code": "total_of_items"}]'::jsonb
        else '[{"type": "info", "code": "total_without_taxes"}]' end,
    'links', storefront.policy_links(v_checkout.brand_id, '{privacy_policy,refund_policy,terms_of_service}'::text[]),
    'expires_at', platform.utc(v_checkout.expires_at),
    'negotiation', storefront.applied_quotes(v_checkout),
    'order', v_order,
    'continue_url', case when not v_is_over and v_order is null then
      storefront.handoff_url(show_checkout.base_url, v_checkout.brand_id, v_checkout.handoff_token)
    end
  ));
end
$$;
comment on function storefront.show_checkout(storefront.checkouts, text, text, text[], jsonb) is
  'Returns a checkout session or a cart. Without a problem the status of a checkout is requires_escalation, because the buyer orders and pays in the '
  'checkout of the merchant, to which continue_url leads. refusal is the code of an operation that its status does not allow, notices are messages about '
  'the request. Totals include the discounts and the shipping of the session also if negotiated has not the extensions that name them.';

create function storefront.checkout_refusal(
  checkout storefront.checkouts, base_url text, negotiated text[] default '{}', kind text default 'checkout'
)
returns json
language plpgsql stable
as $$
declare
  v_is_over constant boolean := checkout_refusal.checkout.is_canceled or checkout_refusal.checkout.expires_at <= platform.now();
begin
  if checkout_refusal.checkout.checkout_id is null or (v_is_over and checkout_refusal.kind = 'cart') then
    return storefront.checkout_error('not_found', checkout_refusal.kind);
  elsif v_is_over or storefront.checkout_order(checkout_refusal.checkout, checkout_refusal.base_url) is not null then
    return storefront.show_checkout(checkout_refusal.checkout, checkout_refusal.base_url, 'operation_not_allowed', checkout_refusal.negotiated);
  end if;
  return null;
end
$$;
comment on function storefront.checkout_refusal(storefront.checkouts, text, text[], text) is
  'Returns the response to a change of a session that does not exist, is canceled or completed, or has expired. Null for a session that can be changed. '
  'A cart that is canceled or has expired does not exist (Universal Commerce Protocol, Get Cart).';

grant execute on function
  storefront.find_checkout(text, text, text),
  storefront.lock_checkout(text, text, text),
  storefront.checkout_error(text, text, jsonb),
  storefront.checkout_lines(text, jsonb),
  storefront.line_problems(text, jsonb),
  storefront.session_totals(numeric, numeric, numeric, numeric),
  storefront.shipping_discount(jsonb, numeric),
  storefront.shown_lines(storefront.checkouts, jsonb),
  storefront.show_checkout(storefront.checkouts, text, text, text[], jsonb),
  storefront.checkout_refusal(storefront.checkouts, text, text[], text)
to vitrine_anonymous, vitrine_key, vitrine_simulated;

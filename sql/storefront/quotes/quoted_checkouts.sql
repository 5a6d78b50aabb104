create function storefront.quoted_order(checkout storefront.checkouts)
returns commerce.transactions
language plpgsql stable
as $$
declare
  v_order commerce.transactions;
begin
  -- Sessions without quotes have no order, and anonymous callers may not read orders.
  if quoted_order.checkout.created_by is not null then
    select held.* into v_order
    from commerce.transactions as held
    where held.brand_id = quoted_order.checkout.brand_id and held.checkout_id = quoted_order.checkout.checkout_id;
  end if;
  return v_order;
end
$$;
comment on function storefront.quoted_order(storefront.checkouts) is 'Returns the order of a checkout session with quotes, or null.';

create function storefront.quoted_checkout(checkout storefront.checkouts)
returns storefront.checkouts
language plpgsql stable
as $$
declare
  v_checkout storefront.checkouts := quoted_checkout.checkout;
begin
  if not storefront.is_session_owner(v_checkout.owner) then
    return null;
  elsif v_checkout.created_by is null then
    return v_checkout;
  elsif v_checkout.created_by is distinct from core.scope_credential_id() then
    return null;
  end if;
  -- The merchant and the agent can also cancel the order itself.
  v_checkout.is_canceled := v_checkout.is_canceled or coalesce((storefront.quoted_order(v_checkout)).status = 'canceled', false);
  return v_checkout;
end
$$;
comment on function storefront.quoted_checkout(storefront.checkouts) is
  'Returns a checkout session as its order leaves it. Null for a session of another caller: one with an owner, or one with quotes.';

create function storefront.has_lines(checkout storefront.checkouts, line_items jsonb)
returns boolean
language sql stable
return storefront.ucp_lines(has_lines.line_items) = (
  select pg_catalog.jsonb_agg(
    pg_catalog.jsonb_build_object('item_id', asked.line -> 'item_id', 'quantity', asked.line -> 'quantity') order by asked.number
  )
  from pg_catalog.jsonb_array_elements((has_lines.checkout).line_items) with ordinality as asked (line, number)
);
comment on function storefront.has_lines(storefront.checkouts, jsonb) is
  'Whether the line items of a request are the products and quantities of a checkout session with quotes.';

create function storefront.checkout_order(checkout storefront.checkouts, base_url text)
returns json
language plpgsql stable
as $$
declare
  v_order constant commerce.transactions := storefront.quoted_order(checkout_order.checkout);
begin
  if v_order.merchant_order_id is null then
    return null;
  end if;
  return pg_catalog.json_build_object(
    'id', v_order.transaction_id,
    'label', v_order.merchant_order_id,
    'permalink_url', coalesce(
      storefront.web_address(v_order.order_url),
      storefront.handoff_url(checkout_order.base_url, v_order.brand_id, v_order.handoff_token)
    )
  );
end
$$;
comment on function storefront.checkout_order(storefront.checkouts, text) is
  'Returns the order of a checkout session with quotes after the merchant has confirmed it (Universal Commerce Protocol, Order Confirmation), else null.';

create function storefront.applied_quotes(checkout storefront.checkouts)
returns json
language plpgsql stable
as $$
begin
  if applied_quotes.checkout.created_by is null then
    return null;
  end if;
  return (
    select pg_catalog.json_build_object('applied', pg_catalog.json_agg(
      pg_catalog.json_build_object(
        'line_item_id', 'li_' || asked.number,
        'quote_id', asked.line ->> 'hold_id',
        'unit_amount', storefront.amount_minor((asked.line ->> 'unit_price_micros')::bigint, currencies),
        'quantity', (asked.line ->> 'quantity')::integer,
        'terms', asked.line -> 'terms'
      )
      order by asked.number
    ))
    from pg_catalog.jsonb_array_elements(applied_quotes.checkout.line_items) with ordinality as asked (line, number)
    join core.currencies on currencies.currency = asked.line ->> 'currency'
    where asked.line ->> 'hold_id' is not null
  );
end
$$;
comment on function storefront.applied_quotes(storefront.checkouts) is
  'Returns the quotes of a checkout session as the negotiation extension shows them. Null for a session without quotes.';

create function storefront.cancel_quoted_order(checkout storefront.checkouts)
returns void
language plpgsql volatile
as $$
declare
  v_order constant commerce.transactions := storefront.quoted_order(cancel_quoted_order.checkout);
begin
  perform commerce.cancel_transaction(v_order.brand_id, v_order.transaction_id, 'checkout_canceled');
end
$$;
comment on function storefront.cancel_quoted_order(storefront.checkouts) is 'Cancels the order of a checkout session with quotes, on behalf of its agent.';

create function storefront.quote_problem(brand_id text, quote jsonb, lines jsonb)
returns text
language plpgsql volatile
as $$
declare
  v_hold commerce.price_holds;
begin
  if quote_problem.quote ->> 'hold_id' is null or quote_problem.quote ->> 'brand_id' is distinct from quote_problem.brand_id then
    return 'quote_invalid';
  end if;
  perform commerce.settle('price_hold', quote_problem.brand_id, quote_problem.quote ->> 'hold_id');
  select held.* into v_hold
  from commerce.price_holds as held
  where held.brand_id = quote_problem.brand_id and held.hold_id = quote_problem.quote ->> 'hold_id'
    -- The shop can read the holds of all agents, and still cannot use them.
    and held.created_by = core.scope_credential_id();
  return case
    when v_hold.hold_id is null then 'quote_invalid'
    when v_hold.status = 'consumed' then 'quote_used'
    when v_hold.status <> 'active' then 'quote_expired'
    -- What is signed must be what is stored.
    when not (v_hold.product_id is not distinct from quote_problem.quote ->> 'product_id')
      or v_hold.quantity <> (quote_problem.quote ->> 'quantity')::numeric
      or v_hold.unit_price_micros <> (quote_problem.quote -> 'unit_price' ->> 'amount')::numeric * 1000000
      or v_hold.currency is distinct from quote_problem.quote -> 'unit_price' ->> 'currency'
      then 'quote_invalid'
    when v_hold.product_id is null or not exists (
      select from pg_catalog.jsonb_array_elements(quote_problem.lines) as asked (line) where asked.line ->> 'item_id' = v_hold.product_id
    ) then 'quote_item_mismatch'
    when not exists (
      select
      from pg_catalog.jsonb_array_elements(quote_problem.lines) as asked (line)
      where asked.line ->> 'item_id' = v_hold.product_id and (asked.line ->> 'quantity')::integer = v_hold.quantity
    ) then 'quote_quantity_mismatch'
    when exists (
      select
      from storefront.checkout_lines(quote_problem.brand_id, quote_problem.lines) as line
      where line.item_id <> v_hold.product_id and line.currency <> v_hold.currency
    ) then 'quote_currency_mismatch'
  end;
end
$$;
comment on function storefront.quote_problem(text, jsonb, jsonb) is
  'Returns why the verified claims of a quote token cannot price one of these lines, as a code of a message, or null. A hold of another agent is unknown.';

create function storefront.quoted_items(lines jsonb, quotes jsonb)
returns jsonb
language plpgsql stable
as $$
declare
  v_items jsonb := '[]'::jsonb;
  v_rest jsonb := quoted_items.quotes;
  v_line jsonb;
  v_quote record;
begin
  for v_line in select asked.line from pg_catalog.jsonb_array_elements(quoted_items.lines) with ordinality as asked (line, number) order by asked.number
  loop
    -- A quote prices one line: the first one with its product and quantity that has no quote yet.
    select given.quote, given.number into v_quote
    from pg_catalog.jsonb_array_elements(v_rest) with ordinality as given (quote, number)
    where given.quote ->> 'product_id' = v_line ->> 'item_id' and (given.quote ->> 'quantity')::numeric = (v_line ->> 'quantity')::numeric
    order by given.number
    limit 1;
    if found then
      v_rest := v_rest - (v_quote.number - 1)::integer;
      v_items := v_items || pg_catalog.jsonb_build_array(pg_catalog.jsonb_build_object('hold_id', v_quote.quote ->> 'hold_id'));
    else
      v_items := v_items || pg_catalog.jsonb_build_array(
        pg_catalog.jsonb_build_object('product_id', v_line ->> 'item_id', 'quantity', v_line -> 'quantity')
      );
    end if;
  end loop;
  -- The same quote twice is used by the first line.
  return case
    when v_rest = '[]' and (
      select count(*) = count(distinct given.quote ->> 'hold_id') from pg_catalog.jsonb_array_elements(quoted_items.quotes) as given (quote)
    ) then v_items
  end;
end
$$;
comment on function storefront.quoted_items(jsonb, jsonb) is
  'Returns the items of commerce.create_transaction for lines and quotes. Null if a quote has no line of its own.';

grant execute on function
  storefront.quoted_order(storefront.checkouts),
  storefront.quoted_checkout(storefront.checkouts),
  storefront.has_lines(storefront.checkouts, jsonb),
  storefront.checkout_order(storefront.checkouts, text),
  storefront.applied_quotes(storefront.checkouts)
to vitrine_anonymous, vitrine_key, vitrine_simulated;
grant execute on function
  storefront.cancel_quoted_order(storefront.checkouts),
  storefront.quote_problem(text, jsonb, jsonb),
  storefront.quoted_items(jsonb, jsonb)
to vitrine_key, vitrine_simulated;

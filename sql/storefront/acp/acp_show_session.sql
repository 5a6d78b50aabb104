create function storefront.acp_lines(line_items jsonb)
returns jsonb
language sql immutable
return (
  select pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object('item_id', asked.line ->> 'id', 'quantity', asked.line -> 'quantity') order by asked.number)
  from pg_catalog.jsonb_array_elements(acp_lines.line_items) with ordinality as asked (line, number)
);
comment on function storefront.acp_lines(jsonb) is
  'Returns the line items of a request of the Agentic Commerce Protocol as storefront.checkouts stores them.';

create function storefront.acp_totals(subtotal numeric, items_discount numeric, fulfillment numeric, discount numeric)
returns jsonb
language sql immutable
return (
  -- Discounts are negative in the one protocol and positive in the other, and its subtotal is after those of items.
  select pg_catalog.jsonb_build_array(pg_catalog.jsonb_build_object('type', 'items_base_amount', 'amount', acp_totals.subtotal))
    || pg_catalog.jsonb_agg(
      pg_catalog.jsonb_build_object('type', total.type, 'amount', case
        when total.type = 'subtotal' then acp_totals.subtotal - acp_totals.items_discount
        when total.type in ('items_discount', 'discount') then -total.amount
        else total.amount
      end)
      order by case total.type when 'items_discount' then 1 when 'subtotal' then 2 else 3 end, total.place
    )
  from pg_catalog.jsonb_array_elements(
    storefront.session_totals(acp_totals.subtotal, acp_totals.items_discount, acp_totals.fulfillment, acp_totals.discount)
  ) with ordinality as shown (line, place)
  cross join lateral (select shown.line ->> 'type' as type, (shown.line ->> 'amount')::numeric as amount, shown.place) as total
);
comment on function storefront.acp_totals(numeric, numeric, numeric, numeric) is
  'Returns storefront.session_totals as the Agentic Commerce Protocol has them: the items before and after their discounts, and discounts as positive amounts.';

create function storefront.acp_show_session(checkout storefront.checkouts, base_url text)
returns json
language plpgsql stable
as $$
declare
  v_is_expired constant boolean := acp_show_session.checkout.expires_at <= platform.now();
  v_is_open constant boolean := not acp_show_session.checkout.is_canceled and not v_is_expired;
  v_codes constant jsonb := commerce.code_discounts(
    acp_show_session.checkout.brand_id, acp_show_session.checkout.line_items, acp_show_session.checkout.discount_codes
  );
  v_lines json;
  v_subtotal numeric;
  v_discount numeric;
  v_shipping numeric;
  v_currency text;
  v_problems json;
  v_can_be_bought boolean;
begin
  select
    pg_catalog.json_agg(
      pg_catalog.json_build_object(
        'id', 'li_' || lines.number,
        'item', pg_catalog.json_build_object('id', lines.item_id),
        'quantity', lines.quantity,
        'name', lines.title,
        'unit_amount', lines.unit_amount,
        'availability_status', case when lines.problem = 'out_of_stock' then 'out_of_stock' end,
        'totals', storefront.acp_totals(lines.subtotal, lines.discount, null, 0)
      )
      order by lines.number
    ) filter (where lines.place is not null),
    coalesce(sum(lines.subtotal) filter (where lines.place is not null), 0),
    coalesce(sum(lines.discount) filter (where lines.place is not null), 0),
    min(lines.currency) filter (where lines.place is not null),
    pg_catalog.json_agg(
      pg_catalog.json_build_object(
        'type', 'error', 'code', case lines.problem when 'out_of_stock' then 'out_of_stock' else 'not_found' end, 'item_id', lines.item_id,
        'quantity_available', case when lines.problem = 'out_of_stock' then lines.quantity_available end,
        'param', case when lines.problem = 'out_of_stock' then '$.line_items[' || lines.place || ']' end
      )
      order by lines.number
    ) filter (where lines.problem is not null),
    pg_catalog.bool_or(lines.problem is null)
  into v_lines, v_subtotal, v_discount, v_currency, v_problems, v_can_be_bought
  from storefront.shown_lines(acp_show_session.checkout, v_codes) as lines;
  v_currency := storefront.session_currency(acp_show_session.checkout.brand_id, v_currency);
  v_shipping := (
    storefront.show_fulfillment(acp_show_session.checkout, false, v_subtotal - v_discount, v_currency, null) ->> 'cost'
  )::numeric;
  return pg_catalog.json_strip_nulls(pg_catalog.json_build_object(
    'id', acp_show_session.checkout.checkout_id,
    'status', case
      when acp_show_session.checkout.is_canceled then 'canceled'
      when v_is_expired then 'expired'
      when v_problems is not null then 'not_ready_for_payment'
      else 'requires_escalation'
    end,
    'currency', pg_catalog.lower(v_currency),
    'line_items', coalesce(v_lines, '[]'),
    'totals', storefront.acp_totals(v_subtotal, v_discount, v_shipping, storefront.shipping_discount(v_codes, v_shipping)),
    'problems', case when v_is_open then v_problems end,
    'links', storefront.policy_links(acp_show_session.checkout.brand_id, '{privacy_policy,return_policy,terms_of_use}'::text[]),
    'created_at', platform.utc(acp_show_session.checkout.created_at),
    'updated_at', platform.utc(acp_show_session.checkout.updated_at),
    'expires_at', platform.utc(acp_show_session.checkout.expires_at),
    'continue_url', case when v_is_open and v_can_be_bought then
      storefront.handoff_url(
        acp_show_session.base_url, acp_show_session.checkout.brand_id, acp_show_session.checkout.handoff_token
      )
    end
  ));
end
$$;
comment on function storefront.acp_show_session(storefront.checkouts, text) is
  'Returns a checkout session of the Agentic Commerce Protocol. Without a problem its status is requires_escalation, because the buyer orders and pays '
  'in the checkout of the merchant, to which continue_url leads. Its totals are those of the same session in the Universal Commerce Protocol: the codes and '
  'the shipping that were chosen there count.';

create function storefront.acp_refusal(code text, param text default null, given json default '{}')
returns json
language sql immutable
return pg_catalog.json_build_object(
  'refusal', pg_catalog.json_build_object('code', acp_refusal.code, 'param', acp_refusal.param, 'values', acp_refusal.given)
);
comment on function storefront.acp_refusal(text, text, json) is
  'Returns a refused request of a checkout session. It is stored for its idempotency key, as a response of a success.';

create function storefront.acp_closed_session(checkout storefront.checkouts)
returns json
language plpgsql stable
as $$
begin
  -- Sessions with quotes are of the negotiation extension of another protocol.
  if acp_closed_session.checkout.checkout_id is null or acp_closed_session.checkout.created_by is not null then
    perform platform.fail('NTFND', 'names_no_checkout_session', 'checkout_session_id');
  elsif acp_closed_session.checkout.is_canceled then
    return storefront.acp_refusal('session_canceled');
  elsif acp_closed_session.checkout.expires_at <= platform.now() then
    return storefront.acp_refusal('session_expired');
  end if;
  return null;
end
$$;
comment on function storefront.acp_closed_session(storefront.checkouts) is
  'Returns the refusal of a session that is canceled or has expired, or null. Raises NTFND for a session that does not exist.';

create function storefront.acp_refused_lines(brand_id text, line_items jsonb, currency text)
returns json
language plpgsql stable
as $$
declare
  v_refusal json;
begin
  select storefront.acp_refusal(
    fault.code,
    '$.line_items[' || line.number - 1 || ']' || case fault.code when 'quantity_exceeded' then '.quantity' else '.id' end,
    pg_catalog.json_build_object('item_id', line.item_id, 'currency', pg_catalog.lower(line.currency))
  )
  into v_refusal
  from storefront.checkout_lines(acp_refused_lines.brand_id, acp_refused_lines.line_items) as line
  cross join lateral (
    select case
      when line.currency is null then 'invalid_item_id'
      when line.currency <> acp_refused_lines.currency then 'unsupported_currency'
      when line.problem = 'item_unavailable' then 'unsupported_currency'
      when line.problem = 'total_too_large' then 'quantity_exceeded'
    end as code
  ) as fault
  where fault.code is not null
  order by line.number
  limit 1;
  if v_refusal is null
    and not exists (select from storefront.checkout_lines(acp_refused_lines.brand_id, acp_refused_lines.line_items) as line where line.link is not null)
    and not storefront.has_website(acp_refused_lines.brand_id)
  then
    return storefront.acp_refusal('handoff_unavailable');
  end if;
  return v_refusal;
end
$$;
comment on function storefront.acp_refused_lines(text, jsonb, text) is
  'Returns the refusal of line items with an unknown product, one in another currency or a total that is too high, or of a shop without an address. '
  'Null for line items that a session can have. A null currency accepts any.';

create function storefront.acp_request(
  brand_id text, operation text, checkout_session_id text, caller text, idempotency_key text, fingerprint text
)
returns storefront.checkout_requests
language plpgsql volatile
as $$
begin
  if acp_request.idempotency_key is not null and not pg_catalog.pg_try_advisory_xact_lock(pg_catalog.hashtextextended(
    pg_catalog.jsonb_build_array(
      'acp', acp_request.brand_id, acp_request.operation, acp_request.checkout_session_id, acp_request.caller,
      acp_request.idempotency_key
    )::text,
    0
  )) then
    perform platform.fail('INFLT', 'is_in_use_by_a_request_in_progress', 'idempotency_key', pg_catalog.json_build_object('retry_after', 1));
  end if;
  return storefront.checkout_request(
    acp_request.brand_id, 'acp_' || acp_request.operation, acp_request.checkout_session_id, acp_request.caller,
    acp_request.idempotency_key, acp_request.fingerprint
  );
end
$$;
comment on function storefront.acp_request(text, text, text, text, text, text) is
  'As storefront.checkout_request, for a caller and the fingerprint of a body. Raises INFLT while the first request with the key runs '
  '(Agentic Commerce Protocol, Agentic Checkout 6.4).';

grant execute on function
  storefront.acp_lines(jsonb),
  storefront.acp_totals(numeric, numeric, numeric, numeric),
  storefront.acp_show_session(storefront.checkouts, text),
  storefront.acp_refusal(text, text, json),
  storefront.acp_closed_session(storefront.checkouts),
  storefront.acp_refused_lines(text, jsonb, text),
  storefront.acp_request(text, text, text, text, text, text)
to vitrine_anonymous, vitrine_key, vitrine_simulated;

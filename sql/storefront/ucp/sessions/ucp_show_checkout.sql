create function storefront.ucp_error(code text, problems jsonb default '[]')
returns json
language sql stable
return pg_catalog.json_build_object(
  'ucp', storefront.ucp_envelope(is_error => true),
  'messages', (
    select pg_catalog.json_agg('{"type": "error", "severity": "unrecoverable"}'::jsonb || problem.value order by problem.number)
    from pg_catalog.jsonb_array_elements(
      case when ucp_error.problems @> pg_catalog.jsonb_build_array(pg_catalog.jsonb_build_object('code', ucp_error.code)) then ucp_error.problems
        else pg_catalog.jsonb_build_array(pg_catalog.jsonb_build_object('code', ucp_error.code))
      end
    ) with ordinality as problem (value, number)
  )
);
comment on function storefront.ucp_error(text, jsonb) is
  'Returns the response for a session, a cart or an order that does not exist or cannot be created (Universal Commerce Protocol, Error Handling). It has the messages '
  'of storefront.line_problems, if one of them has the code.';

create function storefront.ucp_show_checkout(
  checkout storefront.checkouts, base_url text, refusal text default null, negotiated text[] default '{}', notices jsonb default '[]'
)
returns json
language plpgsql stable
as $$
declare
  v_checkout constant storefront.checkouts := ucp_show_checkout.checkout;
  v_is_cart constant boolean := v_checkout.kind = 'cart';
  v_order constant json := storefront.checkout_order(v_checkout, ucp_show_checkout.base_url);
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
  v_fulfillment := storefront.show_fulfillment(v_checkout, 'fulfillment' = any (ucp_show_checkout.negotiated), v_subtotal - v_discount, v_currency, v_places);
  v_totals := storefront.session_totals(
    v_subtotal, v_discount, (v_fulfillment ->> 'cost')::numeric,
    storefront.shipping_discount(v_codes, (v_fulfillment ->> 'cost')::numeric)
  );
  return pg_catalog.json_strip_nulls(pg_catalog.json_build_object(
    'ucp', storefront.ucp_envelope(),
    'id', v_checkout.checkout_id,
    'status', case
      when v_is_cart then null when v_is_over then 'canceled' when v_order is not null then 'completed' when v_problems is not null then 'incomplete'
      else 'requires_escalation'
    end,
    'line_items', coalesce(v_lines, '[]'),
    'currency', v_currency,
    'discounts', case when 'discount' = any (ucp_show_checkout.negotiated) then
      commerce.show_code_discounts(v_checkout.discount_codes, v_codes, v_places, (v_fulfillment ->> 'cost')::numeric)
    end,
    'fulfillment', v_fulfillment -> 'fulfillment',
    'totals', v_totals,
    'messages', case when ucp_show_checkout.refusal is not null then pg_catalog.jsonb_build_array(
        pg_catalog.jsonb_build_object(
          'type', 'error', 'code', ucp_show_checkout.refusal,
          -- Of an open session another request can succeed (Universal Commerce Protocol, Error Handling).
          'severity', case when v_is_over or v_order is not null then 'unrecoverable' else 'recoverable' end
        )
      ) else '[]' end
      || ucp_show_checkout.notices
      || case
        when v_is_expired and not v_checkout.is_canceled then '[{"type": "info", "code": "checkout_expired"}]'::jsonb
        when v_is_over or v_order is not null then '[]'
        when v_problems is not null then v_problems
        when v_is_cart then '[]'
        else '[{"type": "error", "code": "buyer_handoff_required", "severity": "requires_buyer_input"}]'
      end
      || case when 'discount' = any (ucp_show_checkout.negotiated) then commerce.code_messages(v_codes, (v_fulfillment ->> 'cost')::numeric) else '[]' end
      || coalesce(v_fulfillment -> 'messages', '[]')
      || case when v_fulfillment ->> 'cost' is null then '[{"type": "info", "code": "total_of_items"}]'::jsonb
        else '[{"type": "info", "code": "total_without_taxes"}]' end,
    'links', storefront.policy_links(v_checkout.brand_id, '{privacy_policy,refund_policy,terms_of_service}'::text[]),
    'expires_at', platform.utc(v_checkout.expires_at),
    'negotiation', storefront.applied_quotes(v_checkout),
    'order', v_order,
    'continue_url', case when not v_is_over and v_order is null then
      storefront.handoff_url(ucp_show_checkout.base_url, v_checkout.brand_id, v_checkout.handoff_token)
    end
  ));
end
$$;
comment on function storefront.ucp_show_checkout(storefront.checkouts, text, text, text[], jsonb) is
  'Returns a checkout session or a cart. Without a problem the status of a checkout is requires_escalation, because the buyer orders and pays in the '
  'checkout of the merchant, to which continue_url leads. refusal is the code of an operation that its status does not allow, notices are messages about '
  'the request. Totals include the discounts and the shipping of the session also if negotiated has not the extensions that name them.';

create function storefront.ucp_refusal(
  checkout storefront.checkouts, base_url text, negotiated text[] default '{}', kind text default 'checkout'
)
returns json
language plpgsql stable
as $$
declare
  v_is_over constant boolean := ucp_refusal.checkout.is_canceled or ucp_refusal.checkout.expires_at <= platform.now();
begin
  if ucp_refusal.checkout.checkout_id is null or (v_is_over and ucp_refusal.kind = 'cart') then
    return storefront.ucp_error('not_found');
  elsif v_is_over or storefront.checkout_order(ucp_refusal.checkout, ucp_refusal.base_url) is not null then
    return storefront.ucp_show_checkout(ucp_refusal.checkout, ucp_refusal.base_url, 'operation_not_allowed', ucp_refusal.negotiated);
  end if;
  return null;
end
$$;
comment on function storefront.ucp_refusal(storefront.checkouts, text, text[], text) is
  'Returns the response to a change of a session that does not exist, is canceled or completed, or has expired. Null for a session that can be changed. '
  'A cart that is canceled or has expired does not exist (Universal Commerce Protocol, Get Cart).';

grant execute on function
  storefront.ucp_error(text, jsonb),
  storefront.ucp_show_checkout(storefront.checkouts, text, text, text[], jsonb),
  storefront.ucp_refusal(storefront.checkouts, text, text[], text)
to vitrine_anonymous, vitrine_key, vitrine_simulated;

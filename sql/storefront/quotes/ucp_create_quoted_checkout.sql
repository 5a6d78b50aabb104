create function storefront.ucp_create_quoted_checkout(
  brand_id text, line_items jsonb, quotes jsonb, context jsonb default null, discounts jsonb default null, fulfillment jsonb default null,
  idempotency_key text default null, caller text default '', fingerprint text default '', negotiated text[] default '{}', base_url text default '',
  order_webhook jsonb default null
)
returns json
language plpgsql volatile
as $$
declare
  v_brand_id constant text := core.data_brand_id(ucp_create_quoted_checkout.brand_id);
  v_request constant storefront.checkout_requests := storefront.checkout_request(
    v_brand_id, 'ucp_create_checkout', null, ucp_create_quoted_checkout.caller, ucp_create_quoted_checkout.idempotency_key, ucp_create_quoted_checkout.fingerprint
  );
  v_lines constant jsonb := storefront.ucp_lines(ucp_create_quoted_checkout.line_items);
  v_checkout storefront.checkouts;
  v_read record;
  v_order commerce.transactions;
  v_order_id text;
  v_items jsonb;
  v_notices jsonb := '[]'::jsonb;
  v_problem text;
begin
  if v_request.answer is not null then
    return storefront.stored_checkout_response(v_request);
  end if;
  if v_lines = '[]' then
    perform platform.fail('BADRQ', 'must_have_at_least_one_item', 'line_items');
  end if;
  perform commerce.lock_agent(v_brand_id, core.scope_credential_id());
  select min(found.problem) into v_problem
  from (
    select storefront.quote_problem(v_brand_id, given.quote, v_lines) as problem
    from pg_catalog.jsonb_array_elements(ucp_create_quoted_checkout.quotes) as given (quote)
    order by given.quote ->> 'hold_id'
  ) as found;
  if v_problem is null then
    v_items := storefront.quoted_items(v_lines, ucp_create_quoted_checkout.quotes);
    v_problem := case when v_items is null then 'quote_used' end;
  end if;
  if v_problem is null then
    -- All lines become one order, so that each of them must be available.
    select line.problem into v_problem
    from storefront.checkout_lines(v_brand_id, v_lines) as line
    where line.problem is not null
    order by line.number
    limit 1;
  end if;
  if v_problem is null then
    v_problem := case
      when not exists (select from storefront.checkout_lines(v_brand_id, v_lines) as line where line.link is not null)
        and not storefront.has_website(v_brand_id)
        then 'handoff_unavailable'
    end;
  end if;
  if v_problem is not null then
    return storefront.store_checkout_response(v_request, storefront.ucp_error(
      v_problem, storefront.line_problems(v_brand_id, v_lines)
    ));
  end if;
  begin
    v_order_id := commerce.create_transaction(ucp_create_quoted_checkout.brand_id, v_items) ->> 'id';
  exception when sqlstate 'NOSTK' then
    return storefront.store_checkout_response(v_request, storefront.ucp_error(
      'out_of_stock', storefront.line_problems(v_brand_id, v_lines)
    ));
  end;
  select held.* into strict v_order
  from commerce.transactions as held
  where held.brand_id = v_brand_id and held.transaction_id = v_order_id;
  v_checkout.brand_id := v_brand_id;
  v_checkout.kind := 'checkout';
  v_checkout := storefront.ucp_read_session(
    v_checkout, ucp_create_quoted_checkout.line_items, ucp_create_quoted_checkout.context, ucp_create_quoted_checkout.discounts, ucp_create_quoted_checkout.negotiated
  );
  v_read := storefront.ucp_read_fulfillment(v_checkout, ucp_create_quoted_checkout.fulfillment, ucp_create_quoted_checkout.negotiated);
  insert into storefront.checkouts as held (
    brand_id, context, discount_codes, fulfillment, line_items, handoff_token, created_by, expires_at
  )
  select
    v_brand_id, v_checkout.context, v_checkout.discount_codes, v_read.chosen,
    pg_catalog.jsonb_agg(
      pg_catalog.jsonb_strip_nulls(pg_catalog.jsonb_build_object(
        'item_id', items.product_id, 'quantity', items.quantity, 'title', items.title, 'unit_price_micros', items.unit_price_micros,
        'currency', v_order.currency, 'hold_id', items.hold_id, 'terms', nullif(items.terms, '{}')
      ))
      order by items.position
    ),
    v_order.handoff_token, v_order.created_by, v_order.expires_at
  from commerce.transaction_items as items
  where items.brand_id = v_brand_id and items.transaction_id = v_order.transaction_id
  returning held.* into v_checkout;
  update commerce.transactions as held
  set checkout_id = v_checkout.checkout_id
  where held.brand_id = v_brand_id and held.transaction_id = v_order.transaction_id;
  if ucp_create_quoted_checkout.order_webhook ->> 'url' is not null then
    perform storefront.want_order_events(v_brand_id, v_order.transaction_id, ucp_create_quoted_checkout.order_webhook);
  elsif ucp_create_quoted_checkout.order_webhook is not null then
    v_notices := pg_catalog.jsonb_build_array(pg_catalog.jsonb_build_object(
      'type', 'warning', 'code', 'order_events_not_sent', 'reason', ucp_create_quoted_checkout.order_webhook ->> 'withheld'
    ));
  end if;
  return storefront.store_checkout_response(
    v_request,
    storefront.ucp_show_checkout(
      v_checkout, ucp_create_quoted_checkout.base_url, null, ucp_create_quoted_checkout.negotiated,
      storefront.ucp_unused_parts(ucp_create_quoted_checkout.negotiated, ucp_create_quoted_checkout.discounts, ucp_create_quoted_checkout.fulfillment)
        || coalesce(v_read.refusal, '[]') || v_notices
    )
  );
end
$$;
comment on function storefront.ucp_create_quoted_checkout(text, jsonb, jsonb, jsonb, jsonb, jsonb, text, text, text, text[], text, jsonb) is
  'POST /checkout-sessions with quote tokens: creates a session and its order at the quoted prices, which uses the holds. quotes contains the verified '
  'claims of the tokens. The order is visible and cancelable like every order of the agent, and its handoff link is the continue_url. '
  'order_webhook is {url, version} of the verified platform that wants events of the order, or {withheld} with the reason why none are sent, which a message says.';
grant execute on function storefront.ucp_create_quoted_checkout(text, jsonb, jsonb, jsonb, jsonb, jsonb, text, text, text, text[], text, jsonb) to vitrine_key, vitrine_simulated;
call core.register_operation('storefront.ucp_create_quoted_checkout', 'write:negotiation', brand => 'shown', access => 'write');

create function storefront.ucp_create_cart(
  brand_id text, line_items jsonb, context jsonb default null, discounts jsonb default null, idempotency_key text default null,
  caller text default '', fingerprint text default '', negotiated text[] default '{}', base_url text default ''
)
returns json
language plpgsql volatile
as $$
declare
  v_brand_id constant text := core.data_brand_id(ucp_create_cart.brand_id);
  v_request constant storefront.checkout_requests := storefront.checkout_request(
    v_brand_id, 'ucp_create_cart', null, ucp_create_cart.caller, ucp_create_cart.idempotency_key, ucp_create_cart.fingerprint
  );
  v_cart storefront.checkouts;
  v_problem text;
begin
  if v_request.answer is not null then
    return storefront.stored_checkout_response(v_request);
  end if;
  v_cart.brand_id := v_brand_id;
  v_cart.kind := 'cart';
  v_cart := storefront.ucp_read_session(v_cart, ucp_create_cart.line_items, ucp_create_cart.context, ucp_create_cart.discounts, ucp_create_cart.negotiated);
  if v_cart.line_items <> '[]' then
    v_problem := storefront.ucp_session_problem(v_brand_id, v_cart.line_items);
  end if;
  if v_problem is not null then
    return storefront.store_checkout_response(v_request, storefront.ucp_error(
      v_problem, storefront.line_problems(v_brand_id, v_cart.line_items)
    ));
  end if;
  insert into storefront.checkouts as held (brand_id, checkout_id, kind, owner, line_items, context, discount_codes, expires_at)
  values (
    v_brand_id, platform.new_id('crt'), 'cart', storefront.session_owner(), v_cart.line_items, v_cart.context, v_cart.discount_codes, platform.now() + interval '7 days'
  )
  returning held.* into v_cart;
  return storefront.store_checkout_response(
    v_request,
    storefront.ucp_show_checkout(
      v_cart, ucp_create_cart.base_url, null, ucp_create_cart.negotiated, storefront.ucp_unused_parts(ucp_create_cart.negotiated, ucp_create_cart.discounts)
    )
  );
end
$$;
comment on function storefront.ucp_create_cart(text, jsonb, jsonb, jsonb, text, text, text, text[], text) is
  'POST /carts of the Universal Commerce Protocol: creates a cart for seven days. It reserves no stock.';
grant execute on function storefront.ucp_create_cart(text, jsonb, jsonb, jsonb, text, text, text, text[], text)
to vitrine_anonymous, vitrine_key, vitrine_simulated;
call core.register_operation('storefront.ucp_create_cart', 'read:commerce', brand => 'shown', access => 'write', allow_anonymous => true);

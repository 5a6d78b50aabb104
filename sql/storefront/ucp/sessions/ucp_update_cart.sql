create function storefront.ucp_update_cart(
  brand_id text, cart_id text, line_items jsonb, context jsonb default null, discounts jsonb default null, idempotency_key text default null,
  caller text default '', fingerprint text default '', negotiated text[] default '{}', base_url text default ''
)
returns json
language plpgsql volatile
as $$
declare
  v_brand_id constant text := core.data_brand_id(ucp_update_cart.brand_id);
  v_request constant storefront.checkout_requests := storefront.checkout_request(
    v_brand_id, 'ucp_update_cart', ucp_update_cart.cart_id, ucp_update_cart.caller, ucp_update_cart.idempotency_key, ucp_update_cart.fingerprint
  );
  v_cart storefront.checkouts;
  v_refusal json;
begin
  if v_request.answer is not null then
    return storefront.stored_checkout_response(v_request);
  end if;
  v_cart := storefront.lock_checkout(v_brand_id, ucp_update_cart.cart_id, 'cart');
  v_refusal := storefront.ucp_refusal(v_cart, ucp_update_cart.base_url, ucp_update_cart.negotiated, 'cart');
  if v_refusal is not null then
    return storefront.store_checkout_response(v_request, v_refusal);
  end if;
  v_cart := storefront.ucp_read_session(v_cart, ucp_update_cart.line_items, ucp_update_cart.context, ucp_update_cart.discounts, ucp_update_cart.negotiated);
  update storefront.checkouts as held
  set line_items = v_cart.line_items, context = v_cart.context, discount_codes = v_cart.discount_codes, updated_at = platform.now()
  where held.brand_id = v_brand_id and held.checkout_id = v_cart.checkout_id
  returning held.* into v_cart;
  return storefront.store_checkout_response(
    v_request,
    storefront.ucp_show_checkout(
      v_cart, ucp_update_cart.base_url, null, ucp_update_cart.negotiated, storefront.ucp_unused_parts(ucp_update_cart.negotiated, ucp_update_cart.discounts)
        || case when (storefront.ucp_session_of_cart(v_cart)).checkout_id is null then '[]' else pg_catalog.jsonb_build_array(pg_catalog.jsonb_build_object(
          'type', 'warning', 'code', 'open_checkout_unchanged', 'checkout_id', (storefront.ucp_session_of_cart(v_cart)).checkout_id
        )) end
    )
  );
end
$$;
comment on function storefront.ucp_update_cart(text, text, jsonb, jsonb, jsonb, text, text, text, text[], text) is
  'PUT /carts/{cart_id} of the Universal Commerce Protocol: replaces the content of a cart. Its open checkout session keeps its own, '
  'which a message says.';
grant execute on function storefront.ucp_update_cart(text, text, jsonb, jsonb, jsonb, text, text, text, text[], text)
to vitrine_anonymous, vitrine_key, vitrine_simulated;
call core.register_operation('storefront.ucp_update_cart', 'read:commerce', brand => 'shown', access => 'write', allow_anonymous => true);

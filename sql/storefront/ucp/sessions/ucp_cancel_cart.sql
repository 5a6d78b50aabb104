create function storefront.ucp_cancel_cart(
  brand_id text, cart_id text, idempotency_key text default null, caller text default '', fingerprint text default '', negotiated text[] default '{}', base_url text default ''
)
returns json
language plpgsql volatile
as $$
declare
  v_brand_id constant text := core.data_brand_id(ucp_cancel_cart.brand_id);
  v_request constant storefront.checkout_requests := storefront.checkout_request(
    v_brand_id, 'ucp_cancel_cart', ucp_cancel_cart.cart_id, ucp_cancel_cart.caller, ucp_cancel_cart.idempotency_key, ucp_cancel_cart.fingerprint
  );
  v_cart storefront.checkouts;
  v_refusal json;
begin
  if v_request.answer is not null then
    return storefront.stored_checkout_response(v_request);
  end if;
  v_cart := storefront.lock_checkout(v_brand_id, ucp_cancel_cart.cart_id, 'cart');
  v_refusal := storefront.ucp_refusal(v_cart, ucp_cancel_cart.base_url, ucp_cancel_cart.negotiated, 'cart');
  if v_refusal is not null then
    return storefront.store_checkout_response(v_request, v_refusal);
  end if;
  update storefront.checkouts as held
  set is_canceled = true, updated_at = platform.now()
  where held.brand_id = v_brand_id and held.checkout_id = v_cart.checkout_id
  returning held.* into v_cart;
  return storefront.store_checkout_response(v_request, storefront.ucp_show_checkout(v_cart, ucp_cancel_cart.base_url, null, ucp_cancel_cart.negotiated));
end
$$;
comment on function storefront.ucp_cancel_cart(text, text, text, text, text, text[], text) is
  'POST /carts/{cart_id}/cancel of the Universal Commerce Protocol: deletes a cart and returns it as it was, without its continue_url, which '
  'is invalid afterwards.';
grant execute on function storefront.ucp_cancel_cart(text, text, text, text, text, text[], text)
to vitrine_anonymous, vitrine_key, vitrine_simulated;
call core.register_operation('storefront.ucp_cancel_cart', 'read:commerce', brand => 'shown', access => 'write', allow_anonymous => true);

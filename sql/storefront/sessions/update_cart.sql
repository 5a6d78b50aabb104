create function storefront.update_cart(
  brand_id text, cart_id text, line_items jsonb, context jsonb default null, discounts jsonb default null, idempotency_key text default null,
  platform text default '', fingerprint text default '', negotiated text[] default '{}', base_url text default ''
)
returns json
language plpgsql volatile
as $$
declare
  v_brand_id constant text := core.data_brand_id(update_cart.brand_id);
  v_request constant storefront.checkout_requests := storefront.checkout_request(
    v_brand_id, 'update_cart', update_cart.cart_id, update_cart.platform, update_cart.idempotency_key, update_cart.fingerprint
  );
  v_cart storefront.checkouts;
  v_refusal json;
begin
  if v_request.answer is not null then
    return v_request.answer;
  end if;
  v_cart := storefront.lock_checkout(v_brand_id, update_cart.cart_id, 'cart');
  v_refusal := storefront.checkout_refusal(v_cart, update_cart.base_url, update_cart.negotiated, 'cart');
  if v_refusal is not null then
    return storefront.keep_checkout_answer(v_request, v_refusal);
  end if;
  v_cart := storefront.read_session(v_cart, update_cart.line_items, update_cart.context, update_cart.discounts, update_cart.negotiated);
  update storefront.checkouts as held
  set line_items = v_cart.line_items, context = v_cart.context, discount_codes = v_cart.discount_codes, updated_at = platform.now()
  where held.brand_id = v_brand_id and held.checkout_id = v_cart.checkout_id
  returning held.* into v_cart;
  return storefront.keep_checkout_answer(
    v_request,
    storefront.show_checkout(
      v_cart, update_cart.base_url, null, update_cart.negotiated, storefront.unused_parts(update_cart.negotiated, update_cart.discounts)
        || case when (storefront.open_checkout(v_cart)).checkout_id is null then '[]' else pg_catalog.jsonb_build_array(pg_catalog.jsonb_build_object(
          'type', 'warning', 'code', 'open_checkout_unchanged', 'checkout_id', (storefront.open_checkout(v_cart)).checkout_id
        )) end
    )
  );
end
$$;
comment on function storefront.update_cart(text, text, jsonb, jsonb, jsonb, text, text, text, text[], text) is
  'PUT /carts/{cart_id} of the Universal Commerce Protocol: replaces the content of a cart. Its open checkout session keeps its own, '
  'which a message says.';
grant execute on function storefront.update_cart(text, text, jsonb, jsonb, jsonb, text, text, text, text[], text)
to vitrine_anonymous, vitrine_key, vitrine_simulated;
call core.register_operation('storefront.update_cart', 'read:commerce', brand => 'shown', access => 'write', allow_anonymous => true);

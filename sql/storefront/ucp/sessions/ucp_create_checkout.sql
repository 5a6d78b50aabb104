create function storefront.ucp_create_checkout(
  brand_id text, line_items jsonb, cart_id text default null, context jsonb default null, discounts jsonb default null, fulfillment jsonb default null,
  idempotency_key text default null, caller text default '', fingerprint text default '', negotiated text[] default '{}', base_url text default ''
)
returns json
language plpgsql volatile
as $$
declare
  v_brand_id constant text := core.data_brand_id(ucp_create_checkout.brand_id);
  v_request constant storefront.checkout_requests := storefront.checkout_request(
    v_brand_id, 'ucp_create_checkout', null, ucp_create_checkout.caller, ucp_create_checkout.idempotency_key, ucp_create_checkout.fingerprint
  );
  v_cart_id constant text := case when 'cart' = any (ucp_create_checkout.negotiated) then ucp_create_checkout.cart_id end;
  v_cart storefront.checkouts;
  v_checkout storefront.checkouts;
  v_read record;
  v_notices jsonb := '[]'::jsonb;
  v_problem text;
begin
  if v_request.answer is not null then
    return storefront.stored_checkout_response(v_request);
  end if;
  if v_cart_id is not null then
    -- The lock makes concurrent conversions of a cart run one after another.
    v_cart := storefront.lock_checkout(v_brand_id, v_cart_id, 'cart');
    if v_cart.checkout_id is null or v_cart.is_canceled or v_cart.expires_at <= platform.now() then
      return storefront.store_checkout_response(v_request, storefront.ucp_error('not_found'));
    end if;
    v_checkout := storefront.ucp_session_of_cart(v_cart);
    if v_checkout.checkout_id is not null then
      return storefront.store_checkout_response(v_request, storefront.ucp_show_checkout(
        v_checkout, ucp_create_checkout.base_url, null, ucp_create_checkout.negotiated, storefront.ucp_cart_notice(
          'open_checkout_returned', v_checkout, ucp_create_checkout.line_items, ucp_create_checkout.context, ucp_create_checkout.discounts,
          ucp_create_checkout.fulfillment
        )
      ));
    end if;
    v_checkout := v_cart;
    v_notices := storefront.ucp_cart_notice(
      'cart_content_used', v_cart, ucp_create_checkout.line_items, ucp_create_checkout.context, ucp_create_checkout.discounts, null
    ) || storefront.ucp_unused_parts(ucp_create_checkout.negotiated, null, ucp_create_checkout.fulfillment);
  else
    if ucp_create_checkout.line_items = '[]' then
      perform platform.fail('BADRQ', 'must_have_at_least_one_item', 'line_items');
    end if;
    v_checkout.brand_id := v_brand_id;
    v_checkout := storefront.ucp_read_session(
      v_checkout, ucp_create_checkout.line_items, ucp_create_checkout.context, ucp_create_checkout.discounts, ucp_create_checkout.negotiated
    );
    v_notices := storefront.ucp_unused_parts(
      ucp_create_checkout.negotiated, ucp_create_checkout.discounts, ucp_create_checkout.fulfillment, ucp_create_checkout.cart_id
    );
  end if;
  v_checkout.kind := 'checkout';
  v_read := storefront.ucp_read_fulfillment(v_checkout, ucp_create_checkout.fulfillment, ucp_create_checkout.negotiated);
  v_notices := v_notices || coalesce(v_read.refusal, '[]');
  -- Without one item that can be bought there is no session (Universal Commerce Protocol, Error Handling).
  v_problem := case when v_checkout.line_items = '[]' then 'cart_is_empty' else storefront.ucp_session_problem(v_brand_id, v_checkout.line_items) end;
  if v_problem is not null then
    return storefront.store_checkout_response(v_request, storefront.ucp_error(
      v_problem, storefront.line_problems(v_brand_id, v_checkout.line_items)
    ));
  end if;
  -- A cart gets the owner of its checkout session, because its id leads to the session.
  update storefront.checkouts as held
  set owner = storefront.session_owner()
  where held.brand_id = v_brand_id and held.checkout_id = v_cart_id and held.owner is null;
  insert into storefront.checkouts as held (brand_id, cart_id, owner, line_items, context, discount_codes, fulfillment, expires_at)
  values (
    v_brand_id, v_cart_id, storefront.session_owner(), v_checkout.line_items, v_checkout.context, v_checkout.discount_codes, v_read.chosen,
    -- Six hours are the default of the protocol.
    platform.now() + interval '6 hours'
  )
  returning held.* into v_checkout;
  return storefront.store_checkout_response(
    v_request, storefront.ucp_show_checkout(v_checkout, ucp_create_checkout.base_url, null, ucp_create_checkout.negotiated, v_notices)
  );
end
$$;
comment on function storefront.ucp_create_checkout(text, jsonb, text, jsonb, jsonb, jsonb, text, text, text, text[], text) is
  'POST /checkout-sessions of the Universal Commerce Protocol: creates a session whose continue_url leads to the checkout of the merchant. It reserves no '
  'stock. The content of a cart is used instead of the content of the request, and a cart has one open session.';
grant execute on function storefront.ucp_create_checkout(text, jsonb, text, jsonb, jsonb, jsonb, text, text, text, text[], text)
to vitrine_anonymous, vitrine_key, vitrine_simulated;
call core.register_operation('storefront.ucp_create_checkout', 'read:commerce', brand => 'shown', access => 'write', allow_anonymous => true);

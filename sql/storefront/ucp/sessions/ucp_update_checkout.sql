create function storefront.ucp_update_checkout(
  brand_id text, checkout_id text, line_items jsonb, context jsonb default null, discounts jsonb default null, fulfillment jsonb default null,
  idempotency_key text default null, caller text default '', fingerprint text default '', negotiated text[] default '{}', base_url text default ''
)
returns json
language plpgsql volatile
as $$
declare
  v_brand_id constant text := core.data_brand_id(ucp_update_checkout.brand_id);
  v_request constant storefront.checkout_requests := storefront.checkout_request(
    v_brand_id, 'ucp_update_checkout', ucp_update_checkout.checkout_id, ucp_update_checkout.caller, ucp_update_checkout.idempotency_key, ucp_update_checkout.fingerprint
  );
  v_checkout storefront.checkouts;
  v_session storefront.checkouts;
  v_read record;
  v_refusal json;
begin
  if v_request.answer is not null then
    return storefront.stored_checkout_response(v_request);
  end if;
  v_checkout := storefront.lock_checkout(v_brand_id, ucp_update_checkout.checkout_id);
  v_refusal := storefront.ucp_refusal(v_checkout, ucp_update_checkout.base_url, ucp_update_checkout.negotiated);
  if v_refusal is not null then
    return storefront.store_checkout_response(v_request, v_refusal);
  elsif v_checkout.created_by is not null and not storefront.has_lines(v_checkout, ucp_update_checkout.line_items) then
    return storefront.store_checkout_response(
      v_request, storefront.ucp_show_checkout(v_checkout, ucp_update_checkout.base_url, 'quoted_lines_are_fixed', ucp_update_checkout.negotiated)
    );
  end if;
  if ucp_update_checkout.line_items = '[]' then
    perform platform.fail('BADRQ', 'must_have_at_least_one_item', 'line_items');
  end if;
  v_session := storefront.ucp_read_session(
    v_checkout, ucp_update_checkout.line_items, ucp_update_checkout.context, ucp_update_checkout.discounts, ucp_update_checkout.negotiated
  );
  if v_checkout.created_by is not null then
    v_session.line_items := v_checkout.line_items;
  end if;
  v_read := storefront.ucp_read_fulfillment(v_session, ucp_update_checkout.fulfillment, ucp_update_checkout.negotiated);
  -- A rejected update leaves the session unchanged (Fulfillment, Selection and Location Identity).
  if v_read.refusal is null then
    update storefront.checkouts as held
    set line_items = v_session.line_items, context = v_session.context, discount_codes = v_session.discount_codes, fulfillment = v_read.chosen,
      updated_at = platform.now()
    where held.brand_id = v_brand_id and held.checkout_id = v_checkout.checkout_id
    returning held.* into v_checkout;
    perform storefront.follow_checkout(v_checkout);
  end if;
  return storefront.store_checkout_response(
    v_request,
    storefront.ucp_show_checkout(
      v_checkout, ucp_update_checkout.base_url, null, ucp_update_checkout.negotiated,
      storefront.ucp_unused_parts(ucp_update_checkout.negotiated, ucp_update_checkout.discounts, ucp_update_checkout.fulfillment) || coalesce(v_read.refusal, '[]')
    )
  );
end
$$;
comment on function storefront.ucp_update_checkout(text, text, jsonb, jsonb, jsonb, jsonb, text, text, text, text[], text) is
  'PUT /checkout-sessions/{checkout_id} of the Universal Commerce Protocol: replaces the content of a session, and that of its cart. A choice that cannot be '
  'accepted changes nothing.';
grant execute on function storefront.ucp_update_checkout(text, text, jsonb, jsonb, jsonb, jsonb, text, text, text, text[], text)
to vitrine_anonymous, vitrine_key, vitrine_simulated;
call core.register_operation('storefront.ucp_update_checkout', 'read:commerce', brand => 'shown', access => 'write', allow_anonymous => true);

create function storefront.ucp_cancel_checkout(
  brand_id text, checkout_id text, idempotency_key text default null, caller text default '', fingerprint text default '',
  negotiated text[] default '{}', base_url text default ''
)
returns json
language plpgsql volatile
as $$
declare
  v_brand_id constant text := core.data_brand_id(ucp_cancel_checkout.brand_id);
  v_request constant storefront.checkout_requests := storefront.checkout_request(
    v_brand_id, 'ucp_cancel_checkout', ucp_cancel_checkout.checkout_id, ucp_cancel_checkout.caller, ucp_cancel_checkout.idempotency_key, ucp_cancel_checkout.fingerprint
  );
  v_checkout storefront.checkouts;
  v_refusal json;
begin
  if v_request.answer is not null then
    return storefront.stored_checkout_response(v_request);
  end if;
  v_checkout := storefront.lock_checkout(v_brand_id, ucp_cancel_checkout.checkout_id);
  v_refusal := storefront.ucp_refusal(v_checkout, ucp_cancel_checkout.base_url, ucp_cancel_checkout.negotiated);
  if v_refusal is not null then
    return storefront.store_checkout_response(v_request, v_refusal);
  end if;
  if v_checkout.created_by is not null then
    perform storefront.cancel_quoted_order(v_checkout);
  end if;
  update storefront.checkouts as held
  set is_canceled = true, updated_at = platform.now()
  where held.brand_id = v_brand_id and held.checkout_id = v_checkout.checkout_id
  returning held.* into v_checkout;
  return storefront.store_checkout_response(v_request, storefront.ucp_show_checkout(v_checkout, ucp_cancel_checkout.base_url, null, ucp_cancel_checkout.negotiated));
end
$$;
comment on function storefront.ucp_cancel_checkout(text, text, text, text, text, text[], text) is
  'POST /checkout-sessions/{checkout_id}/cancel of the Universal Commerce Protocol: cancels a session. Its continue_url is then invalid.';
grant execute on function storefront.ucp_cancel_checkout(text, text, text, text, text, text[], text)
to vitrine_anonymous, vitrine_key, vitrine_simulated;
call core.register_operation('storefront.ucp_cancel_checkout', 'read:commerce', brand => 'shown', access => 'write', allow_anonymous => true);

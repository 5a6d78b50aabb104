create function storefront.acp_complete_checkout_session(
  brand_id text, checkout_session_id text,
  idempotency_key text default null, caller text default '', fingerprint text default '', base_url text default ''
)
returns json
language plpgsql volatile
as $$
declare
  v_brand_id constant text := core.data_brand_id(acp_complete_checkout_session.brand_id);
  v_request constant storefront.checkout_requests := storefront.acp_request(
    v_brand_id, 'complete', acp_complete_checkout_session.checkout_session_id, acp_complete_checkout_session.caller,
    acp_complete_checkout_session.idempotency_key, acp_complete_checkout_session.fingerprint
  );
  v_checkout storefront.checkouts;
begin
  if v_request.answer is not null then
    return storefront.stored_checkout_response(v_request);
  end if;
  v_checkout := storefront.find_checkout(v_brand_id, acp_complete_checkout_session.checkout_session_id);
  return storefront.store_checkout_response(v_request, coalesce(
    storefront.acp_closed_session(v_checkout),
    storefront.acp_refusal('unsupported', '$.payment_data', pg_catalog.json_build_object(
      'continue_url', storefront.acp_show_session(v_checkout, acp_complete_checkout_session.base_url) ->> 'continue_url'
    ))
  ));
end
$$;
comment on function storefront.acp_complete_checkout_session(text, text, text, text, text, text) is
  'POST /acp/checkout_sessions/{checkout_session_id}/complete of the Agentic Commerce Protocol: always a refusal, with the continue_url of the session. '
  'The buyer orders and pays in the checkout of the merchant.';
grant execute on function storefront.acp_complete_checkout_session(text, text, text, text, text, text)
to vitrine_anonymous, vitrine_key, vitrine_simulated;
call core.register_operation('storefront.acp_complete_checkout_session', 'read:commerce', brand => 'shown', access => 'write', allow_anonymous => true);

create function storefront.acp_create_checkout_session(
  brand_id text, line_items jsonb, currency text,
  idempotency_key text default null, caller text default '', fingerprint text default '', base_url text default ''
)
returns json
language plpgsql volatile
as $$
declare
  v_brand_id constant text := core.data_brand_id(acp_create_checkout_session.brand_id);
  v_request constant storefront.checkout_requests := storefront.acp_request(
    v_brand_id, 'create', null, acp_create_checkout_session.caller, acp_create_checkout_session.idempotency_key, acp_create_checkout_session.fingerprint
  );
  v_lines constant jsonb := storefront.acp_lines(acp_create_checkout_session.line_items);
  v_refusal json;
  v_checkout storefront.checkouts;
begin
  if v_request.answer is not null then
    return storefront.stored_checkout_response(v_request);
  end if;
  v_refusal := storefront.acp_refused_lines(v_brand_id, v_lines, pg_catalog.upper(acp_create_checkout_session.currency));
  if v_refusal is not null then
    return storefront.store_checkout_response(v_request, v_refusal);
  end if;
  insert into storefront.checkouts as held (brand_id, owner, line_items, expires_at)
  values (v_brand_id, storefront.session_owner(), v_lines, platform.now() + interval '6 hours')
  returning held.* into v_checkout;
  return storefront.store_checkout_response(v_request, storefront.acp_show_session(v_checkout, acp_create_checkout_session.base_url));
end
$$;
comment on function storefront.acp_create_checkout_session(text, jsonb, text, text, text, text, text) is
  'POST /acp/checkout_sessions of the Agentic Commerce Protocol: creates a session whose continue_url leads to the checkout of the merchant. It reserves no stock.';
grant execute on function storefront.acp_create_checkout_session(text, jsonb, text, text, text, text, text)
to vitrine_anonymous, vitrine_key, vitrine_simulated;
call core.register_operation('storefront.acp_create_checkout_session', 'read:commerce', brand => 'shown', access => 'write', allow_anonymous => true);

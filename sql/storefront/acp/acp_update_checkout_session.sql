create function storefront.acp_update_checkout_session(
  brand_id text, checkout_session_id text, line_items jsonb default null,
  idempotency_key text default null, caller text default '', fingerprint text default '', base_url text default ''
)
returns json
language plpgsql volatile
as $$
declare
  v_brand_id constant text := core.data_brand_id(acp_update_checkout_session.brand_id);
  v_request constant storefront.checkout_requests := storefront.acp_request(
    v_brand_id, 'update', acp_update_checkout_session.checkout_session_id, acp_update_checkout_session.caller, acp_update_checkout_session.idempotency_key,
    acp_update_checkout_session.fingerprint
  );
  v_lines constant jsonb := storefront.acp_lines(acp_update_checkout_session.line_items);
  v_checkout storefront.checkouts;
  v_refusal json;
begin
  if v_request.answer is not null then
    return storefront.stored_checkout_response(v_request);
  end if;
  v_checkout := storefront.lock_checkout(v_brand_id, acp_update_checkout_session.checkout_session_id);
  v_refusal := storefront.acp_closed_session(v_checkout);
  if v_refusal is null and v_lines is not null then
    v_refusal := storefront.acp_refused_lines(v_brand_id, v_lines, (
      -- All lines of a session that have a price have one currency, which an update keeps.
      select min(line.currency)
      from storefront.checkout_lines(v_brand_id, v_checkout.line_items) as line
      where storefront.is_listed(line.problem)
    ));
  end if;
  if v_refusal is not null then
    return storefront.store_checkout_response(v_request, v_refusal);
  end if;
  update storefront.checkouts as held
  set line_items = coalesce(v_lines, held.line_items), updated_at = platform.now()
  where held.brand_id = v_brand_id and held.checkout_id = v_checkout.checkout_id
  returning held.* into v_checkout;
  perform storefront.follow_checkout(v_checkout);
  return storefront.store_checkout_response(v_request, storefront.acp_show_session(v_checkout, acp_update_checkout_session.base_url));
end
$$;
comment on function storefront.acp_update_checkout_session(text, text, jsonb, text, text, text, text) is
  'POST /acp/checkout_sessions/{checkout_session_id} of the Agentic Commerce Protocol: replaces the line items of a session, if the request has some.';
grant execute on function storefront.acp_update_checkout_session(text, text, jsonb, text, text, text, text)
to vitrine_anonymous, vitrine_key, vitrine_simulated;
call core.register_operation('storefront.acp_update_checkout_session', 'read:commerce', brand => 'shown', access => 'write', allow_anonymous => true);

create function storefront.acp_checkout_session(brand_id text, checkout_session_id text, base_url text default '')
returns json
language plpgsql stable
as $$
declare
  v_checkout constant storefront.checkouts := storefront.find_checkout(
    core.data_brand_id(acp_checkout_session.brand_id), acp_checkout_session.checkout_session_id
  );
begin
  if v_checkout.checkout_id is null or v_checkout.created_by is not null then
    perform platform.fail('NTFND', 'names_no_checkout_session', 'checkout_session_id');
  end if;
  return storefront.acp_show_session(v_checkout, acp_checkout_session.base_url);
end
$$;
comment on function storefront.acp_checkout_session(text, text, text) is
  'GET /acp/checkout_sessions/{checkout_session_id} of the Agentic Commerce Protocol: returns a session. Raises NTFND for an unknown one.';
grant execute on function storefront.acp_checkout_session(text, text, text)
to vitrine_anonymous, vitrine_key, vitrine_simulated;
call core.register_operation('storefront.acp_checkout_session', 'read:commerce', brand => 'shown', allow_anonymous => true);

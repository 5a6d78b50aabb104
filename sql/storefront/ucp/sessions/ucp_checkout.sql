create function storefront.ucp_checkout(brand_id text, checkout_id text, negotiated text[] default '{}', base_url text default '')
returns json
language plpgsql stable
as $$
declare
  v_checkout constant storefront.checkouts := storefront.find_checkout(core.data_brand_id(ucp_checkout.brand_id), ucp_checkout.checkout_id);
begin
  if v_checkout.checkout_id is null then
    return storefront.ucp_error('not_found');
  end if;
  return storefront.ucp_show_checkout(v_checkout, ucp_checkout.base_url, null, ucp_checkout.negotiated);
end
$$;
comment on function storefront.ucp_checkout(text, text, text[], text) is
  'GET /checkout-sessions/{checkout_id} of the Universal Commerce Protocol: returns a session. The status of ucp is error for an unknown one.';
grant execute on function storefront.ucp_checkout(text, text, text[], text)
to vitrine_anonymous, vitrine_key, vitrine_simulated;
call core.register_operation('storefront.ucp_checkout', 'read:commerce', brand => 'shown', allow_anonymous => true);

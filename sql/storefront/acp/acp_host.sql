create function storefront.acp_host(base_url text default '')
returns json
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return storefront.acp_document(storefront.host_brand_id('/.well-known/acp.json'), acp_host.base_url);
end
$$;
comment on function storefront.acp_host(text) is
  'GET /.well-known/acp.json of the host: returns the discovery document of the only published storefront. Raises NTFND if the installation has none or several.';
revoke execute on function storefront.acp_host(text) from public;
grant execute on function storefront.acp_host(text) to vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
call core.register_operation('storefront.acp_host', 'read:commerce', brand => 'none', allow_anonymous => true, may_lag => true);

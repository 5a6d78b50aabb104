create function storefront.acp_document(brand_id text, base_url text)
returns json
language sql stable
return pg_catalog.json_build_object(
  'protocol', pg_catalog.json_build_object(
    'name', 'acp', 'version', '2026-04-17', 'supported_versions', pg_catalog.json_build_array('2026-04-17'),
    'documentation_url', acp_document.base_url || '/docs/guides/agentic_checkout'
  ),
  'api_base_url', acp_document.base_url || '/api/storefront/' || acp_document.brand_id || '/acp',
  'transports', pg_catalog.json_build_array('rest'),
  'capabilities', pg_catalog.json_strip_nulls(pg_catalog.json_build_object(
    'services', pg_catalog.json_build_array('checkout'),
    'supported_currencies', (
      select pg_catalog.json_agg(distinct pg_catalog.lower(sold.currency))
      from storefront.catalogs
      cross join lateral pg_catalog.unnest(catalogs.currencies) as sold (currency)
      where catalogs.brand_id = acp_document.brand_id
    )
  ))
);
comment on function storefront.acp_document(text, text) is
  'Returns the discovery document of a brand (Agentic Commerce Protocol, Discovery): checkout sessions over REST, without extensions and interventions.';
grant execute on function storefront.acp_document(text, text)
  to vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst, vitrine_gate;

create function storefront.acp(brand_id text, base_url text default '')
returns json
language plpgsql stable
as $$
begin
  -- Raises NTFND for a brand that an analyst may not read.
  perform core.data_brand_id(acp.brand_id);
  return storefront.acp_document(acp.brand_id, acp.base_url);
end
$$;
comment on function storefront.acp(text, text) is
  'GET /.well-known/acp.json of a brand: returns its discovery document of the Agentic Commerce Protocol, which a merchant can publish on its own domain.';
grant execute on function storefront.acp(text, text) to vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
call core.register_operation('storefront.acp', 'read:commerce', brand => 'shown', allow_anonymous => true, may_lag => true);

create function storefront.ucp(brand_id text, version text default '2026-04-08', base_url text default '')
returns json
language plpgsql stable
as $$
declare
  v_version constant text := coalesce(ucp.version, '2026-04-08');
begin
  perform platform.require_choice('version', v_version, array['2026-04-08', '2026-08-22']);
  -- Raises NTFND for a brand that an analyst may not read.
  perform core.data_brand_id(ucp.brand_id);
  return (
    select pg_catalog.json_build_object(
      'ucp', pg_catalog.json_build_object(
        'version', v_version,
        'services', pg_catalog.json_build_object('dev.ucp.shopping', (
          select pg_catalog.json_agg(pg_catalog.json_build_object(
            'version', v_version, 'transport', binding.transport,
            'endpoint', ucp.base_url || '/api/storefront/' || ucp.brand_id || binding.path,
            'spec', origin.url || '/specification/overview',
            'schema', origin.url || '/services/shopping/' || binding.description
          ))
          from (values ('rest', '', 'rest.openapi.json'), ('mcp', '/ucp/mcp', 'mcp.openrpc.json')) as binding (transport, path, description)
        )),
        'capabilities', (
          select pg_catalog.json_object_agg(
            'dev.ucp.shopping.catalog.' || capability.page,
            pg_catalog.json_build_array(pg_catalog.json_build_object(
              'version', v_version,
              'spec', origin.url || '/specification/' || case when v_version > '2026-04-08' then 'shopping/' else '' end || 'catalog/' || capability.page,
              'schema', origin.url || '/schemas/shopping/catalog_' || capability.page || '.json'
            ))
          )
          from (values ('search'), ('lookup')) as capability (page)
        ),
        'payment_handlers', '{}'::json
      ),
      'keys', '[]'::json
    )
    from (select 'https://ucp.dev/' || v_version as url) as origin
  );
end
$$;
comment on function storefront.ucp(text, text, text) is
  'GET /.well-known/ucp: returns the business profile of the Universal Commerce Protocol in one of its versions. It offers the catalog over REST and MCP, '
  'without payments.';
grant execute on function storefront.ucp(text, text, text) to vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
call core.register_operation('storefront.ucp', 'read:commerce', brand => 'shown', allow_anonymous => true, may_lag => true);

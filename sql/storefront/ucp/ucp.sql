create function storefront.ucp(brand_id text, base_url text default '')
returns json
language sql stable
as $$
  select pg_catalog.json_build_object(
    'ucp', pg_catalog.json_build_object(
      'version', '2026-04-08',
      'services', pg_catalog.json_build_object('dev.ucp.shopping', pg_catalog.json_build_array(pg_catalog.json_build_object(
        'version', '2026-04-08', 'transport', 'rest', 'endpoint', ucp.base_url || '/api/storefront/' || ucp.brand_id,
        'schema', 'https://ucp.dev/2026-04-08/services/shopping/rest.openapi.json'
      ))),
      'capabilities', (
        select pg_catalog.json_object_agg(
          capability.name,
          pg_catalog.json_build_array(pg_catalog.json_build_object(
            'version', '2026-04-08', 'spec', 'https://ucp.dev/2026-04-08/specification/catalog/' || capability.page,
            'schema', 'https://ucp.dev/2026-04-08/schemas/shopping/catalog_' || capability.page || '.json'
          ))
        )
        from (values ('dev.ucp.shopping.catalog.search', 'search'), ('dev.ucp.shopping.catalog.lookup', 'lookup')) as capability (name, page)
      ),
      'payment_handlers', '{}'::json
    ),
    'keys', '[]'::json
  )
  -- core.data_brand_id raises NTFND for a brand that an analyst may not read.
  where core.data_brand_id(ucp.brand_id) is not null;
$$;
comment on function storefront.ucp(text, text) is
  'GET /.well-known/ucp: returns the business profile of the Universal Commerce Protocol. It offers the catalog only, without payments.';
grant execute on function storefront.ucp(text, text) to vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
call core.register_operation('storefront.ucp', 'read:commerce', brand => 'shown', allow_anonymous => true, may_lag => true);

create function storefront.docs(brand_id text, base_url text default '')
returns json
language sql stable
as $$
  select pg_catalog.json_build_object(
    'protocol', 'Agent Query Protocol',
    'version', '1.0',
    'supported_versions', array['1.0'],
    'description', platform.statement('agents_discover_products', pg_catalog.jsonb_build_object('brand', coalesce(brands.name, brands.brand_id))),
    'base_url', docs.base_url || '/api/storefront/' || docs.brand_id
  )
  from core.brands
  -- core.data_brand_id raises NTFND for a brand that an analyst may not read.
  where brands.brand_id = docs.brand_id and core.data_brand_id(docs.brand_id) is not null;
$$;
comment on function storefront.docs(text, text) is 'GET /docs: returns the documentation of a shop. The server adds its endpoints.';
grant execute on function storefront.docs(text, text) to vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
call core.register_operation('storefront.docs', 'read:commerce', brand => 'shown', allow_anonymous => true, may_lag => true);

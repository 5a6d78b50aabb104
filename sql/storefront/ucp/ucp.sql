create function storefront.ucp_profile(brand_id text, version text, base_url text, extension jsonb)
returns json
language plpgsql stable
as $$
declare
  v_extension constant jsonb := case when commerce.negotiates(ucp_profile.brand_id) then ucp_profile.extension end;
begin
  return (
    select pg_catalog.json_build_object(
      'ucp', pg_catalog.json_build_object(
        'version', ucp_profile.version,
        'services', pg_catalog.jsonb_build_object('dev.ucp.shopping', (
          select pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object(
            'version', ucp_profile.version, 'transport', binding.transport,
            'endpoint', ucp_profile.base_url || '/api/storefront/' || ucp_profile.brand_id || binding.path,
            'spec', origin.url || '/specification/overview',
            'schema', origin.url || '/services/shopping/' || binding.description
          ))
          from (values ('rest', '', 'rest.openapi.json'), ('mcp', '/ucp/mcp', 'mcp.openrpc.json')) as binding (transport, path, description)
        )) || case when v_extension is null then '{}' else pg_catalog.jsonb_build_object(v_extension ->> 'service', (
          select pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object(
            'version', v_extension -> 'version', 'transport', binding.transport,
            'endpoint', ucp_profile.base_url || '/api/storefront/' || ucp_profile.brand_id || binding.path,
            'spec', v_extension -> 'spec', 'schema', v_extension -> binding.transport
          ))
          from (values ('rest', '/ucp'), ('mcp', '/ucp/mcp')) as binding (transport, path)
        )) end,
        'capabilities', (
          select pg_catalog.jsonb_object_agg(
            'dev.ucp.shopping.' || capability.name,
            pg_catalog.jsonb_build_array(pg_catalog.jsonb_strip_nulls(pg_catalog.jsonb_build_object(
              'version', ucp_profile.version,
              'extends', case when capability.parents is not null then array(
                select 'dev.ucp.shopping.' || parent from pg_catalog.unnest(capability.parents) as parent
              ) end,
              'spec', origin.url || '/specification/'
                || case when ucp_profile.version > '2026-04-08' and capability.parents is null then 'shopping/' else '' end
                || pg_catalog.replace(capability.name, '.', '/'),
              'schema', origin.url || '/schemas/shopping/' || pg_catalog.replace(capability.name, '.', '_') || '.json'
            )))
          )
          from (
            values ('catalog.search', null), ('catalog.lookup', null), ('cart', null), ('checkout', null), ('order', null),
              ('discount', array['cart', 'checkout']), ('fulfillment', array['checkout'])
          ) as capability (name, parents)
        ) || case when v_extension is null then '{}' else pg_catalog.jsonb_build_object(
          v_extension ->> 'name',
          pg_catalog.jsonb_build_array(pg_catalog.jsonb_build_object(
            'version', v_extension -> 'version', 'extends', array['dev.ucp.shopping.checkout'], 'spec', v_extension -> 'spec',
            'schema', v_extension -> 'schema'
          ))
        ) end,
        'payment_handlers', '{}'::json
      ),
      'keys', '[]'::json
    )
    from (select 'https://ucp.dev/' || ucp_profile.version as url) as origin
  );
end
$$;
comment on function storefront.ucp_profile(text, text, text, jsonb) is
  'Returns the business profile of a brand in a version of the Universal Commerce Protocol. It offers the catalog, carts, checkout sessions with discounts '
  'and shipping, and orders over REST and MCP, without payments. extension is the negotiation extension of the installation, or null; it is offered if the '
  'shop negotiates.';
grant execute on function storefront.ucp_profile(text, text, text, jsonb)
  to vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst, vitrine_gate;

create function storefront.ucp_version(version text)
returns text
language plpgsql immutable
as $$
declare
  v_version constant text := coalesce(ucp_version.version, '2026-04-08');
begin
  perform platform.require_choice('version', v_version, array['2026-04-08', '2026-08-22']);
  return v_version;
end
$$;
comment on function storefront.ucp_version(text) is
  'Returns a version of the Universal Commerce Protocol that is served, by default the released one. Raises BADRQ for another version.';
grant execute on function storefront.ucp_version(text)
  to vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst, vitrine_gate;

create function storefront.ucp(brand_id text, version text default '2026-04-08', base_url text default '', extension jsonb default null)
returns json
language plpgsql stable
as $$
begin
  -- Raises NTFND for a brand that an analyst may not read.
  perform core.data_brand_id(ucp.brand_id);
  return storefront.ucp_profile(ucp.brand_id, storefront.ucp_version(ucp.version), ucp.base_url, ucp.extension);
end
$$;
comment on function storefront.ucp(text, text, text, jsonb) is 'GET /.well-known/ucp of a brand: returns its profile of the Universal Commerce Protocol.';
grant execute on function storefront.ucp(text, text, text, jsonb) to vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
call core.register_operation('storefront.ucp', 'read:commerce', brand => 'shown', allow_anonymous => true, may_lag => true);

create function storefront.host_brand_id(path text)
returns text
language plpgsql stable
as $$
declare
  v_brand_ids constant text[] := array(
    select brands.brand_id
    from core.brands
    where brands.status <> 'archived' and not brands.is_simulated and brands.is_storefront_published
    order by brands.brand_id
    limit 2
  );
begin
  if pg_catalog.cardinality(v_brand_ids) = 0 then
    perform platform.fail('NTFND', 'host_has_no_storefront');
  elsif pg_catalog.cardinality(v_brand_ids) > 1 then
    perform platform.fail('NTFND', 'host_has_several_storefronts', given => pg_catalog.json_build_object('path', host_brand_id.path));
  end if;
  return v_brand_ids[1];
end
$$;
comment on function storefront.host_brand_id(text) is
  'Returns the brand of the only published storefront. Raises NTFND if the installation has none or several; path is that of the document below each storefront.';
revoke execute on function storefront.host_brand_id(text) from public;
grant execute on function storefront.host_brand_id(text) to vitrine_gate;

create function storefront.ucp_host(version text default '2026-04-08', base_url text default '', extension jsonb default null)
returns json
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  -- Checked first, so that a wrong version is refused in every installation.
  v_version constant text := storefront.ucp_version(ucp_host.version);
begin
  return storefront.ucp_profile(storefront.host_brand_id('/.well-known/ucp'), v_version, ucp_host.base_url, ucp_host.extension);
end
$$;
comment on function storefront.ucp_host(text, text, jsonb) is
  'GET /.well-known/ucp of the host: returns the profile of the only published storefront. Raises NTFND if the installation has none or several.';
revoke execute on function storefront.ucp_host(text, text, jsonb) from public;
grant execute on function storefront.ucp_host(text, text, jsonb) to vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
call core.register_operation('storefront.ucp_host', 'read:commerce', brand => 'none', allow_anonymous => true, may_lag => true);

create function storefront.health()
returns json
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select pg_catalog.json_build_object(
    'active_brands', (select count(*) from core.brands where brands.status = 'active' and not brands.is_simulated),
    'timestamp', platform.utc(platform.now())
  );
$$;
comment on function storefront.health() is 'GET /api/storefront/health: returns the number of active brands and the time. The server adds the rest.';
revoke execute on function storefront.health() from public;
grant execute on function storefront.health() to vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
call core.register_operation('storefront.health', 'read:commerce', brand => 'none', allow_anonymous => true);

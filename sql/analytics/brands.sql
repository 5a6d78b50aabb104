create function analytics.brands()
returns json
language plpgsql stable
as $$
declare
  v_simulated core.brands;
begin
  -- A test key sees its own brands, and the data of the simulated brand in each.
  if current_user = 'vitrine_simulated' then
    v_simulated := core.data_brand(null);
  end if;
  return (
    select pg_catalog.json_build_object(
      'data',
      coalesce(
        pg_catalog.json_agg(
          pg_catalog.json_build_object(
            'id', brands.brand_id,
            'name', brands.name,
            'currency', coalesce(v_simulated.currency, brands.currency),
            'timezone', coalesce(v_simulated.timezone, brands.timezone),
            'status', brands.status,
            'platforms', array(
              select entities.platform
              from analytics.entities
              where entities.brand_id = coalesce(v_simulated.brand_id, brands.brand_id) and entities.level = 'account'
              union
              select analytics.imported_platform(held.platform)
              from sources.sources as held
              where held.brand_id = coalesce(v_simulated.brand_id, brands.brand_id) and held.status <> 'disconnected'
                and held.platform in ('google_ads', 'meta', 'tiktok')
              order by 1
            )
          )
          order by brands.name, brands.brand_id
        ),
        '[]'
      )
    )
    from core.brands
    where brands.brand_id = any (core.scope_brand_ids())
  );
end
$$;
comment on function analytics.brands() is 'GET /v1/brands: the brands in scope, with the platforms of their ad accounts.';
grant execute on function analytics.brands() to vitrine_key, vitrine_simulated, vitrine_person;
call core.register_operation('analytics.brands', 'read:marketing', brand => 'none', may_lag => true, served_by => '{analytics,mcp}');

create index entities_accounts_idx on analytics.entities (brand_id, platform) where level = 'account';

create function analytics.brands()
returns json
language plpgsql stable
as $$
begin
  return (
    select pg_catalog.json_build_object(
      'data',
      coalesce(
        pg_catalog.json_agg(
          pg_catalog.json_build_object(
            'id', brands.brand_id,
            'name', brands.name,
            'currency', data_brands.currency,
            'timezone', data_brands.timezone,
            'status', brands.status,
            'platforms', array(
              select entities.platform
              from analytics.entities
              where entities.brand_id = data_brands.brand_id and entities.level = 'account'
              union
              select analytics.imported_platform(held.platform)
              from sources.sources as held
              where held.brand_id = data_brands.brand_id and held.status <> 'disconnected' and held.platform in ('google_ads', 'meta', 'tiktok')
              order by 1
            )
          )
          order by brands.name, brands.brand_id
        ),
        '[]'
      )
    )
    from core.brands
    join core.brands as data_brands on data_brands.brand_id = core.data_brand_id(brands.brand_id)
    where brands.brand_id = any (core.scope_brand_ids())
  );
end
$$;
comment on function analytics.brands() is 'GET /v1/brands: the brands in scope, with the platforms of their ad accounts.';
grant execute on function analytics.brands() to vitrine_key, vitrine_simulated, vitrine_person;
call core.register_operation('analytics.brands', 'read:marketing', brand => 'none', may_lag => true, served_by => '{analytics,mcp}');

create index entities_accounts_idx on analytics.entities (brand_id, platform) where level = 'account';

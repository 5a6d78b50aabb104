create function connector.store_overview(brand_id text, base_url text default '')
returns json
language plpgsql stable
as $$
declare
  v_brand_id constant text := core.data_brand_id(store_overview.brand_id);
  v_fulfillment constant json := storefront.fulfillment(store_overview.brand_id);
  v_bundles constant json := storefront.bundles(store_overview.brand_id);
  v_manifest constant json := storefront.manifest(store_overview.brand_id, store_overview.base_url);
  v_shop storefront.shops;
  v_catalog storefront.catalogs;
begin
  select held.* into v_shop from storefront.shops as held where held.brand_id = v_brand_id;
  select held.* into v_catalog from storefront.catalogs as held where held.brand_id = v_brand_id;
  return (
    select pg_catalog.json_build_object(
      'brand_id', store_overview.brand_id,
      'name', brands.name,
      'currency', brands.currency,
      'description', v_shop.description,
      'website', storefront.web_address(v_shop.website),
      'products', coalesce(v_catalog.products, 0),
      'categories', (
        select coalesce(
          pg_catalog.json_agg(pg_catalog.json_build_object('name', listed.name, 'products', listed.products) order by listed.products desc, listed.name), '[]'
        )
        from (
          select held.name, held.products
          from storefront.names as held
          where held.brand_id = v_brand_id and held.kind = 'category'
          order by held.products desc, held.name
          limit 50
        ) as listed
      ),
      'categories_total', (select count(*) from storefront.names as held where held.brand_id = v_brand_id and held.kind = 'category'),
      'bundles', (
        select coalesce(
          pg_catalog.json_agg(
            pg_catalog.json_build_object(
              'id', bundle.value -> 'id', 'name', bundle.value -> 'name', 'price', bundle.value -> 'bundlePrice', 'apart', bundle.value -> 'originalTotal',
              'product_ids', (select pg_catalog.json_agg(part -> 'productId') from pg_catalog.json_array_elements(bundle.value -> 'products') as part)
            )
            order by bundle.position
          ), '[]'
        )
        from pg_catalog.json_array_elements(v_bundles -> 'bundles') with ordinality as bundle (value, position)
        where bundle.position <= 20
      ),
      'bundles_total', v_bundles -> 'count',
      'fulfillment', pg_catalog.json_build_object('state', v_fulfillment #> '{shipping,state}', 'statement', v_fulfillment #> '{shipping,statement}'),
      'payment', pg_catalog.json_build_object('state', v_fulfillment #> '{payment,state}', 'statement', v_fulfillment #> '{payment,statement}'),
      'feeds', v_manifest -> 'feeds',
      'policies', v_manifest -> 'policies',
      'data_freshness', platform.utc(v_catalog.updated_at),
      'meta', pg_catalog.json_build_object('data_as_of', platform.utc(greatest(v_catalog.updated_at, v_shop.updated_at)))
    )
    from core.brands
    where brands.brand_id = store_overview.brand_id
  );
end
$$;
comment on function connector.store_overview(text, text) is
  'get_store_overview: returns the profile of a shop, its 50 largest categories, its first 20 bundles, its statements on shipping and payment, and '
  'its feeds.';
grant execute on function connector.store_overview(text, text) to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
call core.register_operation('connector.store_overview', 'read:commerce', brand => 'shown', may_lag => true, is_public_in_connector => true);

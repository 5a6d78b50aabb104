create function storefront.is_whole_bundle(brand_id text, bundle_id text)
returns boolean
language sql stable
return exists (
  select from storefront.bundles as held
  where held.brand_id = is_whole_bundle.brand_id and held.bundle_id = is_whole_bundle.bundle_id and held.products_count = (
    select count(*)
    from storefront.bundle_products as parts
    join storefront.catalog_products as products on products.brand_id = parts.brand_id and products.product_id = parts.product_id
    where parts.brand_id = held.brand_id and parts.bundle_id = held.bundle_id
  )
);
comment on function storefront.is_whole_bundle(text, text) is
  'Whether the catalog has all products of a bundle. A withdrawn or hidden product takes its bundles out of the shop.';
grant execute on function storefront.is_whole_bundle(text, text) to vitrine_key, vitrine_simulated, vitrine_person, vitrine_worker;

create function storefront.bundles(brand_id text)
returns json
language plpgsql stable
as $$
declare
  v_brand_id constant text := core.data_brand_id(bundles.brand_id);
begin
  return (
    with priced as (
      select
        held.bundle_id, held.name, held.description, held.price_micros, held.currency, held.source, held.confidence, held.valid_until,
        held.products_count, sum(products.price_micros) as apart_micros,
        pg_catalog.json_agg(
          pg_catalog.json_build_object(
            'price', storefront.amount(products.price_micros, products.currency), 'title', products.title, 'productId', products.product_id
          )
          order by parts.position
        ) as products,
        count(*) as parts,
        pg_catalog.bool_and(products.currency = held.currency) as is_one_currency
      from storefront.bundles as held
      join storefront.bundle_products as parts on parts.brand_id = held.brand_id and parts.bundle_id = held.bundle_id
      join storefront.products on products.brand_id = parts.brand_id and products.product_id = parts.product_id
      where held.brand_id = v_brand_id and (held.valid_until is null or held.valid_until > platform.now())
      group by held.brand_id, held.bundle_id
    ),
    -- A bundle that does not cost less than its parts is hidden. A product price may have fallen since.
    shown as (
      select priced.* from priced where priced.parts = priced.products_count and priced.is_one_currency and priced.price_micros < priced.apart_micros
    )
    select pg_catalog.json_build_object(
      'bundles', coalesce(
        pg_catalog.json_agg(
          pg_catalog.json_build_object(
            'id', shown.bundle_id, 'name', shown.name, 'description', shown.description, 'products', shown.products,
            'bundlePrice', storefront.amount(shown.price_micros, shown.currency)::text || ' ' || shown.currency,
            'originalTotal', storefront.amount(shown.apart_micros::bigint, shown.currency)::text || ' ' || shown.currency,
            'savingsPercent', pg_catalog.round(100 - 100.0 * shown.price_micros / shown.apart_micros, 1)::text,
            'source', shown.source, 'confidence', pg_catalog.round(shown.confidence, 2)::text, 'validUntil', platform.utc(shown.valid_until)
          )
          order by shown.bundle_id
        ), '[]'
      ),
      'count', count(*),
      'cacheStatus', 'live',
      'degradation', storefront.degradation(v_brand_id)
    )
    from shown
  );
end
$$;
comment on function storefront.bundles(text) is
  'GET /bundles: returns the valid bundles that cost less than their products separately. All products of a bundle must be in the catalog.';

grant execute on function storefront.bundles(text) to vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
call core.register_operation('storefront.bundles', 'read:commerce', brand => 'shown', allow_anonymous => true, may_lag => true, served_by => '{storefront,console}');

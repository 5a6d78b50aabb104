create function storefront.ucp_lookup(brand_id text, ids text[], filters jsonb default '{}', context jsonb default '{}')
returns json
language plpgsql stable
as $$
declare
  v_brand_id constant text := core.data_brand_id(ucp_lookup.brand_id);
  v_ids_max constant integer := 50;
  v_read record;
begin
  if pg_catalog.cardinality(ucp_lookup.ids) > v_ids_max then
    perform platform.fail('BADRQ', 'has_too_many_ids', 'ids', pg_catalog.json_build_object('ids_max', v_ids_max));
  end if;
  select read.* into v_read from storefront.ucp_filters(v_brand_id, ucp_lookup.filters, ucp_lookup.context) as read;
  return (
    with given as materialized (
      select asked.id, min(asked.place) as place
      from pg_catalog.unnest(ucp_lookup.ids) with ordinality as asked (id, place)
      group by asked.id
    ),
    -- The id of a variant takes precedence over that of a product.
    exact as materialized (
      select given.id, given.place, products.group_key, products.product_id, 'exact' as match
      from given
      join storefront.products on products.brand_id = v_brand_id and products.product_id = given.id
    ),
    featured as (
      select distinct on (given.id) given.id, given.place, products.group_key, products.product_id, 'featured' as match
      from given
      join storefront.products on products.brand_id = v_brand_id and products.group_key = given.id and storefront.meets(products, v_read.given)
      where not exists (select from exact where exact.id = given.id)
      order by given.id, products.availability in ('in_stock', 'low_stock') desc, products.product_id
    ),
    found as (
      select exact.*
      from exact
      join storefront.products on products.brand_id = v_brand_id and products.product_id = exact.product_id
      where storefront.meets(products, v_read.given)
      union all
      select featured.* from featured
    ),
    variants as (
      select
        found.group_key, found.product_id, min(found.place) as place,
        pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object('id', found.id, 'match', found.match) order by found.place) as inputs
      from found
      group by found.group_key, found.product_id
    ),
    shown as (
      select
        min(variants.place) as place,
        pg_catalog.jsonb_build_object(
          'key', variants.group_key, 'ids', pg_catalog.jsonb_agg(variants.product_id order by variants.place),
          'inputs', pg_catalog.jsonb_object_agg(variants.product_id, variants.inputs)
        ) as product
      from variants
      group by variants.group_key
    )
    select pg_catalog.json_build_object(
      'ucp', storefront.ucp_envelope(),
      'products', coalesce((
        select pg_catalog.json_agg(products.product order by products.number)
        from storefront.ucp_products(v_brand_id, (select coalesce(pg_catalog.jsonb_agg(shown.product order by shown.place), '[]') from shown)) as products
      ), '[]'),
      'unknown_ids', coalesce((
        select pg_catalog.json_agg(given.id order by given.place)
        from given
        where not exists (select from storefront.products where products.brand_id = v_brand_id and products.product_id = given.id)
          and not exists (select from storefront.products where products.brand_id = v_brand_id and products.group_key = given.id)
      ), '[]'),
      'messages', v_read.notices,
      'degradation', storefront.degradation(v_brand_id)
    )
  );
end
$$;
comment on function storefront.ucp_lookup(text, text[], jsonb, jsonb) is
  'POST /catalog/lookup of the Universal Commerce Protocol: returns products by the ids of products and variants, each once, with the variants that the '
  'ids name. unknown_ids lists the others. Raises BADRQ for more than 50 ids.';
grant execute on function storefront.ucp_lookup(text, text[], jsonb, jsonb) to vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
call core.register_operation('storefront.ucp_lookup', 'read:commerce', brand => 'shown', allow_anonymous => true, may_lag => true, recorder => 'storefront.record_lookup');

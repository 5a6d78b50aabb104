create function storefront.ucp_lookup(brand_id text, ids text[])
returns json
language sql stable
as $$
  select pg_catalog.json_build_object(
    'ucp', storefront.ucp_envelope('dev.ucp.shopping.catalog.lookup'),
    'products', coalesce(pg_catalog.json_agg(found.product order by given.position) filter (where found.product_id is not null), '[]'),
    'messages', coalesce(
      pg_catalog.json_agg(
        pg_catalog.json_build_object(
          'type', 'warning', 'code', 'not_found',
          'content', platform.statement('shop_has_no_product', pg_catalog.jsonb_build_object('product_id', given.id)),
          'path', '$.ids[' || given.position - 1 || ']'
        )
        order by given.position
      ) filter (where found.product_id is null), '[]'
    ),
    'degradation', storefront.degradation(core.data_brand_id(ucp_lookup.brand_id))
  )
  from pg_catalog.unnest(ucp_lookup.ids) with ordinality as given (id, position)
  left join storefront.ucp_products(core.data_brand_id(ucp_lookup.brand_id), ucp_lookup.ids) as found on found.product_id = given.id;
$$;
comment on function storefront.ucp_lookup(text, text[]) is
  'POST /catalog/lookup of the Universal Commerce Protocol: returns products by id. messages lists unknown ids.';
grant execute on function storefront.ucp_lookup(text, text[]) to vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
call core.register_operation('storefront.ucp_lookup', 'read:commerce', brand => 'shown', allow_anonymous => true, may_lag => true, recorder => 'storefront.record_lookup');

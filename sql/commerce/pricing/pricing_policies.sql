create function commerce.pricing_policies(brand_id text)
returns json
language sql stable
as $$
  select pg_catalog.json_build_object(
    'pricing_policies', coalesce(pg_catalog.json_agg(commerce.show_pricing_policy(held) order by held.product_id nulls first), '[]')
  )
  from commerce.pricing_policies as held
  where held.brand_id = core.data_brand_id(pricing_policies.brand_id);
$$;
comment on function commerce.pricing_policies(text) is 'GET /pricing-policies: the pricing policies of a shop, without their floors.';
grant execute on function commerce.pricing_policies(text) to vitrine_key, vitrine_simulated;
call core.register_operation('commerce.pricing_policies', 'write:storefront', brand => 'shown');

create function console.pricing_policy(brand_id text, product_id text default null)
returns json
language plpgsql stable
as $$
declare
  v_policy commerce.pricing_policies;
  v_applied constant commerce.pricing_policies := commerce.policy_for(pricing_policy.brand_id, pricing_policy.product_id);
  v_subject commerce.subject;
begin
  if pricing_policy.product_id is not null then
    v_subject := commerce.find_subject(pricing_policy.brand_id, pricing_policy.product_id, null);
  end if;
  if v_applied.product_id is not distinct from pricing_policy.product_id then
    v_policy := v_applied;
  end if;
  return (
    select pg_catalog.json_build_object(
      'product', case when pricing_policy.product_id is not null then pg_catalog.json_build_object(
        'id', pricing_policy.product_id, 'title', v_subject.title, 'list_price', commerce.money(v_subject.price_micros, v_subject.currency)
      ) end,
      'policy', case when v_policy.policy_id is not null then commerce.show_pricing_policy(v_policy)::jsonb || pg_catalog.jsonb_build_object(
        'floor_percent', v_policy.floor_percent,
        'floor_amount', v_policy.floor_micros / 1000000.0,
        'floor_currency', v_policy.floor_currency
      ) end,
      'not_negotiable', commerce.not_negotiable_reason(v_applied, v_subject.price_micros, v_subject.currency),
      'currency', brands.currency,
      'products', coalesce(
        (
          select pg_catalog.json_agg(
            pg_catalog.json_build_object('id', own.product_id, 'title', own.title, 'is_enabled', own.is_enabled) order by own.updated_at desc, own.product_id
          )
          from (
            select held.product_id, held.is_enabled, held.updated_at, products.title
            from commerce.pricing_policies as held
            left join storefront.catalog_products as products on products.brand_id = held.brand_id and products.product_id = held.product_id
            where held.brand_id = pricing_policy.brand_id and held.product_id is not null
            order by held.updated_at desc, held.product_id
            limit 100
          ) as own
        ), '[]'
      ),
      'products_total', (
        select count(*) from commerce.pricing_policies as held where held.brand_id = pricing_policy.brand_id and held.product_id is not null
      )
    )
    from core.brands
    where brands.brand_id = pricing_policy.brand_id
  );
end
$$;
comment on function console.pricing_policy(text, text) is
  'The pricing policy of a product, or of all products without their own, with its floor, for an admin. not_negotiable is the '
  'reason of the policy that applies: its own, or that of all products. products are the 100 policies of products that '
  'changed last. Raises NTFND for an unknown product.';
grant execute on function console.pricing_policy(text, text) to vitrine_person;
call core.register_operation('console.pricing_policy', 'console', role => 'admin');

create function storefront.product(brand_id text, product_id text)
returns json
language plpgsql stable
as $$
declare
  v_brand_id constant text := core.data_brand_id(product.brand_id);
  v_product constant storefront.products := storefront.require_product(v_brand_id, product.product_id);
begin
  return (
    select platform.with_members(
      -- The card has no list_price outside a sale.
      platform.with_members(cards.card, case when v_product.list_price_micros is null then '{"list_price": null}'::json end),
      pg_catalog.json_build_object(
        'description', coalesce(v_product.description, ''),
        'brand', v_product.product_brand,
        'category', v_product.category,
        'gtin', v_product.gtin,
        'mpn', v_product.mpn,
        'sku', v_product.sku,
        'condition', v_product.condition,
        'sale_ends_at', case when v_product.list_price_micros is not null then platform.utc(v_product.sale_ends_at) end,
        'variants', coalesce(
          (
            select pg_catalog.json_agg(others.product_id order by others.product_id)
            from storefront.products as others
            where others.brand_id = v_brand_id and others.item_group_id = v_product.item_group_id and others.product_id <> v_product.product_id
          ), '[]'
        ),
        'updated_at', platform.utc(v_product.updated_at),
        'degradation', storefront.degradation(v_brand_id, version => storefront.shop_version(v_brand_id))
      )
    )
    from storefront.cards(v_brand_id, array[v_product.product_id]) as cards
  );
end
$$;
comment on function storefront.product(text, text) is
  'GET /products/{product_id}: returns one product with its identifiers, its variants and its list price. Raises NTFND for an unknown id.';
grant execute on function storefront.product(text, text) to vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
call core.register_operation('storefront.product', 'read:commerce', brand => 'shown', allow_anonymous => true, may_lag => true, served_by => '{storefront,mcp,console}', is_public_in_connector => true);

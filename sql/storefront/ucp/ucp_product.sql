create function storefront.ucp_product(brand_id text, id text)
returns json
language plpgsql stable
as $$
declare
  v_brand_id constant text := core.data_brand_id(ucp_product.brand_id);
  v_product constant storefront.products := storefront.require_product(v_brand_id, ucp_product.id, 'id');
begin
  return (
    select pg_catalog.json_build_object(
      'ucp', storefront.ucp_envelope('dev.ucp.shopping.catalog.lookup'), 'product', found.product, 'messages', '[]'::json,
      'degradation', storefront.degradation(v_brand_id)
    )
    from storefront.ucp_products(v_brand_id, array[v_product.product_id]) as found
  );
end
$$;
comment on function storefront.ucp_product(text, text) is
  'POST /catalog/product of the Universal Commerce Protocol: returns one product with all of its variants. Raises NTFND for an unknown id.';
grant execute on function storefront.ucp_product(text, text) to vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
call core.register_operation('storefront.ucp_product', 'read:commerce', brand => 'shown', allow_anonymous => true, may_lag => true, recorder => 'storefront.record_lookup');

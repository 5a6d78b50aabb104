create function storefront.require_product(brand_id text, product_id text, field text default 'product_id')
returns storefront.products
language plpgsql stable
as $$
declare
  v_product storefront.products;
begin
  select held.* into v_product
  from storefront.products as held
  where held.brand_id = require_product.brand_id and held.product_id = require_product.product_id;
  if not found then
    perform platform.fail('NTFND', 'names_no_product_of_this_shop', require_product.field, pg_catalog.json_build_object('product_id', require_product.product_id));
  end if;
  return v_product;
end
$$;
comment on function storefront.require_product(text, text, text) is
  'Returns a product. Raises NTFND for an unknown id, with the name of the parameter.';
grant execute on function storefront.require_product(text, text, text) to vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;

create function storefront.hide_product(brand_id text, product_id text)
returns json
language plpgsql volatile
as $$
declare
  v_hidden storefront.hidden_products;
begin
  perform commerce.require_live();
  perform storefront.take_product_out(hide_product.brand_id, hide_product.product_id, core.scope_writer_id());
  select held.* into v_hidden
  from storefront.hidden_products as held
  where held.brand_id = hide_product.brand_id and held.product_id = hide_product.product_id;
  if not found then
    perform platform.fail('NTFND', 'names_no_product_of_this_shop', 'product_id', pg_catalog.json_build_object('product_id', hide_product.product_id));
  end if;
  return storefront.show_hidden_product(v_hidden);
end
$$;
comment on function storefront.hide_product(text, text) is
  'POST /hidden-products: takes a product out of everything that agents read, until a restore. A repeated request changes nothing. Raises NTFND for an unknown '
  'product. A request that waits too long for a running import fails with lock_not_available.';
grant execute on function storefront.hide_product(text, text) to vitrine_key, vitrine_simulated;
call core.register_operation('storefront.hide_product', 'write:storefront', brand => 'shown', access => 'write', served_by => '{storefront,console}', acts_for_shop => true);

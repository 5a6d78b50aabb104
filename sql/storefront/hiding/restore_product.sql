create function storefront.restore_product(brand_id text, product_id text)
returns json
language plpgsql volatile
as $$
declare
  v_was_hidden boolean;
  v_is_shown boolean;
begin
  perform commerce.require_live();
  v_was_hidden := storefront.put_product_back(restore_product.brand_id, restore_product.product_id);
  v_is_shown := exists (
    select from storefront.catalog_products as held
    where held.brand_id = restore_product.brand_id and held.product_id = restore_product.product_id
  );
  if not v_was_hidden and not v_is_shown then
    perform platform.fail('NTFND', 'names_no_product_of_this_shop', 'product_id', pg_catalog.json_build_object('product_id', restore_product.product_id));
  end if;
  return pg_catalog.json_build_object('product_id', restore_product.product_id, 'is_shown', v_is_shown);
end
$$;
comment on function storefront.restore_product(text, text) is
  'DELETE /hidden-products/{product_id}: shows a hidden product again as imports last stated it. is_shown is false if the newest import no longer has it; the '
  'next one that has it shows it. Raises NTFND for an unknown product. A request that waits too long for a running import fails with lock_not_available.';
grant execute on function storefront.restore_product(text, text) to vitrine_key, vitrine_simulated;
call core.register_operation('storefront.restore_product', 'write:storefront', brand => 'shown', access => 'write', served_by => '{storefront,console}', acts_for_shop => true);

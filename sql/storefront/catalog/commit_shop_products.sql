create function storefront.commit_shop_products(brand_id text, source_id text, products jsonb, only_groups text[] default null)
returns jsonb
language plpgsql volatile
as $$
declare
  v_report jsonb;
begin
  perform storefront.open_product_import();
  insert into pg_temp.products (line, product, reason)
  select given.line, given.entry -> 'product', given.entry -> 'reason'
  from pg_catalog.jsonb_array_elements(commit_shop_products.products) with ordinality as given (entry, line);
  v_report := storefront.commit_product_import(
    commit_shop_products.brand_id, 'source', commit_shop_products.source_id, pg_catalog.jsonb_array_length(commit_shop_products.products), true, '[]',
    commit_shop_products.source_id, commit_shop_products.only_groups
  );
  drop table pg_temp.products, pg_temp.rejections;
  return v_report;
end
$$;
comment on function storefront.commit_shop_products(text, text, jsonb, text[]) is
  'Writes the variants that a connected shop reported: [{product}], or [{reason}] for those that cannot be in the catalog. Unchanged ones are not '
  'written, and those that the shop no longer has leave the catalog. only_groups: the products that were read, if not all. Returns {changed, deleted}.';
grant execute on function storefront.commit_shop_products(text, text, jsonb, text[]) to vitrine_worker;

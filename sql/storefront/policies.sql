call core.protect('storefront.products');
call core.protect('storefront.postings');
call core.protect('storefront.terms');
call core.protect('storefront.catalogues');
call core.protect('storefront.reviews');

-- A shop window is for everybody who stands before it: the brand that the address names.
do $$
declare
  v_table text;
begin
  foreach v_table in array array['products', 'postings', 'terms', 'catalogues', 'reviews'] loop
    execute format(
      'create policy anonymous on storefront.%I for select to vitrine_anonymous using (brand_id = any ((select core.scope_brand_ids())::text[]))', v_table
    );
    execute format('grant select on storefront.%I to vitrine_anonymous', v_table);
  end loop;
end
$$;

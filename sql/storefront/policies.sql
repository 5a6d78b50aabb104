create procedure storefront.protect_public(protected_table regclass)
language plpgsql
as $$
begin
  call core.protect(protect_public.protected_table);
  execute format(
    'create policy anonymous on %s for select to vitrine_anonymous using (brand_id = any ((select core.scope_brand_ids())::text[]))',
    protect_public.protected_table
  );
  execute format('grant select on %s to vitrine_anonymous', protect_public.protected_table);
end
$$;
comment on procedure storefront.protect_public(regclass) is
  'As core.protect, for a table that anonymous callers may read for the brand in the URL.';

call storefront.protect_public('storefront.catalog_products');
call storefront.protect_public('storefront.postings');
call core.protect('storefront.product_terms');
call storefront.protect_public('storefront.terms');
call storefront.protect_public('storefront.names');
call storefront.protect_public('storefront.catalogs');
call storefront.protect_public('storefront.reviews');
call storefront.protect_public('storefront.shops');
call storefront.protect_public('storefront.shipping_destinations');
call storefront.protect_public('storefront.payment_methods');
call storefront.protect_public('storefront.bundles');
call storefront.protect_public('storefront.bundle_products');
call storefront.protect_public('storefront.trust_scores');
call storefront.protect_public('storefront.trust_history');
call storefront.protect_public('storefront.certificates');
call core.protect_reference('storefront.trust_components');
call core.protect_reference('storefront.trust_tiers');
call core.protect_reference('storefront.platforms');
call core.protect_reference('storefront.feed_platforms');
call core.protect_reference('storefront.feed_columns');
call core.protect('storefront.trust_signals');

-- Functions that run as vitrine_gate read all brands. For example, network_rank ranks the shops of a category.
create policy gate on storefront.trust_scores for select to vitrine_gate using (true);
create policy gate on storefront.terms for select to vitrine_gate using (true);
create policy gate on storefront.catalog_products for select to vitrine_gate using (true);
create policy gate on storefront.bundles for select to vitrine_gate using (true);
grant select on storefront.catalog_products, storefront.products, storefront.bundles to vitrine_gate;
grant usage on schema storefront to vitrine_gate;
grant select on storefront.trust_scores, storefront.terms to vitrine_gate;

do $$
declare
  v_table text;
begin
  -- Anonymous callers may read the storefront of the brand in the URL.
  foreach v_table in array array[
    'catalog_products', 'postings', 'terms', 'names', 'catalogs', 'reviews', 'shops', 'shipping_destinations', 'payment_methods',
    'bundles', 'bundle_products', 'trust_scores', 'trust_history', 'certificates'
  ] loop
    call core.protect(format('storefront.%I', v_table)::regclass);
    execute format(
      'create policy anonymous on storefront.%I for select to vitrine_anonymous using (brand_id = any ((select core.scope_brand_ids())::text[]))', v_table
    );
    execute format('grant select on storefront.%I to vitrine_anonymous', v_table);
  end loop;
  -- Reference data: the same for all callers, written by migrations only.
  foreach v_table in array array['trust_components', 'trust_tiers', 'platforms', 'feed_platforms', 'feed_columns'] loop
    execute format('alter table storefront.%I enable row level security', v_table);
    execute format('alter table storefront.%I force row level security', v_table);
    execute format('create policy every_role on storefront.%I for select using (true)', v_table);
  end loop;
end
$$;
call core.protect('storefront.trust_signals');

-- Functions that run as vitrine_gate read all brands. For example, network_rank ranks the shops of a category.
create policy gate on storefront.trust_scores for select to vitrine_gate using (true);
create policy gate on storefront.terms for select to vitrine_gate using (true);
create policy gate on storefront.catalog_products for select to vitrine_gate using (true);
create policy gate on storefront.bundles for select to vitrine_gate using (true);
grant select on storefront.catalog_products, storefront.products, storefront.bundles to vitrine_gate;
grant usage on schema storefront to vitrine_gate;
grant select on storefront.trust_scores, storefront.terms to vitrine_gate;

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

-- Every caller of a shop reads what others ordered, because it reduces what is available, but not who ordered. Only the agent and the shop change rows.
call core.protect('storefront.ordered_stock');
revoke select on storefront.ordered_stock from vitrine_key;
grant select (brand_id, transaction_id, product_id, quantity, expires_at) on storefront.ordered_stock to vitrine_anonymous, vitrine_key, vitrine_gate;
create policy anonymous on storefront.ordered_stock for select to vitrine_anonymous using (brand_id = any ((select core.scope_brand_ids())::text[]));
create policy gate on storefront.ordered_stock for select to vitrine_gate using (true);
create policy key_inserts on storefront.ordered_stock for insert to vitrine_key
with check (
  brand_id = any ((select core.scope_brand_ids())::text[])
  and (created_by = (select core.scope_credential_id()) or brand_id = any ((select core.merchant_brand_ids())::text[]))
);
create policy key_updates on storefront.ordered_stock for update to vitrine_key
using (
  brand_id = any ((select core.scope_brand_ids())::text[])
  and (created_by = (select core.scope_credential_id()) or brand_id = any ((select core.merchant_brand_ids())::text[]))
);
create policy key_deletes on storefront.ordered_stock for delete to vitrine_key
using (
  brand_id = any ((select core.scope_brand_ids())::text[])
  and (created_by = (select core.scope_credential_id()) or brand_id = any ((select core.merchant_brand_ids())::text[]))
);
-- All test keys share one simulated shop, and none of them sees the orders of another.
create policy own_simulated on storefront.ordered_stock as restrictive to vitrine_simulated using (created_by = (select core.scope_credential_id()));
create policy simulated_inserts on storefront.ordered_stock for insert to vitrine_simulated
with check (brand_id = any ((select core.simulated_brand_ids())::text[]));
create policy simulated_updates on storefront.ordered_stock for update to vitrine_simulated
using (brand_id = any ((select core.simulated_brand_ids())::text[]));
create policy simulated_deletes on storefront.ordered_stock for delete to vitrine_simulated
using (brand_id = any ((select core.simulated_brand_ids())::text[]));
grant insert, update (expires_at), delete on storefront.ordered_stock to vitrine_key, vitrine_simulated;
call core.protect('storefront.product_terms');
call core.protect('storefront.feed_judgments');
call core.protect('storefront.hidden_products');
-- Agents must not learn what a shop hides.
create policy shop on storefront.hidden_products as restrictive for select to vitrine_key using (brand_id = any ((select core.merchant_brand_ids())::text[]));
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
call core.protect_reference('storefront.feed_rules');
call core.protect('storefront.trust_signals');

-- Functions that run as vitrine_gate read all brands. For example, network_rank ranks the shops of a category.
create policy gate on storefront.trust_scores for select to vitrine_gate using (true);
create policy gate on storefront.terms for select to vitrine_gate using (true);
create policy gate on storefront.catalog_products for select to vitrine_gate using (true);
create policy gate on storefront.bundles for select to vitrine_gate using (true);
create policy gate on storefront.catalogs for select to vitrine_gate using (true);
grant select on storefront.catalog_products, storefront.products, storefront.bundles to vitrine_gate;
grant usage on schema storefront to vitrine_gate;
grant select on storefront.trust_scores, storefront.terms, storefront.catalogs to vitrine_gate;

create procedure storefront.protect_checkouts(protected_table regclass)
language plpgsql
as $$
begin
  call storefront.protect_public(protect_checkouts.protected_table);
  execute format(
    'create policy session_inserts on %s for insert to vitrine_anonymous, vitrine_key with check (brand_id = any ((select core.scope_brand_ids())::text[]))',
    protect_checkouts.protected_table
  );
  execute format(
    'create policy simulated_inserts on %s for insert to vitrine_simulated with check (brand_id = any ((select core.simulated_brand_ids())::text[]))',
    protect_checkouts.protected_table
  );
  -- The functions check the owner too. This is the last line of defense.
  execute format(
    'create policy owner on %s as restrictive to vitrine_anonymous, vitrine_key, vitrine_simulated using ('
      'owner is null or owner in (''key '' || (select core.scope_credential_id()), ''agent '' || (select core.scope_agent())))',
    protect_checkouts.protected_table
  );
  execute format('create policy gate on %s for select to vitrine_gate using (true)', protect_checkouts.protected_table);
  execute format('create policy gate_deletes on %s for delete to vitrine_gate using (true)', protect_checkouts.protected_table);
  execute format('grant insert on %s to vitrine_anonymous, vitrine_key, vitrine_simulated', protect_checkouts.protected_table);
  execute format('grant select, delete on %s to vitrine_gate', protect_checkouts.protected_table);
end
$$;
comment on procedure storefront.protect_checkouts(regclass) is
  'As storefront.protect_public, for rows that callers with and without a credential create in the shop of the URL. A row with an owner is visible to that '
  'credential or verified agent only. vitrine_gate deletes old ones.';
call storefront.protect_checkouts('storefront.checkouts');
call storefront.protect_checkouts('storefront.checkout_requests');
-- A session with quotes is visible to the credential that created it only, not to the shop.
create policy quoting_agent on storefront.checkouts as restrictive to vitrine_anonymous, vitrine_key, vitrine_simulated
using (created_by is null or created_by = (select core.scope_credential_id()));
create policy session_updates on storefront.checkouts for update to vitrine_anonymous, vitrine_key
using (brand_id = any ((select core.scope_brand_ids())::text[]));
create policy simulated_updates on storefront.checkouts for update to vitrine_simulated
using (brand_id = any ((select core.simulated_brand_ids())::text[]));
grant update (owner, line_items, discount_codes, context, fulfillment, is_canceled, updated_at) on storefront.checkouts
to vitrine_anonymous, vitrine_key, vitrine_simulated;

do $$
declare
  v_table text;
begin
  foreach v_table in array array[
    'negotiations', 'negotiation_offers', 'price_holds', 'transactions', 'transaction_items', 'ordered_stock', 'adjustments', 'confirmation_windows',
    'disputes', 'dispute_statements', 'feedback'
  ] loop
    call core.protect(format('commerce.%I', v_table)::regclass);
    execute format(
      'create policy key_inserts on commerce.%I for insert to vitrine_key with check (brand_id = any ((select core.scope_brand_ids())::text[]))', v_table
    );
    execute format(
      'create policy simulated_inserts on commerce.%I for insert to vitrine_simulated'
        ' with check (brand_id = any ((select core.simulated_brand_ids())::text[]))',
      v_table
    );
    execute format('grant insert on commerce.%I to vitrine_key, vitrine_simulated', v_table);
    -- A row is visible to the credential that created it and to the shop, not to other agents.
    execute format(
      'create policy party on commerce.%I as restrictive to vitrine_key using ('
        'created_by = (select core.scope_credential_id()) or brand_id = any ((select core.merchant_brand_ids())::text[]))',
      v_table
    );
    execute format(
      'create policy own_simulated on commerce.%I as restrictive to vitrine_simulated using (created_by = (select core.scope_credential_id()))', v_table
    );
  end loop;
  foreach v_table in array array[
    'negotiations', 'negotiation_offers', 'price_holds', 'transactions', 'confirmation_windows', 'disputes', 'feedback'
  ] loop
    execute format(
      'create policy key_updates on commerce.%I for update to vitrine_key using (brand_id = any ((select core.scope_brand_ids())::text[]))', v_table
    );
    execute format(
      'create policy simulated_updates on commerce.%I for update to vitrine_simulated'
        ' using (brand_id = any ((select core.simulated_brand_ids())::text[]))',
      v_table
    );
  end loop;
  foreach v_table in array array['negotiations', 'price_holds', 'transactions', 'confirmation_windows', 'disputes', 'feedback'] loop
    execute format('grant update on commerce.%I to vitrine_key, vitrine_simulated', v_table);
  end loop;
  foreach v_table in array array['negotiations', 'price_holds', 'transactions', 'confirmation_windows', 'disputes'] loop
    execute format('create policy gate on commerce.%I for select to vitrine_gate using (true)', v_table);
    execute format('grant select (brand_id, status, expires_at) on commerce.%I to vitrine_gate', v_table);
  end loop;
  grant execute on function commerce.clock_states(text) to vitrine_gate;
  foreach v_table in array array['machines', 'transitions'] loop
    execute format('alter table commerce.%I enable row level security', v_table);
    execute format('alter table commerce.%I force row level security', v_table);
    execute format('create policy every_role on commerce.%I for select using (true)', v_table);
    execute format('grant select on commerce.%I to vitrine_gate, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst, vitrine_worker', v_table);
  end loop;
end
$$;
grant update (status, version, updated_at) on commerce.negotiation_offers to vitrine_key, vitrine_simulated;
create policy key_deletes on commerce.feedback for delete to vitrine_key using (brand_id = any ((select core.scope_brand_ids())::text[]));
create policy simulated_deletes on commerce.feedback for delete to vitrine_simulated
using (brand_id = any ((select core.simulated_brand_ids())::text[]));
grant delete on commerce.feedback to vitrine_key, vitrine_simulated;

call core.protect('commerce.pricing_policies');
call core.protect('commerce.quantity_tiers');
-- Analysts see policies without floors: an agent who knew the floor would offer exactly that.
revoke select on commerce.pricing_policies from vitrine_analyst;
grant select (
  brand_id, policy_id, product_id, is_enabled, target_percent, accept_percent, decline_percent, rounds_max, price_step_micros, answered_by,
  answer_minutes, hold_minutes, negotiations_per_day_max, version, updated_at
) on commerce.pricing_policies to vitrine_analyst;
-- Whether a shop negotiates is public. Its limits are not, so vitrine_gate does not read floors.
create policy gate on commerce.pricing_policies for select to vitrine_gate using (true);
grant select (brand_id, product_id, is_enabled, floor_currency, list_price_min_micros) on commerce.pricing_policies to vitrine_gate;
call core.protect('commerce.exclusive_offers');
do $$
declare
  v_table text;
begin
  -- Only the shop writes its pricing policies and exclusive offers.
  foreach v_table in array array['pricing_policies', 'quantity_tiers', 'exclusive_offers'] loop
    execute format(
      'create policy merchant_inserts on commerce.%I for insert to vitrine_key with check (brand_id = any ((select core.merchant_brand_ids())::text[]))',
      v_table
    );
    execute format(
      'create policy merchant_updates on commerce.%I for update to vitrine_key using (brand_id = any ((select core.merchant_brand_ids())::text[]))',
      v_table
    );
    execute format(
      'create policy merchant_deletes on commerce.%I for delete to vitrine_key using (brand_id = any ((select core.merchant_brand_ids())::text[]))',
      v_table
    );
    execute format('grant insert, update, delete on commerce.%I to vitrine_key', v_table);
  end loop;
end
$$;
create policy anonymous on commerce.exclusive_offers for select to vitrine_anonymous using (brand_id = any ((select core.scope_brand_ids())::text[]));
grant select on commerce.exclusive_offers to vitrine_anonymous;

-- The functions run with the rights of their caller; the policies of the tables apply.
grant execute on all functions in schema commerce to vitrine_key, vitrine_simulated, vitrine_worker;
revoke execute on function commerce.due_brands() from vitrine_key, vitrine_simulated, vitrine_worker;
grant execute on function
  commerce.exclusive_offers(text, text),
  commerce.show_exclusive_offer(commerce.exclusive_offers),
  commerce.reduced_price_micros(commerce.exclusive_offers, bigint, text),
  commerce.round_up(numeric, bigint),
  commerce.money(bigint, text)
to vitrine_anonymous;

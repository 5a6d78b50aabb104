create procedure commerce.protect_agent_rows(protected_table regclass)
language plpgsql
as $$
begin
  call core.protect(protect_agent_rows.protected_table);
  execute format(
    'create policy key_inserts on %s for insert to vitrine_key with check (brand_id = any ((select core.scope_brand_ids())::text[]))',
    protect_agent_rows.protected_table
  );
  execute format(
    'create policy simulated_inserts on %s for insert to vitrine_simulated with check (brand_id = any ((select core.simulated_brand_ids())::text[]))',
    protect_agent_rows.protected_table
  );
  execute format('grant insert on %s to vitrine_key, vitrine_simulated', protect_agent_rows.protected_table);
  execute format(
    'create policy party on %s as restrictive to vitrine_key using ('
      'created_by = (select core.scope_credential_id()) or brand_id = any ((select core.merchant_brand_ids())::text[]))',
    protect_agent_rows.protected_table
  );
  execute format(
    'create policy own_simulated on %s as restrictive to vitrine_simulated using (created_by = (select core.scope_credential_id()))',
    protect_agent_rows.protected_table
  );
end
$$;
comment on procedure commerce.protect_agent_rows(regclass) is
  'As core.protect, for rows that agents create. A row is visible to the credential that created it and to the shop, not to other agents.';

create procedure commerce.allow_agent_updates(protected_table regclass)
language plpgsql
as $$
begin
  execute format(
    'create policy key_updates on %s for update to vitrine_key using (brand_id = any ((select core.scope_brand_ids())::text[]))',
    allow_agent_updates.protected_table
  );
  execute format(
    'create policy simulated_updates on %s for update to vitrine_simulated using (brand_id = any ((select core.simulated_brand_ids())::text[]))',
    allow_agent_updates.protected_table
  );
end
$$;
comment on procedure commerce.allow_agent_updates(regclass) is 'Creates the policies for updates of rows that agents created.';

create procedure commerce.protect_merchant_rows(protected_table regclass)
language plpgsql
as $$
begin
  call core.protect(protect_merchant_rows.protected_table);
  execute format(
    'create policy merchant_inserts on %s for insert to vitrine_key with check (brand_id = any ((select core.merchant_brand_ids())::text[]))',
    protect_merchant_rows.protected_table
  );
  execute format(
    'create policy merchant_updates on %s for update to vitrine_key using (brand_id = any ((select core.merchant_brand_ids())::text[]))',
    protect_merchant_rows.protected_table
  );
  execute format(
    'create policy merchant_deletes on %s for delete to vitrine_key using (brand_id = any ((select core.merchant_brand_ids())::text[]))',
    protect_merchant_rows.protected_table
  );
  execute format('grant insert, update, delete on %s to vitrine_key', protect_merchant_rows.protected_table);
end
$$;
comment on procedure commerce.protect_merchant_rows(regclass) is 'As core.protect, for rows that only the shop writes.';

call commerce.protect_agent_rows('commerce.negotiations');
call commerce.protect_agent_rows('commerce.negotiation_offers');
call commerce.protect_agent_rows('commerce.price_holds');
call commerce.protect_agent_rows('commerce.transactions');
call commerce.protect_agent_rows('commerce.transaction_items');
call commerce.protect_agent_rows('commerce.adjustments');
call commerce.protect_agent_rows('commerce.confirmation_windows');
call commerce.protect_agent_rows('commerce.disputes');
call commerce.protect_agent_rows('commerce.dispute_statements');
call commerce.protect_agent_rows('commerce.feedback');
call commerce.protect_agent_rows('storefront.order_events');
create policy gate on storefront.order_events to vitrine_gate using (true) with check (true);
grant select, update, delete on storefront.order_events to vitrine_gate;

call commerce.allow_agent_updates('commerce.negotiations');
call commerce.allow_agent_updates('commerce.negotiation_offers');
call commerce.allow_agent_updates('commerce.price_holds');
call commerce.allow_agent_updates('commerce.transactions');
call commerce.allow_agent_updates('commerce.confirmation_windows');
call commerce.allow_agent_updates('commerce.disputes');
call commerce.allow_agent_updates('commerce.feedback');
grant update on
  commerce.negotiations, commerce.price_holds, commerce.transactions, commerce.confirmation_windows, commerce.disputes, commerce.feedback
to vitrine_key, vitrine_simulated;

create policy gate on commerce.negotiations for select to vitrine_gate using (true);
grant select (brand_id, negotiation_id, status, expires_at) on commerce.negotiations to vitrine_gate;
create policy gate on commerce.price_holds for select to vitrine_gate using (true);
grant select (brand_id, status, expires_at) on commerce.price_holds to vitrine_gate;
create policy gate on commerce.transactions for select to vitrine_gate using (true);
grant select (brand_id, status, expires_at) on commerce.transactions to vitrine_gate;
create policy gate on commerce.confirmation_windows for select to vitrine_gate using (true);
grant select (brand_id, status, expires_at) on commerce.confirmation_windows to vitrine_gate;
create policy gate on commerce.disputes for select to vitrine_gate using (true);
grant select (brand_id, status, expires_at) on commerce.disputes to vitrine_gate;
grant execute on function commerce.clock_states(text) to vitrine_gate;

call core.protect_reference('commerce.machines');
call core.protect_reference('commerce.transitions');
grant select on commerce.machines, commerce.transitions to vitrine_gate, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst, vitrine_worker;

grant update (status, version, updated_at) on commerce.negotiation_offers to vitrine_key, vitrine_simulated;
create policy key_deletes on commerce.feedback for delete to vitrine_key using (brand_id = any ((select core.scope_brand_ids())::text[]));
create policy simulated_deletes on commerce.feedback for delete to vitrine_simulated
using (brand_id = any ((select core.simulated_brand_ids())::text[]));
grant delete on commerce.feedback to vitrine_key, vitrine_simulated;

call commerce.protect_merchant_rows('commerce.pricing_policies');
call commerce.protect_merchant_rows('commerce.quantity_tiers');
-- Analysts see policies without floors: an agent who knew the floor would offer exactly that.
revoke select on commerce.pricing_policies from vitrine_analyst;
grant select (
  brand_id, policy_id, product_id, is_enabled, target_percent, accept_percent, decline_percent, rounds_max, price_step_micros, answered_by,
  answer_minutes, hold_minutes, negotiations_per_day_max, version, updated_at
) on commerce.pricing_policies to vitrine_analyst;
-- Whether a shop negotiates is public. Its limits are not, so vitrine_gate does not read floors.
create policy gate on commerce.pricing_policies for select to vitrine_gate using (true);
grant select (brand_id, product_id, is_enabled, floor_currency, list_price_min_micros) on commerce.pricing_policies to vitrine_gate;
call commerce.protect_merchant_rows('commerce.exclusive_offers');
create policy anonymous on commerce.exclusive_offers for select to vitrine_anonymous using (brand_id = any ((select core.scope_brand_ids())::text[]));
grant select on commerce.exclusive_offers to vitrine_anonymous;

-- Anonymous callers see the offers of a shop.
grant execute on function
  commerce.exclusive_offers(text, text),
  commerce.show_exclusive_offer(commerce.exclusive_offers),
  commerce.reduced_price_micros(commerce.exclusive_offers, bigint, text),
  commerce.round_up(numeric, bigint),
  commerce.money(bigint, text)
to vitrine_anonymous;

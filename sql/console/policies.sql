-- Write policies of signed-in persons, by their role in the brand. core.protect creates the read policies.
create policy person_decides on connector.proposals for update to vitrine_person
using (brand_id = any ((select core.scope_brand_ids())::text[]) and (select core.scope_role_is('admin')));
grant update (status, decided_by, decided_at, note) on connector.proposals to vitrine_person;

-- Keys of the brand, and keys of the account for members of all its brands. The hash cannot be selected.
create policy person on core.api_keys for select to vitrine_person
using (
  brand_id = any ((select core.scope_brand_ids())::text[])
  or (brand_id is null and account_id = (select core.scope_account_id()))
);
create policy person_creates on core.api_keys for insert to vitrine_person
with check (brand_id = any ((select core.scope_brand_ids())::text[]) and (select core.scope_role_is('admin')));
create policy person_revokes on core.api_keys for update to vitrine_person
using (
  (brand_id = any ((select core.scope_brand_ids())::text[]) or (brand_id is null and account_id = (select core.scope_account_id())))
  and (select core.scope_role_is('admin'))
);
grant
  select (key_id, account_id, brand_id, prefix, display, name, scopes, created_at, expires_at, revoked_at, last_used_at, platform_origin),
  insert (key_id, account_id, brand_id, prefix, hash, display, name, scopes, expires_at),
  update (revoked_at)
on core.api_keys to vitrine_person;
grant select on core.key_kinds to vitrine_person;

-- Webhook endpoints follow the same rules.
create policy person on webhooks.endpoints for select to vitrine_person
using (
  brand_id = any ((select core.scope_brand_ids())::text[])
  or (brand_id is null and account_id = (select core.scope_account_id()))
);
create policy person_adds on webhooks.endpoints for insert to vitrine_person
with check (
  (brand_id = any ((select core.scope_brand_ids())::text[]) or (brand_id is null and account_id = (select core.scope_account_id())))
  and (select core.scope_role_is('admin'))
);
create policy person_changes on webhooks.endpoints for update to vitrine_person
using (
  (brand_id = any ((select core.scope_brand_ids())::text[]) or (brand_id is null and account_id = (select core.scope_account_id())))
  and (select core.scope_role_is('admin'))
);
create policy person_deletes on webhooks.endpoints for delete to vitrine_person
using (
  (brand_id = any ((select core.scope_brand_ids())::text[]) or (brand_id is null and account_id = (select core.scope_account_id())))
  and (select core.scope_role_is('admin'))
);
create policy person on webhooks.secrets for select to vitrine_person
using (exists (select from webhooks.endpoints where endpoints.endpoint_id = secrets.endpoint_id));
create policy person_adds on webhooks.secrets for insert to vitrine_person
with check (exists (select from webhooks.endpoints where endpoints.endpoint_id = secrets.endpoint_id) and (select core.scope_role_is('admin')));
create policy person_changes on webhooks.secrets for update to vitrine_person
using (exists (select from webhooks.endpoints where endpoints.endpoint_id = secrets.endpoint_id) and (select core.scope_role_is('admin')));
create policy person_deletes on webhooks.secrets for delete to vitrine_person
using (exists (select from webhooks.endpoints where endpoints.endpoint_id = secrets.endpoint_id) and (select core.scope_role_is('admin')));
create policy person_sends on webhooks.deliveries for insert to vitrine_person
with check (brand_id = any ((select core.scope_brand_ids())::text[]) and (select core.scope_role_is('admin')));
create policy person_replays on webhooks.deliveries for update to vitrine_person
using (brand_id = any ((select core.scope_brand_ids())::text[]) and (select core.scope_role_is('admin')));
grant
  select, insert, delete,
  update (url, types, description, status, disabled_reason, failures, failing_since, quiet_until)
on webhooks.endpoints to vitrine_person;
grant select (secret_id, endpoint_id, created_at, expires_at), insert, update (expires_at), delete on webhooks.secrets to vitrine_person;
grant insert, update (status, failures, next_attempt_at, delivered_at) on webhooks.deliveries to vitrine_person;

-- Settings of the brand.
create policy person_requests on analytics.attribution_changes for insert to vitrine_person
with check (brand_id = any ((select core.scope_brand_ids())::text[]) and (select core.scope_role_is('admin')));
create policy person_replaces on analytics.attribution_changes for update to vitrine_person
using (brand_id = any ((select core.scope_brand_ids())::text[]) and (select core.scope_role_is('admin')));
grant
  insert (brand_id, model, click_days, view_days, half_life_hours, accounting, version, requested_at),
  update (model, click_days, view_days, half_life_hours, accounting, version, is_refused, requested_at)
on analytics.attribution_changes to vitrine_person;
create policy person_adds on analytics.targets for insert to vitrine_person
with check (brand_id = any ((select core.scope_brand_ids())::text[]) and (select core.scope_role_is('admin')));
create policy person_changes on analytics.targets for update to vitrine_person
using (brand_id = any ((select core.scope_brand_ids())::text[]) and (select core.scope_role_is('admin')));
grant insert (brand_id, month, campaign_entity_id, roas, cpa_micros, budget_micros), update (roas, cpa_micros, budget_micros, version)
on analytics.targets to vitrine_person;
-- A buyer who knows the limits can get the lowest price. Only admins and owners, who set them, can read them.
create policy person_is_admin on commerce.pricing_policies as restrictive for select to vitrine_person using ((select core.scope_role_is('admin')));
create policy person_is_admin on commerce.quantity_tiers as restrictive for select to vitrine_person using ((select core.scope_role_is('admin')));
create policy person_adds on commerce.pricing_policies for insert to vitrine_person
with check (brand_id = any ((select core.scope_brand_ids())::text[]) and (select core.scope_role_is('admin')));
create policy person_changes on commerce.pricing_policies for update to vitrine_person
using (brand_id = any ((select core.scope_brand_ids())::text[]) and (select core.scope_role_is('admin')));
create policy person_removes on commerce.pricing_policies for delete to vitrine_person
using (brand_id = any ((select core.scope_brand_ids())::text[]) and (select core.scope_role_is('admin')));
create policy person_adds on commerce.quantity_tiers for insert to vitrine_person
with check (brand_id = any ((select core.scope_brand_ids())::text[]) and (select core.scope_role_is('admin')));
create policy person_removes on commerce.quantity_tiers for delete to vitrine_person
using (brand_id = any ((select core.scope_brand_ids())::text[]) and (select core.scope_role_is('admin')));
grant
  insert (
    brand_id, product_id, is_enabled, floor_percent, floor_micros, floor_currency, list_price_min_micros, target_percent, accept_percent,
    decline_percent, rounds_max, price_step_micros, answered_by, answer_minutes, hold_minutes, negotiations_per_day_max
  ),
  update (
    is_enabled, floor_percent, floor_micros, floor_currency, list_price_min_micros, target_percent, accept_percent, decline_percent, rounds_max,
    price_step_micros, answered_by, answer_minutes, hold_minutes, negotiations_per_day_max, version, updated_at
  )
on commerce.pricing_policies to vitrine_person;
grant delete on commerce.pricing_policies to vitrine_person;
grant insert (brand_id, policy_id, quantity_min, percent_off), delete on commerce.quantity_tiers to vitrine_person;
create policy person_changes on core.brands for update to vitrine_person
using (brand_id = any ((select core.scope_brand_ids())::text[]) and (select core.scope_role_is('admin')));
grant update (name, currency, timezone, is_storefront_published, version, status, deletion_due_at, quiet_from, quiet_to, quiet_days) on core.brands to vitrine_person;
create policy person_adds on storefront.shops for insert to vitrine_person
with check (brand_id = any ((select core.scope_brand_ids())::text[]) and (select core.scope_role_is('admin')));
create policy person_changes on storefront.shops for update to vitrine_person
using (brand_id = any ((select core.scope_brand_ids())::text[]) and (select core.scope_role_is('admin')));
grant
  insert (
    brand_id, website, description, category, legal_name, support_contact, privacy_policy, terms_of_service, returns_policy, shipping_state,
    shipping_statement, payment_state, payment_statement, version
  ),
  update (
    website, description, category, legal_name, support_contact, privacy_policy, terms_of_service, returns_policy, shipping_state,
    shipping_statement, payment_state, payment_statement, updated_at, version
  )
on storefront.shops to vitrine_person;
create policy person_adds on storefront.shipping_destinations for insert to vitrine_person
with check (brand_id = any ((select core.scope_brand_ids())::text[]) and (select core.scope_role_is('admin')));
create policy person_removes on storefront.shipping_destinations for delete to vitrine_person
using (brand_id = any ((select core.scope_brand_ids())::text[]) and (select core.scope_role_is('admin')));
grant
  insert (
    brand_id, position, country, regions, postal_codes, service, price_micros, free_over_micros, currency, handling_days_min, handling_days_max,
    transit_days_min, transit_days_max
  ),
  delete
on storefront.shipping_destinations to vitrine_person;
create policy person_adds on storefront.payment_methods for insert to vitrine_person
with check (brand_id = any ((select core.scope_brand_ids())::text[]) and (select core.scope_role_is('admin')));
create policy person_removes on storefront.payment_methods for delete to vitrine_person
using (brand_id = any ((select core.scope_brand_ids())::text[]) and (select core.scope_role_is('admin')));
grant insert (brand_id, position, type, brands), delete on storefront.payment_methods to vitrine_person;

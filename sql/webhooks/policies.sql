-- A key of the account reaches all of its endpoints. A key of a single brand reaches the endpoints of that brand.
alter table webhooks.endpoints enable row level security;
alter table webhooks.endpoints force row level security;
create policy key on webhooks.endpoints to vitrine_key
using (account_id = (select core.scope_account_id()) or brand_id = any ((select core.scope_brand_ids())::text[]))
with check (account_id = (select core.scope_account_id()) or brand_id = any ((select core.scope_brand_ids())::text[]));
create policy gate on webhooks.endpoints to vitrine_gate using (true) with check (true);
-- The owner of an endpoint is immutable.
grant
  select, insert, delete,
  update (url, types, description, status, disabled_reason, failures, failing_since, quiet_until)
on webhooks.endpoints to vitrine_key;
grant select, update on webhooks.endpoints to vitrine_gate;

-- A caller who may see an endpoint may add a secret to it. No caller may read a secret.
alter table webhooks.secrets enable row level security;
alter table webhooks.secrets force row level security;
create policy key on webhooks.secrets to vitrine_key
using (exists (select from webhooks.endpoints where endpoints.endpoint_id = secrets.endpoint_id))
with check (exists (select from webhooks.endpoints where endpoints.endpoint_id = secrets.endpoint_id));
create policy gate on webhooks.secrets to vitrine_gate using (true) with check (true);
grant select (secret_id, endpoint_id, created_at, expires_at), insert, update (expires_at), delete on webhooks.secrets to vitrine_key;
grant select, update (sealed) on webhooks.secrets to vitrine_gate;

call core.protect('webhooks.deliveries');
revoke insert, update, delete on webhooks.deliveries from vitrine_worker;
create policy key_sends on webhooks.deliveries for insert to vitrine_key
with check (brand_id = any ((select core.scope_brand_ids())::text[]));
create policy key_replays on webhooks.deliveries for update to vitrine_key
using (brand_id = any ((select core.scope_brand_ids())::text[]))
with check (brand_id = any ((select core.scope_brand_ids())::text[]));
grant insert, update (status, failures, next_attempt_at, delivered_at) on webhooks.deliveries to vitrine_key;
create policy gate on webhooks.deliveries to vitrine_gate using (true) with check (true);
grant select, insert, update, delete on webhooks.deliveries to vitrine_gate;

call core.protect('webhooks.attempts');
revoke insert, update, delete on webhooks.attempts from vitrine_worker;
create policy gate on webhooks.attempts to vitrine_gate using (true) with check (true);
grant select, insert, update on webhooks.attempts to vitrine_gate;

-- A test key has no endpoints. It may read the tables, but no policy shows it a row.
grant select on webhooks.endpoints to vitrine_simulated;
grant select (secret_id, endpoint_id, created_at, expires_at) on webhooks.secrets to vitrine_simulated;
grant select on events.types to vitrine_simulated;

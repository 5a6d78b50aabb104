-- Only the gate reads credentials and plans.
alter table core.accounts enable row level security;
alter table core.accounts force row level security;
create policy gate on core.accounts to vitrine_gate using (true);
grant select, insert, update, delete on core.accounts to vitrine_gate;

alter table core.api_keys enable row level security;
alter table core.api_keys force row level security;
create policy gate on core.api_keys to vitrine_gate using (true);
grant select, insert, update on core.api_keys to vitrine_gate;

alter table core.analyst_grants enable row level security;
alter table core.analyst_grants force row level security;
create policy gate on core.analyst_grants to vitrine_gate using (true);
grant select, insert, delete on core.analyst_grants to vitrine_gate;

alter table core.memberships enable row level security;
alter table core.memberships force row level security;
create policy gate on core.memberships to vitrine_gate using (true);
grant select, insert, update, delete on core.memberships to vitrine_gate;

alter table core.rate_limits enable row level security;
alter table core.rate_limits force row level security;
create policy gate on core.rate_limits to vitrine_gate using (true);
grant select, insert, update, delete on core.rate_limits to vitrine_gate;

alter table core.idempotent_requests enable row level security;
alter table core.idempotent_requests force row level security;
create policy gate on core.idempotent_requests to vitrine_gate using (true);
grant select, insert, update, delete on core.idempotent_requests to vitrine_gate;

-- Due work is found over all brands.
call core.protect_reference('core.schedules');
create policy gate on core.schedules to vitrine_gate using (true);
grant select on core.schedules to vitrine_gate, vitrine_worker;
grant update on core.schedules to vitrine_gate;
grant execute on function core.last_due(interval, interval) to vitrine_gate;

alter table core.brand_schedules enable row level security;
alter table core.brand_schedules force row level security;
create policy gate on core.brand_schedules to vitrine_gate using (true);
grant select, insert, update on core.brand_schedules to vitrine_gate;

-- Members of a brand see its failed jobs. The operator sees all through core.list_failures.
call core.protect('core.job_failures');
create policy gate on core.job_failures for select to vitrine_gate using (true);
grant select on core.job_failures to vitrine_gate;

-- The gate sees all brands, an executor role those in scope. A test key also sees the simulated brand, because its currency and
-- time zone apply to the facts that the key reads.
call core.protect('core.brands');
create policy gate on core.brands to vitrine_gate using (true);
-- The name of a storefront is public.
create policy anonymous on core.brands for select to vitrine_anonymous using (brand_id = any ((select core.scope_brand_ids())::text[]));
grant select (brand_id, name, currency, timezone, status) on core.brands to vitrine_anonymous;
grant select, insert, update, delete on core.brands to vitrine_gate;
alter policy simulated on core.brands using (brand_id = any ((select core.scope_brand_ids() || core.simulated_brand_ids())::text[]));
revoke insert, update, delete on core.brands from vitrine_worker;

-- Reference data: the same for all callers, written by migrations only.
call core.protect_reference('core.plans');
create policy owner on core.plans to vitrine_owner using (true);
call core.protect_reference('core.currencies');
create policy owner on core.currencies to vitrine_owner using (true);
call core.protect_reference('core.key_kinds');
create policy owner on core.key_kinds to vitrine_owner using (true);
call core.protect_reference('core.operations');
create policy owner on core.operations to vitrine_owner using (true);
call core.protect_reference('core.exchange_rates');
create policy worker on core.exchange_rates to vitrine_worker using (true);

grant select on core.plans, core.currencies, core.key_kinds, core.operations to vitrine_gate;
grant execute on function core.key_scopes(text, text[]) to vitrine_gate, vitrine_person;
grant execute on function core.key_reach(text, text, text, boolean) to vitrine_gate;
grant select on core.currencies to vitrine_anonymous;
grant select on core.currencies, core.exchange_rates to
  vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst, vitrine_worker;
grant insert, update on core.exchange_rates to vitrine_worker;

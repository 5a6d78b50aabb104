-- The second file of the same release: it needs the first, validates without keeping writers out, and redefines an operation.
set role vitrine_owner;
alter table connector.proposals validate constraint proposals_priority_check;
create index proposals_priority_idx on connector.proposals (brand_id, priority);
create or replace function analytics.brands()
returns json
language sql stable
return (
  select pg_catalog.json_build_object('data', coalesce(pg_catalog.json_agg(pg_catalog.json_build_object(
    'id', brands.brand_id, 'name', brands.name, 'currency', brands.currency, 'timezone', brands.timezone,
    'status', brands.status, 'platforms', array['next']
  ) order by brands.name), '[]'))
  from core.brands where brands.brand_id = any (core.scope_brand_ids())
);
reset role;

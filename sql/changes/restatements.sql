-- The history of rows that exist already begins with the migration.
alter table analytics.facts_daily
  add column first_stored_at timestamptz not null default now(),
  add column reported_spend_micros bigint,
  add column reported_revenue_micros bigint;
alter table analytics.facts_hourly
  add column first_stored_at timestamptz not null default now(),
  add column reported_spend_micros bigint,
  add column reported_revenue_micros bigint;
alter table analytics.data_status
  add column first_stored_at timestamptz not null default now(),
  add column last_read_at timestamptz not null default now();
alter table analytics.facts_daily alter column first_stored_at set default platform.now();
alter table analytics.facts_hourly alter column first_stored_at set default platform.now();
alter table analytics.data_status
  alter column first_stored_at set default platform.now(),
  alter column last_read_at set default platform.now();

create table analytics.facts_daily_versions (
  replaced_at timestamptz not null,
  like analytics.facts_daily including comments,
  constraint facts_daily_versions_pkey primary key (brand_id, day, entity_id, replaced_at)
) partition by range (day);
create table analytics.facts_hourly_versions (
  replaced_at timestamptz not null,
  like analytics.facts_hourly including comments,
  constraint facts_hourly_versions_pkey primary key (brand_id, hour, entity_id, replaced_at)
) partition by range (hour);

-- The months that have facts.
do $$
declare
  v_month record;
  v_child text;
begin
  for v_month in
    select parent.relname as facts, pg_catalog.right(child.relname, 7) as name, pg_catalog.pg_get_expr(child.relpartbound, child.oid) as bound
    from pg_catalog.pg_inherits
    join pg_catalog.pg_class as parent on parent.oid = pg_inherits.inhparent
    join pg_catalog.pg_class as child on child.oid = pg_inherits.inhrelid
    where parent.oid in ('analytics.facts_daily'::regclass, 'analytics.facts_hourly'::regclass)
  loop
    v_child := v_month.facts || '_versions_' || v_month.name;
    execute pg_catalog.format('create table analytics.%I partition of analytics.%I %s', v_child, v_month.facts || '_versions', v_month.bound);
    execute pg_catalog.format('alter table analytics.%I enable row level security', v_child);
    execute pg_catalog.format('alter table analytics.%I force row level security', v_child);
  end loop;
end
$$;

create table analytics.restatement_factors (
  brand_id text not null,
  platform text not null,
  metric text not null,
  age integer not null,
  factor double precision not null,
  days integer not null,
  computed_at timestamptz not null default platform.now(),
  constraint restatement_factors_pkey primary key (brand_id, platform, metric, age),
  constraint restatement_factors_brand_id_fkey foreign key (brand_id) references core.brands on delete cascade,
  constraint restatement_factors_metric_fkey foreign key (metric) references analytics.metric_definitions on delete cascade,
  constraint restatement_factors_factor_check check (factor > 0)
);

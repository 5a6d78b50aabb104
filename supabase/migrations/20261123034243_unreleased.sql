-- Written by cli/generate/migration.ts from sql/changes/ and from what changed in sql/ since the last release.
set check_function_bodies = off;

set role vitrine_owner;
-- sql/changes/restatements.sql
-- The history of rows that exist already begins with the migration.
alter table analytics.facts_daily
  add column first_stored_at timestamptz not null default now(),
  add column reported_spend_micros bigint,
  add column reported_revenue_micros bigint;
alter table analytics.facts_hourly
  add column first_stored_at timestamptz not null default now(),
  add column reported_spend_micros bigint,
  add column reported_revenue_micros bigint;
alter table analytics.data_status add column first_stored_at timestamptz not null default now();
alter table analytics.facts_daily alter column first_stored_at set default platform.now();
alter table analytics.facts_hourly alter column first_stored_at set default platform.now();
alter table analytics.data_status alter column first_stored_at set default platform.now();

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
reset role;

drop function analytics.entities_without(text,text[],text);
drop function analytics.missing_warnings(core.brands,text[],date,date,text[]);
drop function analytics.whole_spend(text,text);
drop function analytics.fact_table(text,text);
drop function analytics.entity_sums(analytics.sum_columns,text,text,jsonb,boolean);
drop function analytics.partial_condition(text,text);
drop function analytics.metrics_query(text[],text,text,smallint,text,jsonb,text,text,boolean,bigint[]);
drop function analytics.metric_rows(core.brands,text[],text,text,date,date,jsonb,datemultirange[],text[],integer,bigint,text,text,time without time zone);
drop function analytics.measure_warnings(core.brands,text[],text,date,date,date,text,text[]);
drop function analytics.metrics(text,date,date,text,text[],text,text,text[],integer,integer);
drop function analytics.is_meant(analytics.entity_paths,jsonb);
drop view analytics.daily_performance;
drop view analytics.entity_paths;
drop function analytics.daily_series(text,text,integer);
set role vitrine_owner;
CREATE OR REPLACE FUNCTION core.schema_version()
 RETURNS TABLE(version text, compatible_since text)
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select '20261123034243', '20261121000000';
$function$;
CREATE OR REPLACE FUNCTION analytics.ensure_partitions(first_on date, last_on date)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_month date;
  v_parent text;
  v_child text;
  v_made integer := 0;
begin
  for v_month in
    select pg_catalog.generate_series(
      pg_catalog.date_trunc('month', ensure_partitions.first_on::timestamp),
      ensure_partitions.last_on,
      interval '1 month'
    )::date
  loop
    foreach v_parent in array array['facts_daily', 'facts_hourly', 'facts_daily_versions', 'facts_hourly_versions', 'rollups_daily'] loop
      v_child := v_parent || pg_catalog.to_char(v_month, '"_"YYYY_MM');
      if pg_catalog.to_regclass('analytics.' || v_child) is null then
        -- Two imports can need the same month. The second waits for the first and then finds the partition.
        perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtext('analytics.' || v_child));
        -- Reads the catalog itself, because to_regclass can return a cached result.
        if not exists (
          select from pg_class
          where pg_class.relnamespace = 'analytics'::regnamespace and pg_class.relname = v_child
        ) then
          -- Creates the partition separately and attaches it, so that reads of the parent are not blocked.
          execute pg_catalog.format('create table analytics.%I (like analytics.%I including defaults including constraints)', v_child, v_parent);
          execute pg_catalog.format(
            'alter table analytics.%I attach partition analytics.%I for values from (%L) to (%L)',
            v_parent, v_child,
            case when v_parent like 'facts\_hourly%' then v_month || ' 00:00+00' else v_month::text end,
            case when v_parent like 'facts\_hourly%' then (v_month + interval '1 month')::date || ' 00:00+00'
              else (v_month + interval '1 month')::date::text end
          );
          execute pg_catalog.format('alter table analytics.%I enable row level security', v_child);
          execute pg_catalog.format('alter table analytics.%I force row level security', v_child);
          v_made := v_made + 1;
        end if;
      end if;
    end loop;
  end loop;
  return v_made;
end
$function$;
CREATE OR REPLACE FUNCTION analytics.drop_partitions(kept_from date)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET lock_timeout TO '500ms'
AS $function$
declare
  v_child text;
  v_dropped integer := 0;
begin
  if drop_partitions.kept_from > (platform.now() at time zone 'UTC' - interval '14 months')::date then
    perform platform.fail('BADRQ', 'keeps_too_few_months', 'kept_from', pg_catalog.json_build_object('months_min', 14));
  end if;
  -- If another session is already deleting partitions, this one does nothing.
  if not pg_try_advisory_xact_lock(hashtext('analytics.drop_partitions')) then
    return 0;
  end if;
  for v_child in
    select pg_class.relname
    from pg_inherits
    join pg_class on pg_class.oid = pg_inherits.inhrelid
    where pg_inherits.inhparent in (
        'analytics.facts_daily'::regclass, 'analytics.facts_hourly'::regclass, 'analytics.facts_daily_versions'::regclass,
        'analytics.facts_hourly_versions'::regclass, 'analytics.rollups_daily'::regclass
      )
      and pg_class.relname < left(pg_class.relname, -7) || pg_catalog.to_char(drop_partitions.kept_from, 'YYYY_MM')
    order by pg_class.relname
  loop
    execute pg_catalog.format('drop table if exists analytics.%I', v_child);
    v_dropped := v_dropped + 1;
  end loop;
  return v_dropped;
exception
  when lock_not_available then
    perform platform.fail('UNAVL', 'a_running_query_reads_the_facts');
    return 0;
end
$function$;
CREATE OR REPLACE FUNCTION analytics.keep_versions()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  v_measures constant text[] := array(
    select metric_definitions.source_column
    from analytics.metric_definitions
    where metric_definitions.source_column is not null
    order by metric_definitions.position
  );
  v_key constant text := case tg_table_name when 'facts_daily' then 'day' else 'hour' end;
begin
  -- Several changes at one time leave one version, the row as it was before that time. The time of a row never goes back.
  execute pg_catalog.format(
    $query$
    insert into analytics.%1$I
    select moment.at, was.*
    from was
    join core.brands on brands.brand_id = was.brand_id and not brands.is_simulated
    %3$s
    cross join lateral (
      select greatest(platform.now(), max(held.replaced_at)) as at
      from analytics.%1$I as held
      where held.brand_id = was.brand_id and held.%2$I = was.%2$I and held.entity_id = was.entity_id
    ) as moment
    where moment.at > was.first_stored_at %4$s
    on conflict do nothing
    $query$,
    tg_table_name || '_versions',
    v_key,
    case when tg_op = 'UPDATE' then
      pg_catalog.format('join became on became.brand_id = was.brand_id and became.%1$I = was.%1$I and became.entity_id = was.entity_id', v_key)
    end,
    case when tg_op = 'UPDATE' then
      pg_catalog.format(
        'and (%s) is distinct from (%s)',
        (select pg_catalog.string_agg(pg_catalog.format('was.%I', measure.name), ', ') from pg_catalog.unnest(v_measures) as measure (name)),
        (select pg_catalog.string_agg(pg_catalog.format('became.%I', measure.name), ', ') from pg_catalog.unnest(v_measures) as measure (name))
      )
    end
  );
  return null;
end
$function$;
revoke execute on function analytics.keep_versions() from public;
CREATE TRIGGER keep_replaced AFTER UPDATE ON analytics.facts_daily REFERENCING OLD TABLE AS was NEW TABLE AS became FOR EACH STATEMENT EXECUTE FUNCTION analytics.keep_versions();
CREATE TRIGGER keep_removed AFTER DELETE ON analytics.facts_daily REFERENCING OLD TABLE AS was FOR EACH STATEMENT EXECUTE FUNCTION analytics.keep_versions();
CREATE TRIGGER keep_replaced AFTER UPDATE ON analytics.facts_hourly REFERENCING OLD TABLE AS was NEW TABLE AS became FOR EACH STATEMENT EXECUTE FUNCTION analytics.keep_versions();
CREATE TRIGGER keep_removed AFTER DELETE ON analytics.facts_hourly REFERENCING OLD TABLE AS was FOR EACH STATEMENT EXECUTE FUNCTION analytics.keep_versions();
CREATE OR REPLACE FUNCTION analytics.stored_before(as_of date, timezone text)
 RETURNS timestamp with time zone
 LANGUAGE sql
 IMMUTABLE
RETURN (((as_of + 1))::timestamp without time zone AT TIME ZONE timezone);
revoke execute on function analytics.stored_before(date,text) from public;
CREATE OR REPLACE FUNCTION analytics.facts_as_of(brand_id text, first_on date, last_on date, stored_before timestamp with time zone)
 RETURNS SETOF analytics.facts_daily_versions
 LANGUAGE sql
 STABLE
AS $function$
  select null::timestamptz, facts.*
  from analytics.facts_daily as facts
  where facts.brand_id = facts_as_of.brand_id
    and facts.day between facts_as_of.first_on and facts_as_of.last_on
    and facts.first_stored_at < facts_as_of.stored_before
    and not exists (
      select
      from analytics.facts_daily_versions as later
      where later.brand_id = facts.brand_id and later.day = facts.day and later.entity_id = facts.entity_id
        and later.replaced_at >= facts_as_of.stored_before
        -- Repeated for the hash join, which then reads only these rows.
        and later.brand_id = facts_as_of.brand_id
        and later.day between facts_as_of.first_on and facts_as_of.last_on
    )
  union all
  select held.*
  from (
    select distinct on (versions.day, versions.entity_id) versions.*
    from analytics.facts_daily_versions as versions
    where versions.brand_id = facts_as_of.brand_id
      and versions.day between facts_as_of.first_on and facts_as_of.last_on
      and versions.replaced_at >= facts_as_of.stored_before
    order by versions.day, versions.entity_id, versions.replaced_at
  ) as held
  where held.first_stored_at < facts_as_of.stored_before;
$function$;
revoke execute on function analytics.facts_as_of(text,date,date,timestamp with time zone) from public;
CREATE OR REPLACE FUNCTION analytics.hours_as_of(brand_id text, first_hour timestamp with time zone, last_hour timestamp with time zone, stored_before timestamp with time zone)
 RETURNS SETOF analytics.facts_hourly_versions
 LANGUAGE sql
 STABLE
AS $function$
  select null::timestamptz, facts.*
  from analytics.facts_hourly as facts
  where facts.brand_id = hours_as_of.brand_id
    and facts.hour >= hours_as_of.first_hour and facts.hour < hours_as_of.last_hour
    and facts.first_stored_at < hours_as_of.stored_before
    and not exists (
      select
      from analytics.facts_hourly_versions as later
      where later.brand_id = facts.brand_id and later.hour = facts.hour and later.entity_id = facts.entity_id
        and later.replaced_at >= hours_as_of.stored_before
        and later.brand_id = hours_as_of.brand_id
        and later.hour >= hours_as_of.first_hour and later.hour < hours_as_of.last_hour
    )
  union all
  select held.*
  from (
    select distinct on (versions.hour, versions.entity_id) versions.*
    from analytics.facts_hourly_versions as versions
    where versions.brand_id = hours_as_of.brand_id
      and versions.hour >= hours_as_of.first_hour and versions.hour < hours_as_of.last_hour
      and versions.replaced_at >= hours_as_of.stored_before
    order by versions.hour, versions.entity_id, versions.replaced_at
  ) as held
  where held.first_stored_at < hours_as_of.stored_before;
$function$;
revoke execute on function analytics.hours_as_of(text,timestamp with time zone,timestamp with time zone,timestamp with time zone) from public;
CREATE OR REPLACE FUNCTION analytics.hours_stored_at(brand_id text, first_hour timestamp with time zone, last_hour timestamp with time zone, stored_before timestamp with time zone)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
AS $function$
  select greatest(
    (
      select max(facts.first_stored_at)
      from analytics.facts_hourly as facts
      where facts.brand_id = hours_stored_at.brand_id and facts.hour >= hours_stored_at.first_hour and facts.hour < hours_stored_at.last_hour
        and facts.first_stored_at < hours_stored_at.stored_before
    ),
    (
      select max(moment.at)
      from analytics.facts_hourly_versions as versions
      cross join lateral (values (versions.first_stored_at), (versions.replaced_at)) as moment (at)
      where versions.brand_id = hours_stored_at.brand_id and versions.hour >= hours_stored_at.first_hour and versions.hour < hours_stored_at.last_hour
        and moment.at < hours_stored_at.stored_before
    )
  );
$function$;
revoke execute on function analytics.hours_stored_at(text,timestamp with time zone,timestamp with time zone,timestamp with time zone) from public;
CREATE OR REPLACE FUNCTION analytics.accounts_without_as_of(brand_id text, bases text[], stored_before timestamp with time zone)
 RETURNS bigint[]
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  v_accounts bigint[];
begin
  execute (
    select pg_catalog.format(
      'select coalesce(pg_catalog.array_agg(accounts.entity_id), ''{}'') from analytics.entities as accounts'
      ' where accounts.brand_id = $1 and accounts.level = ''account'' and accounts.entity_id not in ('
      'select coalesce(entities.account_entity_id, entities.entity_id)'
      ' from analytics.facts_as_of($1, ''-infinity'', ''infinity'', $2) as facts'
      ' join analytics.entities on entities.brand_id = $1 and entities.entity_id = facts.entity_id'
      ' group by 1 having %s)',
      coalesce(pg_catalog.string_agg(pg_catalog.format('count(facts.%I) > 0', base.source_column), ' and '), 'true')
    )
    from analytics.metric_definitions as base
    where base.source_column is not null and base.name = any (accounts_without_as_of.bases)
  )
  into v_accounts
  using accounts_without_as_of.brand_id, accounts_without_as_of.stored_before;
  return v_accounts;
end
$function$;
revoke execute on function analytics.accounts_without_as_of(text,text[],timestamp with time zone) from public;
CREATE OR REPLACE FUNCTION analytics.missing_bases_as_of(brand_id text, metrics text[], revenue_source text, date_from date, date_to date, stored_before timestamp with time zone)
 RETURNS TABLE(entity_id bigint, base text, is_never boolean, days datemultirange)
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  v_bases constant text[] := analytics.counted_bases(missing_bases_as_of.metrics, missing_bases_as_of.revenue_source);
  v_query constant text := (
    select pg_catalog.format(
      $query$
      with account_days as (
        select coalesce(entities.account_entity_id, entities.entity_id) as entity_id, facts.day, count(*) as reports, %1$s
        from analytics.facts_as_of($1, $2, $3, $4) as facts
        join analytics.entities on entities.brand_id = $1 and entities.entity_id = facts.entity_id
        group by 1, 2
      ),
      gaps as (
        select
          account_days.entity_id, missing.base, sum(missing.reports) as reports,
          pg_catalog.range_agg(pg_catalog.daterange(account_days.day, account_days.day + 1)) filter (where missing.reports < account_days.reports) as days
        from account_days
        cross join lateral (values %2$s) as missing (base, reports)
        group by account_days.entity_id, missing.base
      )
      select gaps.entity_id, gaps.base, gaps.reports = 0 and gaps.entity_id = any (analytics.accounts_without_as_of($1, array[gaps.base], $4)), gaps.days
      from gaps
      where gaps.days is not null
      $query$,
      pg_catalog.string_agg(pg_catalog.format('count(facts.%1$I) as %2$I', base.source_column, base.name), ', '),
      pg_catalog.string_agg(pg_catalog.format('(%1$L, account_days.%1$I)', base.name), ', ')
    )
    from analytics.metric_definitions as base
    where base.name = any (v_bases)
    having count(*) > 0
  );
begin
  if v_query is not null then
    return query execute v_query
    using missing_bases_as_of.brand_id, missing_bases_as_of.date_from, missing_bases_as_of.date_to, missing_bases_as_of.stored_before;
  end if;
end
$function$;
revoke execute on function analytics.missing_bases_as_of(text,text[],text,date,date,timestamp with time zone) from public;
CREATE OR REPLACE FUNCTION analytics.entities_without(brand_id text, metrics text[], revenue_source text, stored_before timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS bigint[]
 LANGUAGE sql
 STABLE
AS $function$
  select case
    when 'profit' = any (entities_without.metrics) and entities_without.revenue_source <> 'store' then coalesce(
      (
        select pg_catalog.array_agg(entities.entity_id)
        from analytics.entities
        where entities.brand_id = entities_without.brand_id
          and coalesce(entities.account_entity_id, entities.entity_id) = any (
            case when entities_without.stored_before is null then analytics.accounts_without(entities_without.brand_id, '{revenue,cogs}')
              else analytics.accounts_without_as_of(entities_without.brand_id, '{revenue,cogs}', entities_without.stored_before)
            end
          )
      ),
      '{}'
    )
    else '{}'
  end;
$function$;
revoke execute on function analytics.entities_without(text,text[],text,timestamp with time zone) from public;
CREATE OR REPLACE FUNCTION analytics.missing_warnings(brand core.brands, metrics text[], date_from date, date_to date, platforms text[], stored_before timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS TABLE("position" integer, warning jsonb)
 LANGUAGE sql
 STABLE
AS $function$
  with missing as materialized (
    select accounts.platform, accounts.external_id, found.base, found.is_never, found.days, derived.names
    from (
      select bases.*
      from analytics.missing_bases(
        (missing_warnings.brand).brand_id, missing_warnings.metrics, (missing_warnings.brand).revenue_source, missing_warnings.date_from, missing_warnings.date_to
      ) as bases
      where missing_warnings.stored_before is null
      union all
      select bases.*
      from analytics.missing_bases_as_of(
        (missing_warnings.brand).brand_id, missing_warnings.metrics, (missing_warnings.brand).revenue_source, missing_warnings.date_from,
        missing_warnings.date_to, missing_warnings.stored_before
      ) as bases
      where missing_warnings.stored_before is not null
    ) as found
    join analytics.entities as accounts on accounts.brand_id = (missing_warnings.brand).brand_id and accounts.entity_id = found.entity_id
    -- The requested metrics that exclude reports without this base. profit excludes only accounts that never report it.
    cross join lateral (
      select pg_catalog.array_agg(metric.name) as names
      from analytics.metric_definitions as metric
      where found.base = any (metric.bases)
        and (
          metric.name = any (analytics.paired_metrics(missing_warnings.metrics, (missing_warnings.brand).revenue_source))
          or metric.name = 'profit' and 'profit' = any (missing_warnings.metrics) and found.is_never and found.base <> 'spend'
            and (missing_warnings.brand).revenue_source <> 'store'
        )
    ) as derived
    where missing_warnings.platforms is null or accounts.platform = any (missing_warnings.platforms)
  )
  select
    7,
    platform.warning(
      'account_never_reports_bases',
      pg_catalog.jsonb_build_object(
        'account_id', missing.external_id, 'platform', missing.platform, 'bases', pg_catalog.jsonb_agg(distinct missing.base),
        'metrics', pg_catalog.jsonb_agg(distinct metric.name)
      )
    )
  from missing
  cross join lateral pg_catalog.unnest(missing.names) as metric (name)
  where missing.is_never
  group by missing.platform, missing.external_id
  union all
  select
    8,
    platform.warning(
      'account_reports_without_bases',
      pg_catalog.jsonb_build_object(
        'account_id', missing.external_id, 'platform', missing.platform, 'bases', pg_catalog.jsonb_agg(distinct missing.base),
        'metrics', coalesce(pg_catalog.jsonb_agg(distinct metric.name) filter (where metric.name is not null), '[]')
      ) || analytics.listed_periods(missing.days)
    )
  from missing
  left join lateral pg_catalog.unnest(missing.names) as metric (name) on true
  where not missing.is_never
  group by missing.platform, missing.external_id, missing.days;
$function$;
revoke execute on function analytics.missing_warnings(core.brands,text[],date,date,text[],timestamp with time zone) from public;
CREATE OR REPLACE FUNCTION analytics.fact_table(level text, granularity text, stored_before timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS text
 LANGUAGE sql
 STABLE
RETURN CASE WHEN ((stored_before IS NOT NULL) AND (granularity = ANY (ARRAY['hour'::text, 'hours'::text]))) THEN format('analytics.hours_as_of($1, $2::timestamp at time zone $4, ($3 + 1)::timestamp at time zone $4, %L)'::text, stored_before) WHEN (stored_before IS NOT NULL) THEN format('analytics.facts_as_of($1, $2, $3, %L)'::text, stored_before) WHEN (granularity = ANY (ARRAY['hour'::text, 'hours'::text])) THEN 'analytics.facts_hourly'::text WHEN (level = 'ad'::text) THEN 'analytics.facts_daily'::text ELSE 'analytics.rollups_daily'::text END;
revoke execute on function analytics.fact_table(text,text,timestamp with time zone) from public;
CREATE OR REPLACE FUNCTION analytics.whole_spend(granularity text, per text DEFAULT NULL::text, stored_before timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS text
 LANGUAGE sql
 STABLE
RETURN format('(select sum(facts.spend_micros) * 0.000001 from %s as facts where %s)%s'::text, analytics.fact_table('account'::text, granularity, stored_before), analytics.fact_condition(CASE WHEN (stored_before IS NULL) THEN 'account'::text ELSE 'ad'::text END, granularity), (' / '::text || per));
revoke execute on function analytics.whole_spend(text,text,timestamp with time zone) from public;
CREATE OR REPLACE FUNCTION analytics.entity_sums(columns analytics.sum_columns, level text, granularity text, filters jsonb, is_mixed boolean, stored_before timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  v_level constant text := entity_sums.level;
  -- Hours are reported by ad. The rollups do not tell which facts hold both parts of a ratio, and not what they were at an earlier time.
  v_read_level constant text := analytics.read_level(
    v_level, entity_sums.filters,
    entity_sums.granularity in ('hour', 'hours') or entity_sums.is_mixed or entity_sums.stored_before is not null
  );
  v_is_above constant boolean := v_level <> 'account' and v_level <> v_read_level;
  v_entity constant text := case
    when v_level = 'account' then 'null::bigint'
    when v_is_above then pg_catalog.format('coalesce(entities.%I, facts.entity_id)', v_level || '_entity_id')
    else 'facts.entity_id'
  end;
  v_source text := analytics.fact_table(v_read_level, entity_sums.granularity, entity_sums.stored_before) || ' as facts';
begin
  if v_is_above then
    v_source := v_source || ' join analytics.entities on entities.brand_id = facts.brand_id and entities.entity_id = facts.entity_id';
  end if;
  v_source := v_source || ' where ' || analytics.fact_condition(v_read_level, entity_sums.granularity);
  if entity_sums.filters <> '{}' then
    v_source := v_source || ' and facts.entity_id in ('
      'select paths.entity_id from analytics.entity_paths as paths where paths.brand_id = $1 and analytics.is_meant(paths, $5))';
  end if;
  -- By day below account level, one fact is one row.
  if entity_sums.granularity = 'day' and v_entity = 'facts.entity_id' then
    return pg_catalog.format('select facts.day as bucket, facts.entity_id, %s from %s', (entity_sums.columns).of_fact, v_source);
  end if;
  return pg_catalog.format(
    'select %s as bucket, %s as entity_id, %s from %s group by 1, 2',
    analytics.fact_bucket(entity_sums.granularity), v_entity, (entity_sums.columns).of_facts, v_source
  );
end
$function$;
revoke execute on function analytics.entity_sums(analytics.sum_columns,text,text,jsonb,boolean,timestamp with time zone) from public;
CREATE OR REPLACE FUNCTION analytics.partial_condition(level text, granularity text, stored_before timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS text
 LANGUAGE sql
 STABLE
RETURN CASE WHEN (granularity = 'hours'::text) THEN 'false'::text WHEN ((granularity = 'hour'::text) AND (stored_before IS NOT NULL)) THEN format('page.bucket + interval ''1 hour'' > (select analytics.hours_stored_at($1, $2::timestamp at time zone $4, ($3 + 1)::timestamp at time zone $4, %L))'::text, stored_before) WHEN (granularity = 'hour'::text) THEN 'page.bucket + interval ''1 hour'' > platform.now()'::text ELSE format('not %s @> %s'::text, CASE WHEN (level = 'account'::text) THEN '($10)[1]'::text ELSE '($10)[1 + pg_catalog.array_position($11, page.platform)]'::text END, CASE WHEN (granularity = 'none'::text) THEN 'pg_catalog.daterange($2, $9, ''[]'')'::text ELSE format('pg_catalog.daterange(page.bucket, (page.bucket + interval %L)::date)'::text, ('1 '::text || granularity)) END) END;
revoke execute on function analytics.partial_condition(text,text,timestamp with time zone) from public;
CREATE OR REPLACE FUNCTION analytics.metrics_query(metrics text[], level text, granularity text, currency_exponent smallint, revenue_source text, filters jsonb DEFAULT '{}'::jsonb, sort_by text DEFAULT NULL::text, "order" text DEFAULT 'desc'::text, is_mixed boolean DEFAULT false, without bigint[] DEFAULT '{}'::bigint[], stored_before timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  -- Metrics of some platforms or campaigns are not of the whole account.
  v_shown_level constant text := case when metrics_query.filters = '{}' then metrics_query.level else 'campaign' end;
  v_used constant text[] := metrics_query.metrics || metrics_query.sort_by;
  v_columns constant analytics.sum_columns := analytics.sum_columns(v_used, metrics_query.revenue_source, metrics_query.without);
  v_metrics constant text[] := analytics.metric_expressions(
    metrics_query.metrics, v_shown_level, metrics_query.currency_exponent, v_columns.paired
  );
  v_sorted constant text[] := analytics.metric_expressions(
    array[metrics_query.sort_by], v_shown_level, metrics_query.currency_exponent, v_columns.paired
  );
  v_first constant text := analytics.metric_order('first_metric', metrics_query."order");
  v_order constant text := case when metrics_query.sort_by is null then 'bucket, ' || v_first else v_first || ', bucket' end;
  v_keys constant text[] := analytics.level_keys(metrics_query.level);
  v_key_list constant text := coalesce(', ' || nullif(pg_catalog.array_to_string(v_keys, ', '), ''), '');
  v_date constant text := case
    when metrics_query.granularity in ('none', 'hours') then null
    when metrics_query.granularity = 'hour' then 'analytics.local_hour(bucket, $4)'
    else 'bucket'
  end;
  v_sums text;
  v_total text;
  v_top text;
  v_page text;
  v_data text;
  v_totals text;
begin
  if (pg_catalog.cardinality(metrics_query.metrics) > 0 and pg_catalog.cardinality(v_metrics) = pg_catalog.cardinality(metrics_query.metrics)) is not true then
    perform analytics.check_metrics(metrics_query.metrics);
  elsif metrics_query.sort_by is not null and v_sorted = '{}' then
    perform analytics.check_metrics(array[metrics_query.sort_by], 'sort_by');
  end if;
  perform platform.require_choice('level', metrics_query.level, array['account', 'campaign', 'adset', 'ad']);
  perform platform.require_choice('granularity', metrics_query.granularity, array['none', 'hours', 'hour', 'day', 'week', 'month']);
  perform platform.require_choice('order', metrics_query."order", array['desc', 'asc']);
  perform platform.require_choice('revenue_source', metrics_query.revenue_source, array['platform', 'store']);
  perform platform.require_number('currency_exponent', metrics_query.currency_exponent, 0, 4);
  perform platform.require_object('filters', metrics_query.filters, array[
    'platform', 'platform_not', 'account', 'account_id', 'campaign_id', 'campaign_name', 'campaign_name_not', 'adset_name', 'adset_name_not'
  ]);
  v_sums := analytics.entity_sums(
    v_columns, metrics_query.level, metrics_query.granularity, metrics_query.filters, metrics_query.is_mixed, metrics_query.stored_before
  );
  v_total := pg_catalog.format(
    'select count(*) as total_rows, %s as total_spend from sums',
    case when 'spend_share' = any (v_used) then analytics.whole_spend(metrics_query.granularity, null, metrics_query.stored_before) else 'null::numeric' end
  );
  v_top := pg_catalog.format(
    'select units.*, total.total_spend, %s as first_metric from (select bucket, entity_id, %s from sums) as units cross join total'
    ' order by %s fetch first ($7 + $8) rows with ties',
    coalesce(v_sorted[1], v_metrics[1]), v_columns.in_units, v_order
  );
  -- Names are read for the rows of the page only, and order those that are equal otherwise.
  v_page := pg_catalog.format(
    'select top.*%s from top%s order by %s%s limit $7 offset $8',
    v_key_list,
    case when v_keys = '{}' then '' else ' join analytics.entity_paths on entity_paths.brand_id = $1 and entity_paths.entity_id = top.entity_id' end,
    v_order, v_key_list
  );
  v_data := pg_catalog.format(
    'select pg_catalog.json_agg(%s) from page',
    analytics.partial_expression(
      analytics.partial_condition(metrics_query.level, metrics_query.granularity, metrics_query.stored_before), v_date, v_keys || metrics_query.metrics, v_keys || v_metrics
    )
  );
  v_totals := pg_catalog.format(
    'select %s from (select %s from (select %s from sums) as total_sums) as units cross join total where total.total_rows > 0',
    analytics.partial_expression('not ($10)[1] @> pg_catalog.daterange($2, $9, ''[]'')', null, metrics_query.metrics, v_metrics),
    v_columns.in_units, v_columns.of_sums
  );
  return 'with sums as materialized (' || v_sums || E'),\n'
    'total as materialized (' || v_total || E'),\n'
    'top as (' || v_top || E'),\n'
    'page as (' || v_page || E')\n'
    'select total.total_rows, (' || v_data || E') as data,\n  (' || v_totals || E') as totals\nfrom total';
end
$function$;
revoke execute on function analytics.metrics_query(text[],text,text,smallint,text,jsonb,text,text,boolean,bigint[],timestamp with time zone) from public;
CREATE OR REPLACE FUNCTION analytics.metric_rows(brand core.brands, metrics text[], level text, granularity text, date_from date, date_to date, filters jsonb, complete_days datemultirange[], platforms text[] DEFAULT '{}'::text[], "limit" integer DEFAULT 50, "offset" bigint DEFAULT 0, sort_by text DEFAULT NULL::text, "order" text DEFAULT 'desc'::text, until time without time zone DEFAULT NULL::time without time zone, as_of date DEFAULT NULL::date)
 RETURNS analytics.metric_rows
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  v_brand constant core.brands := metric_rows.brand;
  v_used constant text[] := metric_rows.metrics || metric_rows.sort_by;
  v_through constant date := least(metric_rows.date_to, metric_rows.as_of, (platform.now() at time zone v_brand.timezone)::date);
  v_stored_before constant timestamptz := analytics.stored_before(metric_rows.as_of, v_brand.timezone);
  v_exponent smallint;
  v_rows analytics.metric_rows;
begin
  select currencies.exponent into strict v_exponent from core.currencies where currencies.currency = v_brand.currency;
  execute analytics.metrics_query(
    metric_rows.metrics, metric_rows.level, metric_rows.granularity, v_exponent, v_brand.revenue_source, metric_rows.filters, metric_rows.sort_by,
    metric_rows."order",
    is_mixed => metric_rows.granularity not in ('hour', 'hours')
      and analytics.has_mixed_reports(v_brand.brand_id, v_used, v_brand.revenue_source, metric_rows.date_from, v_through),
    without => analytics.entities_without(v_brand.brand_id, v_used, v_brand.revenue_source, v_stored_before),
    stored_before => v_stored_before
  )
  into v_rows.total_rows, v_rows.data, v_rows.totals
  using
    v_brand.brand_id, metric_rows.date_from, v_through, v_brand.timezone, metric_rows.filters, metric_rows.until, metric_rows."limit", metric_rows."offset",
    metric_rows.date_to, metric_rows.complete_days, metric_rows.platforms;
  return v_rows;
end
$function$;
revoke execute on function analytics.metric_rows(core.brands,text[],text,text,date,date,jsonb,datemultirange[],text[],integer,bigint,text,text,time without time zone,date) from public;
CREATE OR REPLACE FUNCTION analytics.measure_warnings(brand core.brands, metrics text[], level text, date_from date, date_to date, today date, granularity text, platforms text[] DEFAULT NULL::text[], as_of date DEFAULT NULL::date)
 RETURNS jsonb[]
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  v_before constant timestamptz := analytics.stored_before(measure_warnings.as_of, (measure_warnings.brand).timezone);
begin
  return (
    select coalesce(pg_catalog.array_agg(known.warning order by known.position, known.warning), '{}')
    from (
      select 1 as position, platform.warning('date_to_is_in_the_future', pg_catalog.jsonb_build_object('today', measure_warnings.today)) as warning
      where measure_warnings.date_to > measure_warnings.today and (measure_warnings.as_of is null or measure_warnings.as_of >= measure_warnings.today)
      union all
      select 1, platform.warning('date_to_is_after_as_of', pg_catalog.jsonb_build_object('as_of', measure_warnings.as_of))
      where measure_warnings.date_to > measure_warnings.as_of and measure_warnings.as_of < measure_warnings.today
      union all
      select 1, platform.warning('names_are_of_today', pg_catalog.jsonb_build_object('as_of', measure_warnings.as_of))
      where measure_warnings.as_of is not null
      union all
      select 2, platform.warning('reach_cannot_be_added_up')
      where measure_warnings.metrics && array['reach', 'frequency']
      union all
      select 3, platform.warning('mer_is_of_the_store')
      where 'mer' = any (measure_warnings.metrics) and measure_warnings.level <> 'account'
      union all
      select
        4,
        platform.warning(
          'account_has_another_currency',
          pg_catalog.jsonb_build_object('account_id', entities.external_id, 'platform', entities.platform, 'currency', entities.currency)
        )
      from analytics.entities
      where entities.brand_id = (measure_warnings.brand).brand_id
        and entities.level = 'account'
        and (measure_warnings.platforms is null or entities.platform = any (measure_warnings.platforms))
        and entities.currency <> (measure_warnings.brand).currency
      union all
      select
        5,
        platform.warning(
          'account_has_another_time_zone',
          pg_catalog.jsonb_build_object('account_id', entities.external_id, 'platform', entities.platform, 'timezone', entities.timezone)
        )
      from analytics.entities
      where entities.brand_id = (measure_warnings.brand).brand_id
        and entities.level = 'account'
        and (measure_warnings.platforms is null or entities.platform = any (measure_warnings.platforms))
        and entities.timezone <> (measure_warnings.brand).timezone
        and measure_warnings.granularity <> 'hour'
      union all
      select
        6,
        platform.warning('account_reports_no_hours', pg_catalog.jsonb_build_object('account_id', accounts.external_id, 'platform', accounts.platform))
      from analytics.entities as accounts
      where accounts.brand_id = (measure_warnings.brand).brand_id
        and accounts.level = 'account'
        and (measure_warnings.platforms is null or accounts.platform = any (measure_warnings.platforms))
        and measure_warnings.granularity = 'hour'
        and measure_warnings.as_of is null
        and exists (
          select from analytics.rollups_daily
          where rollups_daily.brand_id = accounts.brand_id
            and rollups_daily.level = 'account'
            and rollups_daily.entity_id = accounts.entity_id
            and rollups_daily.day between measure_warnings.date_from and measure_warnings.date_to
        )
        and not exists (
          select
          from analytics.facts_hourly as facts
          join analytics.entities on entities.brand_id = facts.brand_id and entities.entity_id = facts.entity_id
          where facts.brand_id = accounts.brand_id
            and coalesce(entities.account_entity_id, entities.entity_id) = accounts.entity_id
            and facts.hour >= measure_warnings.date_from::timestamp at time zone (measure_warnings.brand).timezone
            and facts.hour < (measure_warnings.date_to + 1)::timestamp at time zone (measure_warnings.brand).timezone
        )
      union all
      select
        6,
        platform.warning('account_reports_no_hours', pg_catalog.jsonb_build_object('account_id', days.account_id, 'platform', days.platform))
      from analytics.account_days_as_of(
        measure_warnings.brand, measure_warnings.date_from, measure_warnings.date_to, measure_warnings.platforms, v_before
      ) as days
      where measure_warnings.granularity = 'hour'
        and v_before is not null
        and not exists (
          select
          from analytics.hours_as_of(
            (measure_warnings.brand).brand_id,
            measure_warnings.date_from::timestamp at time zone (measure_warnings.brand).timezone,
            (measure_warnings.date_to + 1)::timestamp at time zone (measure_warnings.brand).timezone,
            v_before
          ) as facts
          join analytics.entity_paths as paths on paths.brand_id = facts.brand_id and paths.entity_id = facts.entity_id
          where paths.platform = days.platform and paths.account_id = days.account_id
        )
      group by days.platform, days.account_id
      union all
      select missing.position, missing.warning
      from analytics.missing_warnings(
        measure_warnings.brand, measure_warnings.metrics, measure_warnings.date_from, measure_warnings.date_to, measure_warnings.platforms, v_before
      ) as missing
      where measure_warnings.granularity <> 'hour'
      union all
      select 9, platform.warning('cac_counts_claimed_customers')
      where 'cac' = any (measure_warnings.metrics)
        and exists (
          select from analytics.orders where orders.brand_id = (measure_warnings.brand).brand_id and orders.is_new_customer is not null
        )
    ) as known
  );
end
$function$;
revoke execute on function analytics.measure_warnings(core.brands,text[],text,date,date,date,text,text[],date) from public;
CREATE OR REPLACE FUNCTION analytics.metrics(brand_id text, date_from date, date_to date, level text DEFAULT 'account'::text, metrics text[] DEFAULT '{spend,revenue,roas,cpa,conversions}'::text[], granularity text DEFAULT 'day'::text, platform text DEFAULT NULL::text, campaign_ids text[] DEFAULT NULL::text[], "limit" integer DEFAULT 50, page integer DEFAULT 1, as_of date DEFAULT NULL::date)
 RETURNS json
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  v_brand core.brands;
  v_status analytics.data_status;
  v_kind constant text := case when metrics.granularity = 'hour' then 'ads_hourly' else 'ads_daily' end;
  v_before timestamptz;
  v_today date;
  v_metrics text[];
  v_platforms text[];
  v_row_platforms text[];
  v_days record;
  v_filters jsonb;
  v_offset constant bigint := metrics."limit"::bigint * (metrics.page - 1);
  v_rows analytics.metric_rows;
begin
  perform platform.require_page(metrics."limit", metrics.page);
  perform platform.require_choice('level', metrics.level, array['account', 'campaign', 'adset', 'ad']);
  perform platform.require_choice('granularity', metrics.granularity, array['hour', 'day', 'week', 'month']);
  perform analytics.check_range(metrics.date_from, metrics.date_to, metrics.granularity);
  perform platform.require_day('as_of', coalesce(metrics.as_of, metrics.date_to));
  v_metrics := analytics.check_metrics(metrics.metrics);

  v_brand := core.data_brand(metrics.brand_id);
  v_today := (platform.now() at time zone v_brand.timezone)::date;
  v_before := analytics.stored_before(metrics.as_of, v_brand.timezone);
  if metrics.as_of > v_today then
    perform platform.fail('BADRQ', 'must_not_be_after_today', 'as_of', pg_catalog.json_build_object('today', v_today));
  end if;
  select data_status.* into v_status from analytics.data_status where data_status.brand_id = v_brand.brand_id and data_status.kind = v_kind;
  if not found then
    perform platform.fail('NTRDY', case when metrics.granularity = 'hour' then 'no_hourly_ad_data_is_ingested' else 'no_ad_data_is_ingested' end);
  elsif v_before is not null then
    select days.first_on, days.last_on into v_status.first_on, v_status.last_on from analytics.days_as_of(v_brand.brand_id, v_kind, v_before) as days;
    if v_status.first_on is null then
      perform platform.fail(
        'NTRDY', 'nothing_was_stored_by_then',
        given => pg_catalog.json_build_object(
          'as_of', metrics.as_of, 'first_stored_on', (v_status.first_stored_at at time zone v_brand.timezone)::date
        )
      );
    end if;
  end if;
  v_platforms := analytics.require_platforms(v_brand.brand_id, metrics.platform);
  v_filters := analytics.entity_filters(v_platforms, analytics.require_campaigns(v_brand.brand_id, metrics.campaign_ids, v_platforms));
  v_platforms := analytics.filtered_platforms(v_brand.brand_id, v_filters);
  v_row_platforms := case when metrics.level <> 'account' then coalesce(v_platforms, analytics.connected_platforms(v_brand.brand_id)) else '{}' end;
  if metrics.as_of is null then
    select * into v_days
    from analytics.completeness(v_brand, metrics.date_from, metrics.date_to, metrics.granularity, v_platforms, v_row_platforms);
  else
    select * into v_days
    from analytics.completeness_as_of(v_brand, metrics.date_from, metrics.date_to, metrics.granularity, v_platforms, v_row_platforms, metrics.as_of);
  end if;

  v_rows := analytics.metric_rows(
    v_brand, v_metrics, metrics.level, metrics.granularity, metrics.date_from, metrics.date_to, v_filters, v_days.complete_days, v_row_platforms,
    metrics."limit", v_offset, as_of => metrics.as_of
  );

  return pg_catalog.json_build_object(
    'brand_id', metrics.brand_id,
    'level', metrics.level,
    'granularity', metrics.granularity,
    'date_from', metrics.date_from,
    'date_to', metrics.date_to,
    'columns', array['date', 'partial'] || analytics.level_keys(metrics.level) || v_metrics,
    'data', coalesce(v_rows.data, '[]'),
    'totals', v_rows.totals,
    'meta', pg_catalog.json_build_object(
      'currency', v_brand.currency,
      'timezone', v_brand.timezone,
      'week_start', 'monday',
      'data_through', v_status.last_on,
      'ready_from', v_status.first_on,
      'total_rows', v_rows.total_rows,
      'truncated', v_rows.total_rows > v_offset + metrics."limit",
      'attribution_setting', v_brand.revenue_source,
      'as_of', metrics.as_of,
      'warnings', analytics.measure_warnings(
        v_brand, v_metrics, case when v_filters = '{}' then metrics.level else 'campaign' end, metrics.date_from, metrics.date_to, v_today,
        metrics.granularity, v_platforms, metrics.as_of
      ) || v_days.warnings || analytics.platform_warnings(v_brand.brand_id, metrics.platform)
    )
  );
end
$function$;
revoke execute on function analytics.metrics(text,date,date,text,text[],text,text,text[],integer,integer,date) from public;
create or replace view analytics.entity_paths with (security_invoker=true) as
 SELECT entities.brand_id,
    entities.entity_id,
    entities.level,
    entities.platform,
    accounts.external_id AS account_id,
    accounts.name AS account_name,
    accounts.currency AS account_currency,
    campaigns.external_id AS campaign_id,
    campaigns.name AS campaign_name,
    campaigns.status AS campaign_status,
    adsets.external_id AS adset_id,
    adsets.name AS adset_name,
        CASE
            WHEN (entities.level = 'ad'::text) THEN entities.external_id
            ELSE NULL::text
        END AS ad_id,
        CASE
            WHEN (entities.level = 'ad'::text) THEN entities.name
            ELSE NULL::text
        END AS ad_name,
    creatives.external_id AS creative_id
   FROM ((((analytics.entities
     LEFT JOIN analytics.entities accounts ON (((accounts.brand_id = entities.brand_id) AND (accounts.entity_id = COALESCE(entities.account_entity_id, entities.entity_id)))))
     LEFT JOIN analytics.entities campaigns ON (((campaigns.brand_id = entities.brand_id) AND (campaigns.entity_id =
        CASE
            WHEN (entities.level = 'campaign'::text) THEN entities.entity_id
            ELSE entities.campaign_entity_id
        END))))
     LEFT JOIN analytics.entities adsets ON (((adsets.brand_id = entities.brand_id) AND (adsets.entity_id =
        CASE
            WHEN (entities.level = 'adset'::text) THEN entities.entity_id
            ELSE entities.adset_entity_id
        END))))
     LEFT JOIN analytics.creatives ON (((creatives.brand_id = entities.brand_id) AND (creatives.creative_id = entities.creative_id))));
create or replace view analytics.daily_performance with (security_invoker=true) as
 SELECT facts_daily.brand_id,
    facts_daily.day,
    entity_paths.platform,
    entity_paths.account_id,
    entity_paths.account_name,
    entity_paths.campaign_id,
    entity_paths.campaign_name,
    entity_paths.adset_id,
    entity_paths.adset_name,
    entity_paths.ad_id,
    entity_paths.ad_name,
    entity_paths.creative_id,
    ((facts_daily.spend_micros)::numeric / 1000000.0) AS spend,
    ((facts_daily.revenue_micros)::numeric / 1000000.0) AS revenue,
    facts_daily.impressions,
    facts_daily.clicks,
    ((facts_daily.conversions_micros)::numeric / 1000000.0) AS conversions,
    ((facts_daily.purchases_micros)::numeric / 1000000.0) AS purchases,
    ((facts_daily.revenue_micros)::numeric / (NULLIF(facts_daily.spend_micros, 0))::numeric) AS roas,
    ((facts_daily.spend_micros)::numeric / (NULLIF(facts_daily.conversions_micros, 0))::numeric) AS cpa,
    brands.currency,
    ((
        CASE
            WHEN (entity_paths.account_currency <> brands.currency) THEN facts_daily.reported_spend_micros
            ELSE facts_daily.spend_micros
        END)::numeric / 1000000.0) AS reported_spend,
    ((
        CASE
            WHEN (entity_paths.account_currency <> brands.currency) THEN facts_daily.reported_revenue_micros
            ELSE facts_daily.revenue_micros
        END)::numeric / 1000000.0) AS reported_revenue,
    COALESCE(entity_paths.account_currency, brands.currency) AS reported_currency
   FROM ((analytics.facts_daily
     JOIN core.brands ON ((brands.brand_id = facts_daily.brand_id)))
     JOIN analytics.entity_paths ON (((entity_paths.brand_id = facts_daily.brand_id) AND (entity_paths.entity_id = facts_daily.entity_id))));
create or replace view analytics.restatements with (security_invoker=true) as
 WITH replaced AS (
         SELECT versions.brand_id,
            versions.entity_id,
            versions.day,
            NULL::timestamp with time zone AS hour,
            versions.replaced_at,
            to_jsonb(versions.*) AS was,
            later.first_stored_at AS next_stored_at,
            later.measures AS next
           FROM (analytics.facts_daily_versions versions
             LEFT JOIN LATERAL ( SELECT found.first_stored_at,
                    found.measures
                   FROM ( SELECT held.first_stored_at,
                            held.replaced_at,
                            to_jsonb(held.*) AS measures
                           FROM analytics.facts_daily_versions held
                          WHERE ((held.brand_id = versions.brand_id) AND (held.day = versions.day) AND (held.entity_id = versions.entity_id) AND (held.replaced_at > versions.replaced_at))
                        UNION ALL
                         SELECT held.first_stored_at,
                            NULL::timestamp with time zone AS replaced_at,
                            to_jsonb(held.*) AS measures
                           FROM analytics.facts_daily held
                          WHERE ((held.brand_id = versions.brand_id) AND (held.day = versions.day) AND (held.entity_id = versions.entity_id))) found
                  ORDER BY found.replaced_at
                 LIMIT 1) later ON (true))
        UNION ALL
         SELECT versions.brand_id,
            versions.entity_id,
            ((versions.hour AT TIME ZONE brands.timezone))::date AS day,
            versions.hour,
            versions.replaced_at,
            to_jsonb(versions.*) AS was,
            later.first_stored_at AS next_stored_at,
            later.measures AS next
           FROM ((analytics.facts_hourly_versions versions
             JOIN core.brands ON ((brands.brand_id = versions.brand_id)))
             LEFT JOIN LATERAL ( SELECT found.first_stored_at,
                    found.measures
                   FROM ( SELECT held.first_stored_at,
                            held.replaced_at,
                            to_jsonb(held.*) AS measures
                           FROM analytics.facts_hourly_versions held
                          WHERE ((held.brand_id = versions.brand_id) AND (held.hour = versions.hour) AND (held.entity_id = versions.entity_id) AND (held.replaced_at > versions.replaced_at))
                        UNION ALL
                         SELECT held.first_stored_at,
                            NULL::timestamp with time zone AS replaced_at,
                            to_jsonb(held.*) AS measures
                           FROM analytics.facts_hourly held
                          WHERE ((held.brand_id = versions.brand_id) AND (held.hour = versions.hour) AND (held.entity_id = versions.entity_id))) found
                  ORDER BY found.replaced_at
                 LIMIT 1) later ON (true))
        ), changes AS (
         SELECT replaced.brand_id,
            replaced.entity_id,
            replaced.day,
            replaced.hour,
            replaced.replaced_at,
            replaced.was,
            replaced.next_stored_at,
            replaced.next,
            step.before,
            step.after,
            step.learned_at
           FROM (replaced
             CROSS JOIN LATERAL ( SELECT replaced.was AS before,
                        CASE
                            WHEN (replaced.next_stored_at <= replaced.replaced_at) THEN replaced.next
                            ELSE NULL::jsonb
                        END AS after,
                    replaced.replaced_at AS learned_at
                UNION ALL
                 SELECT NULL::jsonb AS before,
                    replaced.next AS after,
                    replaced.next_stored_at AS learned_at
                  WHERE (replaced.next_stored_at > replaced.replaced_at)) step)
        )
 SELECT changes.brand_id,
    entity_paths.platform,
    entity_paths.level,
    entity_paths.account_id,
    entity_paths.campaign_id,
    entity_paths.adset_id,
    entity_paths.ad_id,
    changes.day,
    changes.hour,
    definition.name AS measure,
    (((changes.before ->> definition.source_column))::numeric / unit.size) AS from_value,
    (((changes.after ->> definition.source_column))::numeric / unit.size) AS to_value,
    changes.learned_at
   FROM (((changes
     JOIN analytics.entity_paths ON (((entity_paths.brand_id = changes.brand_id) AND (entity_paths.entity_id = changes.entity_id))))
     JOIN analytics.metric_definitions definition ON (((definition.source_column IS NOT NULL) AND ((changes.before ->> definition.source_column) IS DISTINCT FROM (changes.after ->> definition.source_column)))))
     CROSS JOIN LATERAL ( SELECT
                CASE
                    WHEN (definition.source_column ~~ '%\_micros'::text) THEN 1000000.0
                    ELSE (1)::numeric
                END AS size) unit);
CREATE TRIGGER keep_plain BEFORE INSERT OR UPDATE OF platform ON analytics.restatement_factors FOR EACH ROW WHEN ((NOT platform.is_plain(new.platform))) EXECUTE FUNCTION platform.write_plain('platform');
CREATE OR REPLACE FUNCTION analytics.restated_metrics()
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
RETURN ARRAY['spend'::text, 'impressions'::text, 'clicks'::text, 'conversions'::text, 'revenue'::text, 'purchases'::text];
revoke execute on function analytics.restated_metrics() from public;
CREATE OR REPLACE FUNCTION analytics.is_provisional(factor double precision)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
RETURN (abs((factor - (1)::double precision)) > (0.02)::double precision);
revoke execute on function analytics.is_provisional(double precision) from public;
CREATE OR REPLACE FUNCTION analytics.development(brand_id text, first_on date, last_on date)
 RETURNS TABLE(platform text, day date, age integer, metric text, change double precision)
 LANGUAGE sql
 STABLE
AS $function$
  with states as (
    select
      held.*,
      greatest(
        held.first_stored_at, pg_catalog.lag(held.replaced_at) over (partition by held.day, held.entity_id order by held.replaced_at nulls last)
      ) as began_at
    from (
      select
        facts.day, facts.entity_id, facts.first_stored_at, null::timestamptz as replaced_at,
        array[
          facts.spend_micros, facts.impressions, facts.clicks, facts.conversions_micros, facts.revenue_micros, facts.purchases_micros
        ] as amounts
      from analytics.facts_daily as facts
      where facts.brand_id = development.brand_id and facts.day between development.first_on and development.last_on
      union all
      select
        versions.day, versions.entity_id, versions.first_stored_at, versions.replaced_at,
        array[
          versions.spend_micros, versions.impressions, versions.clicks, versions.conversions_micros, versions.revenue_micros,
          versions.purchases_micros
        ]
      from analytics.facts_daily_versions as versions
      where versions.brand_id = development.brand_id and versions.day between development.first_on and development.last_on
    ) as held
  ),
  changes as (
    select states.day, states.entity_id, moment.at, moment.sign, states.amounts
    from states
    cross join lateral (values (states.began_at, 1), (states.replaced_at, -1)) as moment (at, sign)
    where moment.at is not null
  )
  select
    entities.platform,
    changes.day,
    -- The first report after the end of the day is the first value. What was stored during the day was not complete.
    greatest(1, (changes.at at time zone brands.timezone)::date - changes.day),
    measure.name,
    sum(changes.sign * changes.amounts[measure.position])::double precision
  from changes
  join analytics.entities on entities.brand_id = development.brand_id and entities.entity_id = changes.entity_id
  join core.brands on brands.brand_id = development.brand_id
  cross join lateral pg_catalog.unnest(analytics.restated_metrics()) with ordinality as measure (name, position)
  group by 1, 2, 3, 4;
$function$;
revoke execute on function analytics.development(text,date,date) from public;
CREATE OR REPLACE FUNCTION analytics.expected_restatement(brand_id text)
 RETURNS TABLE(platform text, metric text, age integer, factor double precision, days integer)
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  v_ages_max constant integer := 35;
  v_days_min constant integer := 28;
  v_days_max constant integer := 120;
  v_today date;
begin
  select (platform.now() at time zone brands.timezone)::date into v_today from core.brands where brands.brand_id = expected_restatement.brand_id;
  return query
  with changes as materialized (
    select * from analytics.development(expected_restatement.brand_id, v_today - v_days_max, v_today - 2)
  ),
  firsts as (
    select changes.platform, changes.metric, changes.day, min(changes.age) as age from changes group by 1, 2, 3
  ),
  enough as (
    select firsts.platform from firsts where firsts.metric = 'spend' and firsts.age = 1 group by 1 having count(*) >= v_days_min
  ),
  steps as (
    select
      firsts.platform, firsts.metric, firsts.day, ages.age,
      sum(changes.change) over (partition by firsts.platform, firsts.metric, firsts.day order by ages.age) as value,
      coalesce(
        pg_catalog.lead(changes.change) over (partition by firsts.platform, firsts.metric, firsts.day order by ages.age), 0
      ) as change
    from firsts
    join enough on enough.platform = firsts.platform
    cross join pg_catalog.generate_series(1, v_ages_max) as ages (age)
    left join changes
      on changes.platform = firsts.platform and changes.metric = firsts.metric and changes.day = firsts.day and changes.age = ages.age
    where ages.age >= firsts.age and firsts.day + ages.age < v_today
  ),
  links as (
    select
      steps.platform, steps.metric, steps.age, count(*)::integer as days,
      pg_catalog.percentile_cont(0.5) within group (order by 1 + steps.change / steps.value) as link
    from steps
    -- The change at the next age is known when that day is over.
    where steps.value > 0 and steps.day + steps.age + 1 < v_today
    group by 1, 2, 3
  )
  -- Chain ladder: the product of the medians from this age on (Mack 1993, with medians in place of means).
  select
    links.platform, links.metric, links.age,
    pg_catalog.exp(sum(pg_catalog.ln(greatest(links.link, 0.01))) over (partition by links.platform, links.metric order by links.age desc)),
    links.days
  from links
  order by 1, 2, 3;
end
$function$;
revoke execute on function analytics.expected_restatement(text) from public;
CREATE OR REPLACE FUNCTION analytics.renew_restatement_factors(brand_id text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  -- The jobs of a night need the factors once.
  if exists (
    select from analytics.restatement_factors as held
    where held.brand_id = renew_restatement_factors.brand_id and held.computed_at > platform.now() - interval '12 hours'
      and held.computed_at <= platform.now()
  ) then
    return;
  end if;
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('analytics.restatement/' || renew_restatement_factors.brand_id, 0));
  delete from analytics.restatement_factors as held where held.brand_id = renew_restatement_factors.brand_id;
  insert into analytics.restatement_factors (brand_id, platform, metric, age, factor, days)
  select renew_restatement_factors.brand_id, expected.platform, expected.metric, expected.age, expected.factor, expected.days
  from analytics.expected_restatement(renew_restatement_factors.brand_id) as expected;
end
$function$;
revoke execute on function analytics.renew_restatement_factors(text) from public;
CREATE OR REPLACE FUNCTION analytics.restatement_status(brand_id text)
 RETURNS TABLE(platform text, metric text, last_week double precision, this_week double precision, is_known boolean)
 LANGUAGE sql
 STABLE
AS $function$
  with moment as (
    select (platform.now() at time zone brands.timezone)::date as today from core.brands where brands.brand_id = restatement_status.brand_id
  ),
  changes as materialized (
    select found.*, moment.today
    from moment
    cross join lateral analytics.development(restatement_status.brand_id, moment.today - 14, moment.today - 1) as found
    where found.metric in ('spend', 'impressions', 'clicks', 'conversions', 'revenue')
  ),
  days as (
    select
      changes.platform, changes.metric, changes.day, changes.today, sum(changes.change) as value,
      (pg_catalog.array_agg(changes.change order by changes.age))[1] as first_value
    from changes
    group by 1, 2, 3, 4
  )
  select
    days.platform,
    days.metric,
    sum(days.value) filter (where days.day < days.today - 7) / nullif(sum(days.first_value) filter (where days.day < days.today - 7), 0) - 1,
    sum(days.value * factors.factor) filter (where days.day >= days.today - 7)
      / nullif(sum(days.value) filter (where days.day >= days.today - 7 and factors.factor is not null), 0) - 1,
    coalesce(pg_catalog.bool_or(factors.factor is not null), false)
  from days
  left join analytics.restatement_factors as factors
    on factors.brand_id = restatement_status.brand_id and factors.platform = days.platform and factors.metric = days.metric
    and factors.age = days.today - days.day
  group by days.platform, days.metric
  having sum(days.value) is not null;
$function$;
revoke execute on function analytics.restatement_status(text) from public;
CREATE OR REPLACE FUNCTION analytics.account_days_as_of(brand core.brands, date_from date, date_to date, platforms text[], stored_before timestamp with time zone)
 RETURNS TABLE(platform text, account_id text, day date, was_active boolean, is_cut_off boolean)
 LANGUAGE sql
 STABLE
AS $function$
  with accounts as materialized (
    select
      entities.entity_id, reporting.platform, reporting.external_id, coalesce(reporting.timezone, (account_days_as_of.brand).timezone) as timezone
    from analytics.entities
    join analytics.entities as reporting
      on reporting.brand_id = entities.brand_id and reporting.entity_id = coalesce(entities.account_entity_id, entities.entity_id)
    where entities.brand_id = (account_days_as_of.brand).brand_id
      and (account_days_as_of.platforms is null or reporting.platform = any (account_days_as_of.platforms))
  ),
  held as (
    select
      accounts.platform, accounts.external_id, accounts.timezone, facts.day,
      sum(facts.spend_micros) > 0 or sum(facts.store_revenue_micros) > 0 as was_active,
      max(facts.first_stored_at) as stored_at
    from analytics.facts_as_of(
      (account_days_as_of.brand).brand_id, account_days_as_of.date_from, account_days_as_of.date_to, account_days_as_of.stored_before
    ) as facts
    join accounts on accounts.entity_id = facts.entity_id
    group by 1, 2, 3, 4
  ),
  changed as (
    select accounts.platform, accounts.external_id, versions.day, max(versions.replaced_at) as changed_at
    from analytics.facts_daily_versions as versions
    join accounts on accounts.entity_id = versions.entity_id
    where versions.brand_id = (account_days_as_of.brand).brand_id
      and versions.day between account_days_as_of.date_from and account_days_as_of.date_to
      and versions.replaced_at < account_days_as_of.stored_before
    group by 1, 2, 3
  )
  select
    held.platform, held.external_id, held.day, coalesce(held.was_active, false),
    greatest(held.stored_at, changed.changed_at) < (held.day + 1)::timestamp at time zone held.timezone
  from held
  left join changed on changed.platform = held.platform and changed.external_id = held.external_id and changed.day = held.day;
$function$;
revoke execute on function analytics.account_days_as_of(core.brands,date,date,text[],timestamp with time zone) from public;
CREATE OR REPLACE FUNCTION analytics.completeness_as_of(brand core.brands, date_from date, date_to date, granularity text, platforms text[], row_platforms text[], as_of date, OUT complete_days datemultirange[], OUT warnings jsonb[])
 RETURNS record
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  v_before constant timestamptz := analytics.stored_before(completeness_as_of.as_of, (completeness_as_of.brand).timezone);
  v_today constant date := least(completeness_as_of.as_of, (platform.now() at time zone (completeness_as_of.brand).timezone)::date);
begin
  with reported as materialized (
    select days.*
    from analytics.account_days_as_of(
      completeness_as_of.brand, completeness_as_of.date_from - 90, least(completeness_as_of.date_to + 90, v_today), completeness_as_of.platforms, v_before
    ) as days
  ),
  steps as (
    select
      reported.*,
      pg_catalog.lead(reported.day) over (partition by reported.platform, reported.account_id order by reported.day) as next_on
    from reported
  ),
  gaps as materialized (
    select
      steps.platform, steps.account_id, steps.day as ends_after, steps.next_on is null as is_last,
      pg_catalog.daterange(
        greatest(steps.day + 1, completeness_as_of.date_from), least(steps.next_on, steps.day + 91, completeness_as_of.date_to + 1, v_today)
      ) as days
    from steps
    where steps.was_active
      and (steps.next_on is null or steps.next_on - steps.day > 7)
      and greatest(steps.day + 1, completeness_as_of.date_from) < least(steps.next_on, steps.day + 91, completeness_as_of.date_to + 1, v_today)
  ),
  unfinished as materialized (
    select reported.platform, reported.account_id, reported.day
    from reported
    where reported.is_cut_off and reported.day between completeness_as_of.date_from and completeness_as_of.date_to
  ),
  scopes as (
    select 1 as position, completeness_as_of.platforms as names
    union all
    select 1 + named.position, array[named.platform]
    from pg_catalog.unnest(completeness_as_of.row_platforms) with ordinality as named (platform, position)
  ),
  bounds as materialized (
    select
      scopes.position, scopes.names, history.begins_on,
      greatest(completeness_as_of.date_from, history.begins_on) as first_on,
      least(completeness_as_of.date_to, v_today, case when not history.is_active then history.ends_on end) as last_on
    from scopes
    cross join lateral (
      select
        -- Only a history that seems to begin within the range needs the search of all earlier days.
        case when min(held.day) < completeness_as_of.date_from then min(held.day)
          else least(
            min(held.day),
            (
              select min(facts.day)
              from analytics.facts_daily as facts
              join analytics.entities on entities.brand_id = facts.brand_id and entities.entity_id = facts.entity_id
              where facts.brand_id = (completeness_as_of.brand).brand_id
                and facts.day < completeness_as_of.date_from
                and facts.first_stored_at < v_before
                and (scopes.names is null or entities.platform = any (scopes.names))
            )
          )
        end as begins_on,
        max(held.day) as ends_on,
        coalesce(pg_catalog.bool_or(held.was_active and held.day > v_today - 15), false) as is_active
      from reported as held
      where scopes.names is null or held.platform = any (scopes.names)
    ) as history
  ),
  hours as (
    select (facts.hour at time zone (completeness_as_of.brand).timezone)::date as begin_on
    from analytics.facts_hourly as facts
    where completeness_as_of.granularity = 'hour'
      and facts.brand_id = (completeness_as_of.brand).brand_id
      and facts.first_stored_at < v_before
    order by facts.hour
    limit 1
  ),
  known as (
    select 2 as position, platform.warning('data_begins_later', pg_catalog.jsonb_build_object('first_on', begins.first_on)) as warning
    from bounds
    left join hours on true
    cross join lateral (select coalesce(hours.begin_on, bounds.begins_on) as first_on) as begins
    where bounds.position = 1 and completeness_as_of.date_from < begins.first_on
    union all
    select
      case when gaps.is_last then 3 else 4 end,
      case when gaps.is_last
        then platform.warning(
          'account_is_late',
          pg_catalog.jsonb_build_object('account_id', gaps.account_id, 'platform', gaps.platform, 'reported_through', gaps.ends_after)
        )
        else platform.warning(
          'account_has_a_gap',
          pg_catalog.jsonb_build_object(
            'account_id', gaps.account_id, 'platform', gaps.platform,
            'date_from', pg_catalog.lower(gaps.days), 'date_to', pg_catalog.upper(gaps.days) - 1
          )
        )
      end
    from gaps
    where completeness_as_of.granularity <> 'hour'
    union all
    select
      5,
      platform.warning(
        'account_reported_too_early',
        pg_catalog.jsonb_build_object('account_id', unfinished.account_id, 'platform', unfinished.platform, 'day', unfinished.day)
      )
    from unfinished
    where completeness_as_of.granularity <> 'hour'
  )
  select
    array(
      select case when bounds.first_on <= bounds.last_on
        then pg_catalog.datemultirange(pg_catalog.daterange(bounds.first_on, bounds.last_on, '[]'))
          - coalesce((select pg_catalog.range_agg(gaps.days) from gaps where bounds.names is null or gaps.platform = any (bounds.names)), '{}')
          - coalesce(
            (
              select pg_catalog.range_agg(pg_catalog.daterange(unfinished.day, unfinished.day, '[]'))
              from unfinished
              where bounds.names is null or unfinished.platform = any (bounds.names)
            ),
            '{}'
          )
        else '{}'
      end
      from bounds
      order by bounds.position
    ),
    array(select known.warning from known group by known.position, known.warning order by known.position, known.warning)
  into completeness_as_of.complete_days, completeness_as_of.warnings;
end
$function$;
revoke execute on function analytics.completeness_as_of(core.brands,date,date,text,text[],text[],date) from public;
CREATE OR REPLACE FUNCTION analytics.days_as_of(brand_id text, kind text, stored_before timestamp with time zone, OUT first_on date, OUT last_on date)
 RETURNS record
 LANGUAGE sql
 STABLE
AS $function$
  -- A row that counted at that time still exists with its first time, or was removed later and has a version.
  select
    least(
      (
        select facts.day
        from analytics.facts_daily as facts
        where days_as_of.kind = 'ads_daily' and facts.brand_id = days_as_of.brand_id and facts.first_stored_at < days_as_of.stored_before
        order by facts.day
        limit 1
      ),
      (
        select (facts.hour at time zone brands.timezone)::date
        from analytics.facts_hourly as facts
        join core.brands on brands.brand_id = facts.brand_id
        where days_as_of.kind = 'ads_hourly' and facts.brand_id = days_as_of.brand_id and facts.first_stored_at < days_as_of.stored_before
        order by facts.hour
        limit 1
      ),
      min(versions.day)
    ),
    greatest(
      (
        select facts.day
        from analytics.facts_daily as facts
        where days_as_of.kind = 'ads_daily' and facts.brand_id = days_as_of.brand_id and facts.first_stored_at < days_as_of.stored_before
        order by facts.day desc
        limit 1
      ),
      (
        select (facts.hour at time zone brands.timezone)::date
        from analytics.facts_hourly as facts
        join core.brands on brands.brand_id = facts.brand_id
        where days_as_of.kind = 'ads_hourly' and facts.brand_id = days_as_of.brand_id and facts.first_stored_at < days_as_of.stored_before
        order by facts.hour desc
        limit 1
      ),
      max(versions.day)
    )
  from (
    select held.day
    from analytics.facts_daily_versions as held
    where days_as_of.kind = 'ads_daily' and held.brand_id = days_as_of.brand_id
      and held.first_stored_at < days_as_of.stored_before and held.replaced_at >= days_as_of.stored_before
    union all
    select (held.hour at time zone brands.timezone)::date
    from analytics.facts_hourly_versions as held
    join core.brands on brands.brand_id = held.brand_id
    where days_as_of.kind = 'ads_hourly' and held.brand_id = days_as_of.brand_id
      and held.first_stored_at < days_as_of.stored_before and held.replaced_at >= days_as_of.stored_before
  ) as versions;
$function$;
revoke execute on function analytics.days_as_of(text,text,timestamp with time zone) from public;
CREATE OR REPLACE FUNCTION analytics.daily_series(brand_id text, metric text, days integer DEFAULT 730)
 RETURNS TABLE(day date, numerator double precision, denominator double precision, is_corrected boolean)
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  v_metric analytics.metric_definitions;
  v_bases text;
  v_restated text[];
  v_factors text;
  v_first_on date;
  v_last_on date;
begin
  perform core.data_brand_id(daily_series.brand_id);
  perform platform.require_choice(
    'metric', daily_series.metric, array(select definitions.name from analytics.metric_definitions as definitions order by definitions.position)
  );
  perform platform.require_number('days', daily_series.days, 1);
  select * into strict v_metric from analytics.metric_definitions where metric_definitions.name = daily_series.metric;
  v_restated := array(
    select distinct factors.metric
    from analytics.restatement_factors as factors
    where factors.brand_id = daily_series.brand_id and factors.metric = any (v_metric.bases) and analytics.is_provisional(factors.factor)
  );
  v_factors := (
    select pg_catalog.string_agg(
      pg_catalog.format(
        ' left join analytics.restatement_factors as %1$I on %1$I.brand_id = facts.brand_id and %1$I.platform = accounts.platform'
        ' and %1$I.metric = %2$L and %1$I.age = $4 - days.day::date and analytics.is_provisional(%1$I.factor)',
        restated.name || '_factor', restated.name
      ),
      ''
    )
    from pg_catalog.unnest(v_restated) as restated (name)
  );
  select pg_catalog.string_agg(
    pg_catalog.format(
      'sum(facts.%I%s)%s::double precision%s as %I',
      base.source_column, case when base.name = any (v_restated) then pg_catalog.format(' * coalesce(%I.factor, 1)', base.name || '_factor') end,
      ' filter (where ' || pair.condition || ')', case when base.source_column like '%\_micros' then ' / 1000000' else '' end, base.name
    ),
    ', '
  )
  into v_bases
  from analytics.metric_definitions as base
  left join analytics.paired_sums(array[daily_series.metric], 'platform') as pair on pair.name = daily_series.metric || '_' || base.name
  where base.source_column is not null and base.name = any (v_metric.bases);
  if v_bases is null or v_metric.name <> all (analytics.forecastable_metrics()) then
    return;
  end if;
  v_last_on := analytics.reported_through(daily_series.brand_id);
  select greatest(data_status.first_on, v_last_on - daily_series.days + 1)
  into v_first_on
  from analytics.data_status
  where data_status.brand_id = daily_series.brand_id and data_status.kind = 'ads_daily';
  return query execute pg_catalog.format(
    $query$
    select days.day::date, (%1$s)::double precision, (%2$s)::double precision, coalesce(bases.is_corrected, false)
    from pg_catalog.generate_series($2::timestamp, $3, interval '1 day') as days (day)
    left join lateral (
      select %3$s, %4$s as is_corrected
      from analytics.rollups_daily as facts
      join analytics.entities as accounts on accounts.brand_id = facts.brand_id and accounts.entity_id = facts.entity_id
      %5$s
      where facts.brand_id = $1 and facts.level = 'account' and facts.day = days.day::date
        -- A day that an account reported only in part is not used for training.
        and not exists (select from analytics.unfinished_days as held where held.brand_id = $1 and held.day = days.day::date)
    ) as bases on true
    order by 1
    $query$,
    case when v_metric.multiplier = 1 then v_metric.numerator else v_metric.multiplier || ' * ' || v_metric.numerator end,
    coalesce(v_metric.denominator, 'null'), v_bases,
    coalesce(
      (
        select pg_catalog.format('pg_catalog.bool_or(%s)', pg_catalog.string_agg(pg_catalog.format('%I.factor is not null', restated.name || '_factor'), ' or '))
        from pg_catalog.unnest(v_restated) as restated (name)
        having count(*) > 0
      ),
      'false'
    ),
    v_factors
  )
  using
    daily_series.brand_id, v_first_on, v_last_on,
    (select (platform.now() at time zone brands.timezone)::date from core.brands where brands.brand_id = daily_series.brand_id);
end
$function$;
revoke execute on function analytics.daily_series(text,text,integer) from public;
CREATE OR REPLACE FUNCTION analytics.is_preliminary(brand_id text, platform text, metric text, age integer)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select exists (
    select
    from analytics.restatement_factors as factors
    join analytics.metric_definitions as definition on definition.name = is_preliminary.metric
    where factors.brand_id = is_preliminary.brand_id
      and factors.platform = is_preliminary.platform
      and factors.metric = any (definition.bases)
      and factors.age = is_preliminary.age
      and analytics.is_provisional(factors.factor)
  );
$function$;
revoke execute on function analytics.is_preliminary(text,text,text,integer) from public;
CREATE OR REPLACE FUNCTION analytics.anomalies(brand_id text, days integer DEFAULT 30, status text DEFAULT NULL::text, metric text DEFAULT NULL::text, "limit" integer DEFAULT 50, page integer DEFAULT 1, platform text DEFAULT NULL::text, campaign_ids text[] DEFAULT NULL::text[])
 RETURNS json
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  v_brand core.brands;
  v_exponent smallint;
  v_today date;
  v_data json;
  v_total bigint;
  v_platforms text[];
  v_campaign_ids text[];
begin
  perform platform.require_number('days', anomalies.days, 1, 3660);
  perform platform.require_page(anomalies."limit", anomalies.page);
  perform platform.require_choice('status', anomalies.status, array['active', 'confirmed', 'false_positive', 'resolved', null]);
  perform platform.require_choice('metric', anomalies.metric, array['spend', 'cpa', 'roas', null]);
  v_brand := core.data_brand(anomalies.brand_id);
  select currencies.exponent into strict v_exponent from core.currencies where currencies.currency = v_brand.currency;
  if not exists (
    select from analytics.data_status where data_status.brand_id = v_brand.brand_id and data_status.kind = 'ads_daily'
  ) then
    perform platform.fail('NTRDY', 'no_ad_data_is_ingested');
  end if;
  v_platforms := analytics.require_platforms(v_brand.brand_id, anomalies.platform);
  v_campaign_ids := analytics.require_campaigns(v_brand.brand_id, anomalies.campaign_ids, v_platforms);
  v_today := (platform.now() at time zone v_brand.timezone)::date;

  with found as (
    select held.*, detectors.metric, detectors.direction, entity_paths.platform, names.name, names.external_id
    from analytics.anomalies as held
    join analytics.detectors using (detector)
    join analytics.entity_paths on entity_paths.brand_id = held.brand_id and entity_paths.entity_id = held.entity_id
    join analytics.entities as names on names.brand_id = held.brand_id and names.entity_id = held.entity_id
    where held.brand_id = v_brand.brand_id
      and held.last_on > v_today - anomalies.days
      and (anomalies.status is null or held.status = anomalies.status)
      and (anomalies.metric is null or detectors.metric = anomalies.metric)
      and (v_platforms is null or entity_paths.platform = any (v_platforms))
      and (v_campaign_ids is null or entity_paths.campaign_id = any (v_campaign_ids))
  ),
  page as (
    select found.*
    from found
    order by found.last_on desc, found.detected_at desc, found.anomaly_id
    limit anomalies."limit" offset anomalies."limit"::bigint * (anomalies.page - 1)
  )
  select
    (select count(*) from found),
    pg_catalog.json_agg(
      pg_catalog.json_build_object(
        'id', page.anomaly_id,
        'metric', page.metric,
        'value', pg_catalog.trim_scale(pg_catalog.round(page.value::numeric, case when page.metric = 'roas' then 6 else v_exponent end)),
        'z_score', pg_catalog.round(page.z_score::numeric, 2),
        'severity', analytics.severity(page.z_score, page.spend_share),
        'status', page.status,
        'detected_at', platform.utc(page.detected_at),
        'detector', page.detector,
        'direction', page.direction,
        'date', page.day,
        'date_from', page.first_on,
        'date_to', page.last_on,
        'expected', pg_catalog.trim_scale(pg_catalog.round(page.expected::numeric, case when page.metric = 'roas' then 6 else v_exponent end)),
        'expected_low', pg_catalog.trim_scale(
          pg_catalog.round(greatest(0, page.expected - 3 * page.scale)::numeric, case when page.metric = 'roas' then 6 else v_exponent end)
        ),
        'expected_high', pg_catalog.trim_scale(
          pg_catalog.round((page.expected + 3 * page.scale)::numeric, case when page.metric = 'roas' then 6 else v_exponent end)
        ),
        'change_pct', pg_catalog.round((100 * (page.value / nullif(page.expected, 0) - 1))::numeric, 1),
        'impact', pg_catalog.trim_scale(pg_catalog.round(page.impact::numeric, v_exponent)),
        'level', page.level,
        'entity', pg_catalog.json_build_object('platform', page.platform, 'id', page.external_id, 'name', page.name),
        'method', 'weekday_adjusted_winsorized_z',
        'window_days', 182,
        'grouped_count', page.grouped_count,
        'preliminary', analytics.is_preliminary(v_brand.brand_id, page.platform, page.metric, v_today - page.day),
        'dedupe_key', pg_catalog.concat_ws('/', page.detector, page.platform, page.level, page.external_id)
      )
      order by page.last_on desc, page.detected_at desc, page.anomaly_id
    )
  into v_total, v_data
  from page;

  return pg_catalog.json_build_object(
    'brand_id', anomalies.brand_id,
    'data', coalesce(v_data, '[]'),
    'meta', pg_catalog.json_build_object(
      'currency', v_brand.currency,
      'timezone', v_brand.timezone,
      'total_rows', coalesce(v_total, 0),
      'truncated', coalesce(v_total, 0) > anomalies."limit"::bigint * anomalies.page,
      'detected_from', analytics.detected_from(v_brand.brand_id),
      'detected_through', analytics.detected_through(v_brand.brand_id),
      'warnings', analytics.detection_warnings(v_brand.brand_id, v_today - anomalies.days + 1) || analytics.platform_warnings(v_brand.brand_id, anomalies.platform)
    )
  );
end
$function$;
CREATE OR REPLACE FUNCTION analytics.is_meant(path analytics.entity_paths, filters jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select (not is_meant.filters ? 'platform' or (is_meant.path).platform = any (analytics.texts(is_meant.filters -> 'platform')))
    and (not is_meant.filters ? 'platform_not' or (is_meant.path).platform <> all (analytics.texts(is_meant.filters -> 'platform_not')))
    and (not is_meant.filters ? 'account_id' or (is_meant.path).account_id = any (analytics.texts(is_meant.filters -> 'account_id')))
    and (
      not is_meant.filters ? 'account'
      or (is_meant.path).platform || '/' || (is_meant.path).account_id = any (analytics.texts(is_meant.filters -> 'account'))
    )
    and (
      not is_meant.filters ? 'campaign_id'
      or coalesce((is_meant.path).campaign_id = any (analytics.texts(is_meant.filters -> 'campaign_id')), false)
    )
    and (
      not is_meant.filters ? 'campaign_name'
      or coalesce(pg_catalog.lower((is_meant.path).campaign_name) = any (analytics.lowered(analytics.texts(is_meant.filters -> 'campaign_name'))), false)
    )
    and (
      not is_meant.filters ? 'adset_name'
      or coalesce(pg_catalog.lower((is_meant.path).adset_name) = any (analytics.lowered(analytics.texts(is_meant.filters -> 'adset_name'))), false)
    )
    and (
      not is_meant.filters ? 'campaign_name_not'
      or coalesce(pg_catalog.lower((is_meant.path).campaign_name) <> all (analytics.lowered(analytics.texts(is_meant.filters -> 'campaign_name_not'))), true)
    )
    and (
      not is_meant.filters ? 'adset_name_not'
      or coalesce(pg_catalog.lower((is_meant.path).adset_name) <> all (analytics.lowered(analytics.texts(is_meant.filters -> 'adset_name_not'))), true)
    );
$function$;
revoke execute on function analytics.is_meant(analytics.entity_paths,jsonb) from public;
CREATE OR REPLACE FUNCTION analytics.stored_columns(measures text[])
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select stored_columns.measures || coalesce(pg_catalog.array_agg('reported_' || measure.name order by measure.position), '{}')
  from pg_catalog.unnest(stored_columns.measures) with ordinality as measure (name, position)
  where measure.name in ('spend_micros', 'revenue_micros');
$function$;
revoke execute on function analytics.stored_columns(text[]) from public;
CREATE OR REPLACE FUNCTION analytics.open_ad_import(measures text[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  create temporary table ad_entities (
    entity_no integer not null,
    last_on date,
    platform text not null,
    account_id text,
    account_name text,
    account_timezone text,
    currency text,
    campaign_id text,
    campaign_name text,
    status text,
    objective text,
    daily_budget_micros bigint,
    adset_id text,
    adset_name text,
    ad_id text,
    ad_name text,
    creative_id text,
    account_entity_id bigint,
    campaign_entity_id bigint,
    adset_entity_id bigint,
    entity_id bigint
  ) on commit drop;
  call platform.keep_plain(
    'pg_temp.ad_entities', 'platform', 'account_id', 'account_name', 'campaign_id', 'campaign_name', 'status', 'objective', 'adset_id', 'adset_name',
    'ad_id', 'ad_name', 'creative_id'
  );
  execute pg_catalog.format(
    'create temporary table ad_facts (entity_no integer, line bigint not null, day date, hour smallint, is_second boolean, reason jsonb, %s) on commit drop',
    analytics.list_measures(analytics.stored_columns(open_ad_import.measures), '%I bigint')
  );
  create temporary table rejections (line bigint not null, reason jsonb not null) on commit drop;
end
$function$;
CREATE OR REPLACE FUNCTION analytics.convert_staged_money(brand_id text, measures text[])
 RETURNS jsonb[]
 LANGUAGE plpgsql
AS $function$
declare
  v_currency text;
  v_money text[];
  v_reported constant text[] := array(
    select measure.name from pg_catalog.unnest(convert_staged_money.measures) as measure (name) where measure.name in ('spend_micros', 'revenue_micros')
  );
  v_warnings jsonb[];
begin
  select brands.currency into strict v_currency from core.brands where brands.brand_id = convert_staged_money.brand_id;
  select pg_catalog.array_agg(definition.source_column)
  into v_money
  from analytics.metric_definitions as definition
  where definition.unit = 'money' and definition.source_column = any (convert_staged_money.measures);
  if v_money is null or not exists (select from pg_temp.ad_entities as staged where staged.currency <> v_currency) then
    return '{}'::jsonb[];
  end if;

  execute pg_catalog.format(
    $query$
    with foreign_facts as (
      select facts.ctid as row_id, staged.currency, facts.day, exchange_rates.rate, coalesce(%1$s) is not null as has_money
      from pg_temp.ad_facts as facts
      join pg_temp.ad_entities as staged on staged.entity_no = facts.entity_no
      left join core.exchange_rates
        on exchange_rates.from_currency = staged.currency
        and exchange_rates.to_currency = $1
        and exchange_rates.on_day = facts.day
      where staged.currency <> $1
    ),
    converted as (
      update pg_temp.ad_facts as facts set %2$s from foreign_facts where facts.ctid = foreign_facts.row_id
    )
    select pg_catalog.array_agg(missing.warning order by missing.warning)
    from (
      select platform.warning(
        'exchange_rate_is_missing',
        pg_catalog.jsonb_build_object(
          'from_currency', foreign_facts.currency, 'to_currency', $1, 'days', count(distinct foreign_facts.day),
          'date_from', min(foreign_facts.day), 'date_to', max(foreign_facts.day), 'rows', count(*)
        )
      ) as warning
      from foreign_facts
      where foreign_facts.rate is null and foreign_facts.has_money
      group by foreign_facts.currency
    ) as missing
    $query$,
    analytics.list_measures(v_money, 'facts.%I'),
    analytics.list_measures(v_money, '%1$I = pg_catalog.round(facts.%1$I * foreign_facts.rate)::bigint')
      || coalesce(', ' || analytics.list_measures(v_reported, 'reported_%1$I = facts.%1$I'), '')
  )
  into v_warnings
  using v_currency;
  return coalesce(v_warnings, '{}');
end
$function$;
CREATE OR REPLACE FUNCTION analytics.write_daily_facts(brand_id text, measures text[], OUT first_on date, OUT last_on date)
 RETURNS record
 LANGUAGE plpgsql
AS $function$
declare
  v_columns constant text[] := analytics.stored_columns(write_daily_facts.measures);
  v_source constant text := pg_catalog.format(
    'select facts.day, staged.entity_id, %s from pg_temp.ad_facts as facts join pg_temp.ad_entities as staged on staged.entity_no = facts.entity_no',
    analytics.list_measures(v_columns, 'facts.%I')
  );
  v_is_new boolean;
begin
  create temporary table ad_days on commit drop as
  select ad_facts.day, count(*) as rows from pg_temp.ad_facts group by ad_facts.day;
  select min(ad_days.day), max(ad_days.day) into write_daily_facts.first_on, write_daily_facts.last_on from pg_temp.ad_days;
  if write_daily_facts.first_on is null then
    return;
  end if;
  perform analytics.ensure_partitions(min(ad_days.day), max(ad_days.day)) from pg_temp.ad_days group by pg_catalog.date_trunc('month', ad_days.day::timestamp);
  v_is_new := not exists (
    select from analytics.facts_daily
    where facts_daily.brand_id = write_daily_facts.brand_id
      and facts_daily.day between write_daily_facts.first_on and write_daily_facts.last_on
  );
  begin
    if v_is_new then
      execute pg_catalog.format(
        'insert into analytics.facts_daily (brand_id, day, entity_id, %s) select $1, source.* from (%s) as source',
        analytics.list_measures(v_columns, '%I'), v_source
      )
      using write_daily_facts.brand_id;
    end if;
  exception when unique_violation then
    -- A search for repeated rows costs more than handling a violation.
    v_is_new := false;
  end;
  if not v_is_new then
    perform analytics.reject_repeated_facts();
    perform analytics.merge_facts(
      write_daily_facts.brand_id, 'analytics.facts_daily', 'day', v_source,
      write_daily_facts.first_on::text, write_daily_facts.last_on::text, v_columns
    );
    perform analytics.supersede_relatives(
      write_daily_facts.brand_id, v_columns, write_daily_facts.first_on, write_daily_facts.last_on
    );
    perform analytics.supersede_sums(write_daily_facts.brand_id, v_columns);
    perform analytics.roll_up(
      write_daily_facts.brand_id, array(select distinct ad_changes.day from pg_temp.ad_changes), write_daily_facts.measures
    );
    drop table pg_temp.ad_changes, pg_temp.ad_days;
    create temporary table ad_days on commit drop as
    select ad_facts.day, count(*) as rows from pg_temp.ad_facts group by ad_facts.day;
  else
    perform analytics.roll_up(
      write_daily_facts.brand_id, array(select ad_days.day from pg_temp.ad_days), write_daily_facts.measures, is_staged => true
    );
  end if;
end
$function$;
CREATE OR REPLACE FUNCTION analytics.write_hourly_facts(brand_id text, measures text[], timezone text, OUT first_on date, OUT last_on date)
 RETURNS record
 LANGUAGE plpgsql
AS $function$
declare
  v_columns constant text[] := analytics.stored_columns(write_hourly_facts.measures);
  v_from timestamptz;
  v_to timestamptz;
  v_superseded date[];
begin
  perform analytics.place_staged_hours(write_hourly_facts.timezone);
  perform analytics.reject_repeated_facts();
  create temporary table ad_days on commit drop as
  select ad_facts.day, count(*) as rows from pg_temp.ad_facts group by ad_facts.day;
  if not exists (select from pg_temp.ad_days) then
    drop table pg_temp.ad_hours;
    return;
  end if;
  select
    min(ad_hours.at), max(ad_hours.at),
    (min(ad_hours.at) at time zone write_hourly_facts.timezone)::date, (max(ad_hours.at) at time zone write_hourly_facts.timezone)::date
  into v_from, v_to, write_hourly_facts.first_on, write_hourly_facts.last_on
  from pg_temp.ad_hours;
  -- One day more on either side, because the partitions of hours have bounds in UTC.
  perform analytics.ensure_partitions(min(ad_days.day) - 1, max(ad_days.day) + 1)
  from pg_temp.ad_days
  group by pg_catalog.date_trunc('month', ad_days.day::timestamp);
  perform analytics.merge_facts(
    write_hourly_facts.brand_id, 'analytics.facts_hourly', 'hour',
    pg_catalog.format(
      $query$
      select hours.at, staged.entity_id, %1$s
      from pg_temp.ad_facts as facts
      join pg_temp.ad_entities as staged on staged.entity_no = facts.entity_no
      join pg_temp.ad_hours as hours
        on (hours.day, hours.hour, hours.is_second) = (facts.day, facts.hour, coalesce(facts.is_second, false))
        and hours.timezone = coalesce(staged.account_timezone, %2$L)
      $query$,
      analytics.list_measures(v_columns, 'facts.%I'), write_hourly_facts.timezone
    ),
    v_from::text, v_to::text, v_columns
  );

  -- A day is summed again from all of its hours, because the file may contain only some.
  create temporary table ad_entity_days on commit drop as
  select distinct ad_changes.entity_id, (ad_changes.hour at time zone write_hourly_facts.timezone)::date as day
  from pg_temp.ad_changes;
  drop table pg_temp.ad_changes;
  v_superseded := analytics.supersede_hours(
    write_hourly_facts.brand_id, v_columns, write_hourly_facts.timezone, v_from, v_to
  );
  perform analytics.leave_reported_days(write_hourly_facts.brand_id, v_columns);
  perform analytics.merge_facts(
    write_hourly_facts.brand_id, 'analytics.facts_daily', 'day',
    pg_catalog.format(
      $query$
      select days.day, days.entity_id, %1$s
      from analytics.facts_hourly as facts
      join pg_temp.ad_entity_days as days on days.entity_id = facts.entity_id and days.day = (facts.hour at time zone %2$L)::date
      join analytics.entities on entities.brand_id = facts.brand_id and entities.entity_id = facts.entity_id
      join analytics.entities as accounts
        on accounts.brand_id = facts.brand_id and accounts.entity_id = coalesce(entities.account_entity_id, entities.entity_id)
      -- Excludes hours of days that were reported by day. In the account's time zone, an evening may belong to the next day.
      left join analytics.facts_daily as held
        on held.brand_id = facts.brand_id
        and held.entity_id = facts.entity_id
        and held.day = (facts.hour at time zone coalesce(accounts.timezone, %2$L))::date
        and (%6$s)
      where held.entity_id is null
        and facts.brand_id = %3$L
        and facts.hour >= %4$L::timestamp at time zone %2$L and facts.hour < %5$L::timestamp at time zone %2$L
      group by days.day, days.entity_id
      $query$,
      analytics.sum_measures(v_columns), write_hourly_facts.timezone, write_hourly_facts.brand_id,
      write_hourly_facts.first_on, write_hourly_facts.last_on + 1, analytics.is_reported(v_columns)
    ),
    write_hourly_facts.first_on::text, write_hourly_facts.last_on::text, v_columns
  );
  update analytics.facts_daily as held
  set summed_measures = array(select pg_catalog.unnest(held.summed_measures) union select pg_catalog.unnest(v_columns))
  from pg_temp.ad_entity_days as days
  where held.brand_id = write_hourly_facts.brand_id and held.day = days.day and held.entity_id = days.entity_id
    and not held.summed_measures @> v_columns;
  if v_superseded is not null then
    delete from analytics.rollups_daily as held where held.brand_id = write_hourly_facts.brand_id and held.day = any (v_superseded);
    perform analytics.roll_up(write_hourly_facts.brand_id, v_superseded, analytics.all_measures());
  end if;
  perform analytics.roll_up(
    write_hourly_facts.brand_id, array(select distinct ad_changes.day from pg_temp.ad_changes), write_hourly_facts.measures
  );
  drop table pg_temp.ad_hours, pg_temp.ad_entity_days, pg_temp.ad_changes;
end
$function$;
create policy key on analytics.facts_daily_versions for select to vitrine_key, vitrine_person
using ((brand_id = ANY (( SELECT core.scope_brand_ids() AS scope_brand_ids)::text[])));
create policy simulated on analytics.facts_daily_versions for select to vitrine_simulated
using ((brand_id = ANY (( SELECT core.simulated_brand_ids() AS simulated_brand_ids)::text[])));
create policy analyst on analytics.facts_daily_versions for select to vitrine_analyst
using ((brand_id = ANY (( SELECT core.analyst_brand_ids() AS analyst_brand_ids)::text[])));
create policy worker on analytics.facts_daily_versions for all to vitrine_worker
using ((brand_id = ANY (( SELECT core.scope_brand_ids() AS scope_brand_ids)::text[])))
with check ((brand_id = ANY (( SELECT core.scope_brand_ids() AS scope_brand_ids)::text[])));
create policy key on analytics.facts_hourly_versions for select to vitrine_key, vitrine_person
using ((brand_id = ANY (( SELECT core.scope_brand_ids() AS scope_brand_ids)::text[])));
create policy simulated on analytics.facts_hourly_versions for select to vitrine_simulated
using ((brand_id = ANY (( SELECT core.simulated_brand_ids() AS simulated_brand_ids)::text[])));
create policy analyst on analytics.facts_hourly_versions for select to vitrine_analyst
using ((brand_id = ANY (( SELECT core.analyst_brand_ids() AS analyst_brand_ids)::text[])));
create policy worker on analytics.facts_hourly_versions for all to vitrine_worker
using ((brand_id = ANY (( SELECT core.scope_brand_ids() AS scope_brand_ids)::text[])))
with check ((brand_id = ANY (( SELECT core.scope_brand_ids() AS scope_brand_ids)::text[])));
create policy key on analytics.restatement_factors for select to vitrine_key, vitrine_person
using ((brand_id = ANY (( SELECT core.scope_brand_ids() AS scope_brand_ids)::text[])));
create policy simulated on analytics.restatement_factors for select to vitrine_simulated
using ((brand_id = ANY (( SELECT core.simulated_brand_ids() AS simulated_brand_ids)::text[])));
create policy analyst on analytics.restatement_factors for select to vitrine_analyst
using ((brand_id = ANY (( SELECT core.analyst_brand_ids() AS analyst_brand_ids)::text[])));
create policy worker on analytics.restatement_factors for all to vitrine_worker
using ((brand_id = ANY (( SELECT core.scope_brand_ids() AS scope_brand_ids)::text[])))
with check ((brand_id = ANY (( SELECT core.scope_brand_ids() AS scope_brand_ids)::text[])));
CREATE OR REPLACE FUNCTION connector.restatement(brand core.brands, platform text)
 RETURNS json
 LANGUAGE sql
 STABLE
AS $function$
  select case when count(*) > 0 then pg_catalog.json_build_object(
    'last_week', pg_catalog.json_build_object('date_from', moment.today - 14, 'date_to', moment.today - 8),
    'this_week', pg_catalog.json_build_object('date_from', moment.today - 7, 'date_to', moment.today - 1),
    'metrics', pg_catalog.json_agg(
      pg_catalog.json_build_object(
        'metric', status.metric,
        'last_week_change', pg_catalog.round(status.last_week::numeric, 4),
        'expected_change', pg_catalog.round(status.this_week::numeric, 4)
      )
      order by definition.position
    ),
    'reason', case when not pg_catalog.bool_or(status.is_known)
      then platform.warning('restatement_history_is_too_short', pg_catalog.jsonb_build_object('days_min', 28))
    end
  ) end
  from (select (platform.now() at time zone (restatement.brand).timezone)::date as today) as moment
  join analytics.restatement_status((restatement.brand).brand_id) as status on status.platform = restatement.platform
  join analytics.metric_definitions as definition on definition.name = status.metric
  group by moment.today;
$function$;
revoke execute on function connector.restatement(core.brands,text) from public;
CREATE OR REPLACE FUNCTION connector.data_status(brand_id text)
 RETURNS json
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  v_brand core.brands;
begin
  v_brand := core.data_brand(data_status.brand_id);
  return pg_catalog.json_build_object(
    'brand_id', data_status.brand_id,
    'ready', exists (select from analytics.data_status as held where held.brand_id = v_brand.brand_id and held.kind = 'ads_daily'),
    'reported_through', analytics.reported_through(v_brand.brand_id),
    'platforms', (
      select pg_catalog.json_agg(
        pg_catalog.json_build_object(
          'platform', known.platform,
          'connected', known.accounts > 0,
          'accounts', known.accounts,
          'ready', daily.platform is not null,
          'last_sync_at', platform.utc(greatest(daily.updated_at, hourly.updated_at)),
          'by_day', pg_catalog.json_build_object('first_date', daily.first_on, 'last_date', daily.last_on),
          'by_hour', pg_catalog.json_build_object('first_date', hourly.first_on, 'last_date', hourly.last_on),
          'restatement', connector.restatement(v_brand, known.platform)
        )
        order by known.accounts > 0 desc, known.platform
      )
      from (
        -- google, meta and tiktok are listed even without data.
        select named.platform, count(accounts.entity_id) as accounts
        from (
          values ('google'), ('meta'), ('tiktok')
          union
          select held.platform from analytics.entities as held where held.brand_id = v_brand.brand_id and held.level = 'account'
        ) as named (platform)
        left join analytics.entities as accounts
          on accounts.brand_id = v_brand.brand_id and accounts.level = 'account' and accounts.platform = named.platform
        group by named.platform
      ) as known
      left join analytics.platform_status as daily
        on daily.brand_id = v_brand.brand_id and daily.platform = known.platform and daily.kind = 'ads_daily'
      left join analytics.platform_status as hourly
        on hourly.brand_id = v_brand.brand_id and hourly.platform = known.platform and hourly.kind = 'ads_hourly'
    ),
    'orders', (
      select connector.covered(held)
      from (select) as always
      left join analytics.data_status as held on held.brand_id = v_brand.brand_id and held.kind = 'orders'
    ),
    'journeys', (
      select connector.covered(held)
      from (select) as always
      left join analytics.data_status as held on held.brand_id = v_brand.brand_id and held.kind = 'journeys'
    ),
    'forecasts', (
      select pg_catalog.json_build_object(
        'ready', count(*) > 0,
        'metrics', coalesce(pg_catalog.json_agg(held.metric order by held.metric), '[]'),
        'trained_through', max(held.trained_through)
      )
      from analytics.forecasts as held
      where held.brand_id = v_brand.brand_id
    ),
    'anomalies', (
      select pg_catalog.json_build_object(
        'ready', count(*) > 0,
        'detected_through', analytics.detected_through(v_brand.brand_id),
        'detected_at', platform.utc(max(held.detected_at)),
        'open', (
          select count(*)
          from analytics.anomalies
          where anomalies.brand_id = v_brand.brand_id and anomalies.status in ('active', 'confirmed')
        )
      )
      from analytics.detected_days as held
      where held.brand_id = v_brand.brand_id
    ),
    'meta', pg_catalog.json_build_object(
      'currency', v_brand.currency,
      'timezone', v_brand.timezone,
      'data_as_of', (select platform.utc(max(held.updated_at)) from analytics.data_status as held where held.brand_id = v_brand.brand_id),
      'warnings', analytics.detection_warnings(v_brand.brand_id)
    )
  );
end
$function$;
CREATE OR REPLACE FUNCTION simulate.extend_ads(world jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
declare
  v_days constant integer := simulate.days_kept();
  v_days_by_hour constant integer := 35;
  v_first_on constant date := (extend_ads.world ->> 'first_on')::date;
  v_through constant date := (extend_ads.world ->> 'last_on')::date;
  -- End of the last day. It does not depend on the machine or the time of the run.
  v_at constant timestamptz := (v_through + 1)::timestamp at time zone 'America/New_York';
begin
  if not simulate.begin_extension(extend_ads.world) then
    return false;
  end if;
  perform simulate.import_ads(extend_ads.world, v_first_on, by_hour => false);
  perform simulate.import_ads(extend_ads.world, v_through - v_days_by_hour + 1, by_hour => true);
  perform simulate.import_creatives(extend_ads.world);
  perform simulate.stock_shop(extend_ads.world, v_through);

  delete from analytics.facts_daily where facts_daily.brand_id = 'brd_simulated' and facts_daily.day <= v_through - v_days;
  delete from analytics.rollups_daily where rollups_daily.brand_id = 'brd_simulated' and rollups_daily.day <= v_through - v_days;
  delete from analytics.facts_hourly
  where facts_hourly.brand_id = 'brd_simulated'
    and facts_hourly.hour < (v_through - v_days_by_hour + 1)::timestamp at time zone 'America/New_York';
  delete from analytics.detected_days where detected_days.brand_id = 'brd_simulated' and detected_days.day <= v_through - v_days;
  delete from analytics.mixed_reports as held where held.brand_id = 'brd_simulated' and held.day <= v_through - v_days;
  -- The simulated reports count as stored when their day or hour ended.
  update analytics.facts_daily
  set first_stored_at = (facts_daily.day + 1)::timestamp at time zone 'America/New_York'
  where facts_daily.brand_id = 'brd_simulated'
    and facts_daily.first_stored_at <> (facts_daily.day + 1)::timestamp at time zone 'America/New_York';
  update analytics.facts_hourly
  set first_stored_at = facts_hourly.hour + interval '1 hour'
  where facts_hourly.brand_id = 'brd_simulated' and facts_hourly.first_stored_at <> facts_hourly.hour + interval '1 hour';
  update analytics.data_status
  set first_on = v_through + 1 - case kind when 'ads_hourly' then v_days_by_hour else v_days end, last_on = v_through, updated_at = v_at
  where data_status.brand_id = 'brd_simulated' and data_status.kind in ('ads_daily', 'ads_hourly');
  update analytics.platform_status
  set first_on = v_through + 1 - case kind when 'ads_hourly' then v_days_by_hour else v_days end, updated_at = v_at
  where platform_status.brand_id = 'brd_simulated';
  delete from analytics.unfinished_days where unfinished_days.brand_id = 'brd_simulated';
  -- Detects anomalies for each day, as the daily run does for a real brand.
  perform analytics.detect_due_anomalies('brd_simulated', 60);
  update analytics.detected_days set detected_at = v_at where detected_days.brand_id = 'brd_simulated';
  delete from analytics.anomalies where anomalies.brand_id = 'brd_simulated' and anomalies.last_on <= v_through - 60;
  return true;
end
$function$;
create policy backup on analytics.facts_daily_versions for select to vitrine_backup
using (true);
create policy backup on analytics.facts_hourly_versions for select to vitrine_backup
using (true);
create policy backup on analytics.restatement_factors for select to vitrine_backup
using (true);
reset role;
comment on function analytics.account_days_as_of(core.brands,date,date,text[],timestamp with time zone) is 'Returns the days that each ad account had reported before a time. was_active: with spend or sales. is_cut_off: no value changed after the end of the day, so that the report may be of a part of it.';
grant execute on function analytics.account_days_as_of(core.brands,date,date,text[],timestamp with time zone) to vitrine_analyst;
grant execute on function analytics.account_days_as_of(core.brands,date,date,text[],timestamp with time zone) to vitrine_key;
grant execute on function analytics.account_days_as_of(core.brands,date,date,text[],timestamp with time zone) to vitrine_person;
grant execute on function analytics.account_days_as_of(core.brands,date,date,text[],timestamp with time zone) to vitrine_simulated;
comment on function analytics.accounts_without_as_of(text,text[],timestamp with time zone) is 'Returns the ad accounts of a brand that had not reported one of these metrics before a time, as analytics.accounts_without.';
grant execute on function analytics.accounts_without_as_of(text,text[],timestamp with time zone) to vitrine_analyst;
grant execute on function analytics.accounts_without_as_of(text,text[],timestamp with time zone) to vitrine_key;
grant execute on function analytics.accounts_without_as_of(text,text[],timestamp with time zone) to vitrine_person;
grant execute on function analytics.accounts_without_as_of(text,text[],timestamp with time zone) to vitrine_simulated;
comment on function analytics.completeness_as_of(core.brands,date,date,text,text[],text[],date) is 'The complete days of a range, and the warnings about the others, as analytics.completeness, by what was stored by the end of the day as_of.';
grant execute on function analytics.completeness_as_of(core.brands,date,date,text,text[],text[],date) to vitrine_analyst;
grant execute on function analytics.completeness_as_of(core.brands,date,date,text,text[],text[],date) to vitrine_key;
grant execute on function analytics.completeness_as_of(core.brands,date,date,text,text[],text[],date) to vitrine_person;
grant execute on function analytics.completeness_as_of(core.brands,date,date,text,text[],text[],date) to vitrine_simulated;
comment on function analytics.convert_staged_money(text,text[]) is 'Converts staged money in other currencies to the brand''s currency, at the rate of each day, and keeps the reported spend and revenue. Sets money without a known rate to null and returns a warning.';
comment on function analytics.daily_series(text,text,integer) is 'Returns the daily values of a metric of a brand, without gaps, through the last finished day that every active account has reported. For ratios, returns the numerator and the denominator. Days without a report are null. Values that platforms are expected to change by more than 2 % are multiplied by the expected change (analytics.restatement_factors), and is_corrected is true. Metrics that cannot be forecast have no rows. Raises NTFND for an unknown brand, and BADRQ for an unknown metric or fewer days than one.';
grant execute on function analytics.daily_series(text,text,integer) to vitrine_analyst;
grant execute on function analytics.daily_series(text,text,integer) to vitrine_key;
grant execute on function analytics.daily_series(text,text,integer) to vitrine_person;
grant execute on function analytics.daily_series(text,text,integer) to vitrine_simulated;
grant execute on function analytics.daily_series(text,text,integer) to vitrine_worker;
comment on function analytics.days_as_of(text,text,timestamp with time zone) is 'Returns the first and the last day of a kind of ad data (ads_daily or ads_hourly) that a brand had before a time. Nulls if it had none.';
grant execute on function analytics.days_as_of(text,text,timestamp with time zone) to vitrine_analyst;
grant execute on function analytics.days_as_of(text,text,timestamp with time zone) to vitrine_key;
grant execute on function analytics.days_as_of(text,text,timestamp with time zone) to vitrine_person;
grant execute on function analytics.days_as_of(text,text,timestamp with time zone) to vitrine_simulated;
comment on function analytics.development(text,date,date) is 'Returns by how much the total of each platform and day changed at each age of the day, in the unit of the fact tables. The change at the first age is the first value, at the end of the day after. Null if nothing was reported.';
grant execute on function analytics.development(text,date,date) to vitrine_analyst;
grant execute on function analytics.development(text,date,date) to vitrine_key;
grant execute on function analytics.development(text,date,date) to vitrine_person;
grant execute on function analytics.development(text,date,date) to vitrine_simulated;
grant execute on function analytics.development(text,date,date) to vitrine_worker;
comment on function analytics.entities_without(text,text[],text,timestamp with time zone) is 'Returns the ad accounts that have never reported revenue or the cost of goods, now or before a time, with all entities below them, if profit is requested. profit excludes them.';
grant execute on function analytics.entities_without(text,text[],text,timestamp with time zone) to vitrine_analyst;
grant execute on function analytics.entities_without(text,text[],text,timestamp with time zone) to vitrine_key;
grant execute on function analytics.entities_without(text,text[],text,timestamp with time zone) to vitrine_person;
grant execute on function analytics.entities_without(text,text[],text,timestamp with time zone) to vitrine_simulated;
comment on function analytics.entity_sums(analytics.sum_columns,text,text,jsonb,boolean,timestamp with time zone) is 'The SQL of one row per period (bucket) and entity of a level, with the sums of analytics.sum_columns. Filters: analytics.is_meant. stored_before: as in analytics.fact_table.';
grant execute on function analytics.entity_sums(analytics.sum_columns,text,text,jsonb,boolean,timestamp with time zone) to vitrine_analyst;
grant execute on function analytics.entity_sums(analytics.sum_columns,text,text,jsonb,boolean,timestamp with time zone) to vitrine_key;
grant execute on function analytics.entity_sums(analytics.sum_columns,text,text,jsonb,boolean,timestamp with time zone) to vitrine_person;
grant execute on function analytics.entity_sums(analytics.sum_columns,text,text,jsonb,boolean,timestamp with time zone) to vitrine_simulated;
comment on function analytics.expected_restatement(text) is 'Returns the expected final value of a day divided by its value at each age in days, by platform and base metric, from the restatements of the last 120 days. A platform has rows once 28 days were first reported on the day after.';
grant execute on function analytics.expected_restatement(text) to vitrine_analyst;
grant execute on function analytics.expected_restatement(text) to vitrine_key;
grant execute on function analytics.expected_restatement(text) to vitrine_person;
grant execute on function analytics.expected_restatement(text) to vitrine_simulated;
grant execute on function analytics.expected_restatement(text) to vitrine_worker;
comment on function analytics.fact_table(text,text,timestamp with time zone) is 'The table of the facts of a level. With stored_before, the facts of the level ad as they were before this time.';
grant execute on function analytics.fact_table(text,text,timestamp with time zone) to vitrine_analyst;
grant execute on function analytics.fact_table(text,text,timestamp with time zone) to vitrine_key;
grant execute on function analytics.fact_table(text,text,timestamp with time zone) to vitrine_person;
grant execute on function analytics.fact_table(text,text,timestamp with time zone) to vitrine_simulated;
comment on function analytics.facts_as_of(text,date,date,timestamp with time zone) is 'Returns the rows of facts_daily of a brand and days as they were just before a time. replaced_at is null for rows that still count.';
grant execute on function analytics.facts_as_of(text,date,date,timestamp with time zone) to vitrine_analyst;
grant execute on function analytics.facts_as_of(text,date,date,timestamp with time zone) to vitrine_key;
grant execute on function analytics.facts_as_of(text,date,date,timestamp with time zone) to vitrine_person;
grant execute on function analytics.facts_as_of(text,date,date,timestamp with time zone) to vitrine_simulated;
grant execute on function analytics.facts_as_of(text,date,date,timestamp with time zone) to vitrine_worker;
comment on function analytics.hours_as_of(text,timestamp with time zone,timestamp with time zone,timestamp with time zone) is 'Returns the rows of facts_hourly of a brand from first_hour to before last_hour, as they were just before a time.';
grant execute on function analytics.hours_as_of(text,timestamp with time zone,timestamp with time zone,timestamp with time zone) to vitrine_analyst;
grant execute on function analytics.hours_as_of(text,timestamp with time zone,timestamp with time zone,timestamp with time zone) to vitrine_key;
grant execute on function analytics.hours_as_of(text,timestamp with time zone,timestamp with time zone,timestamp with time zone) to vitrine_person;
grant execute on function analytics.hours_as_of(text,timestamp with time zone,timestamp with time zone,timestamp with time zone) to vitrine_simulated;
grant execute on function analytics.hours_as_of(text,timestamp with time zone,timestamp with time zone,timestamp with time zone) to vitrine_worker;
comment on function analytics.hours_stored_at(text,timestamp with time zone,timestamp with time zone,timestamp with time zone) is 'Returns the time before stored_before at which facts of these hours last changed. Hours that had not ended by then were not reported as a whole.';
grant execute on function analytics.hours_stored_at(text,timestamp with time zone,timestamp with time zone,timestamp with time zone) to vitrine_analyst;
grant execute on function analytics.hours_stored_at(text,timestamp with time zone,timestamp with time zone,timestamp with time zone) to vitrine_key;
grant execute on function analytics.hours_stored_at(text,timestamp with time zone,timestamp with time zone,timestamp with time zone) to vitrine_person;
grant execute on function analytics.hours_stored_at(text,timestamp with time zone,timestamp with time zone,timestamp with time zone) to vitrine_simulated;
grant execute on function analytics.hours_stored_at(text,timestamp with time zone,timestamp with time zone,timestamp with time zone) to vitrine_worker;
comment on function analytics.is_meant(analytics.entity_paths,jsonb) is 'Returns whether an account, campaign, ad set or ad matches the filters of a question or a tool.';
grant execute on function analytics.is_meant(analytics.entity_paths,jsonb) to vitrine_analyst;
grant execute on function analytics.is_meant(analytics.entity_paths,jsonb) to vitrine_key;
grant execute on function analytics.is_meant(analytics.entity_paths,jsonb) to vitrine_person;
grant execute on function analytics.is_meant(analytics.entity_paths,jsonb) to vitrine_simulated;
comment on function analytics.is_preliminary(text,text,text,integer) is 'Returns whether later reports are expected to change a metric of a day of this age, or one of its bases, by more than 2 %.';
grant execute on function analytics.is_preliminary(text,text,text,integer) to vitrine_analyst;
grant execute on function analytics.is_preliminary(text,text,text,integer) to vitrine_key;
grant execute on function analytics.is_preliminary(text,text,text,integer) to vitrine_person;
grant execute on function analytics.is_preliminary(text,text,text,integer) to vitrine_simulated;
comment on function analytics.is_provisional(double precision) is 'Whether later reports are expected to change a value by more than 2 %.';
grant execute on function analytics.is_provisional(double precision) to vitrine_analyst;
grant execute on function analytics.is_provisional(double precision) to vitrine_key;
grant execute on function analytics.is_provisional(double precision) to vitrine_person;
grant execute on function analytics.is_provisional(double precision) to vitrine_simulated;
grant execute on function analytics.is_provisional(double precision) to vitrine_worker;
comment on function analytics.keep_versions() is 'Keeps the rows of facts that a statement replaces or removes, as they were before, if their measures change. Simulated data and data of a removed brand have no versions.';
grant execute on function analytics.keep_versions() to vitrine_worker;
comment on function analytics.measure_warnings(core.brands,text[],text,date,date,date,text,text[],date) is 'Warnings about metrics: what a reader must know and the numbers do not show. as_of: of what was stored by the end of this day. See platform.warning.';
grant execute on function analytics.measure_warnings(core.brands,text[],text,date,date,date,text,text[],date) to vitrine_analyst;
grant execute on function analytics.measure_warnings(core.brands,text[],text,date,date,date,text,text[],date) to vitrine_key;
grant execute on function analytics.measure_warnings(core.brands,text[],text,date,date,date,text,text[],date) to vitrine_person;
grant execute on function analytics.measure_warnings(core.brands,text[],text,date,date,date,text,text[],date) to vitrine_simulated;
comment on function analytics.metric_rows(core.brands,text[],text,text,date,date,jsonb,datemultirange[],text[],integer,bigint,text,text,time without time zone,date) is 'Metrics of a brand through today at most, by period and entity; with as_of, those that were stored by the end of this day. complete_days are those of all and of each of these platforms (analytics.completeness). The other parameters are as in analytics.metrics_query.';
grant execute on function analytics.metric_rows(core.brands,text[],text,text,date,date,jsonb,datemultirange[],text[],integer,bigint,text,text,time without time zone,date) to vitrine_analyst;
grant execute on function analytics.metric_rows(core.brands,text[],text,text,date,date,jsonb,datemultirange[],text[],integer,bigint,text,text,time without time zone,date) to vitrine_key;
grant execute on function analytics.metric_rows(core.brands,text[],text,text,date,date,jsonb,datemultirange[],text[],integer,bigint,text,text,time without time zone,date) to vitrine_person;
grant execute on function analytics.metric_rows(core.brands,text[],text,text,date,date,jsonb,datemultirange[],text[],integer,bigint,text,text,time without time zone,date) to vitrine_simulated;
comment on function analytics.metrics(text,date,date,text,text[],text,text,text[],integer,integer,date) is 'GET /v1/metrics: one page of rows per period and entity, totals over the whole range, and warnings. Days, weeks (from Monday) and months are in the brand''s time zone. as_of: what was stored by the end of this day. Raises BADRQ for an invalid range, metric, platform, campaign or as_of, and NTRDY if the brand has no ad data, or had none then.';
grant execute on function analytics.metrics(text,date,date,text,text[],text,text,text[],integer,integer,date) to vitrine_analyst;
grant execute on function analytics.metrics(text,date,date,text,text[],text,text,text[],integer,integer,date) to vitrine_key;
grant execute on function analytics.metrics(text,date,date,text,text[],text,text,text[],integer,integer,date) to vitrine_person;
grant execute on function analytics.metrics(text,date,date,text,text[],text,text,text[],integer,integer,date) to vitrine_simulated;
comment on function analytics.metrics_query(text[],text,text,smallint,text,jsonb,text,text,boolean,bigint[],timestamp with time zone) is 'The query of analytics.metric_rows: the number of rows, the rows of a page, and the totals of all rows. Rows are ordered by period and then by the first metric, or by sort_by and then by period. Granularity none is the whole range; hours is the whole range from reports by hour. is_mixed: days are summed from single facts; without: the entities that profit leaves out; stored_before: the facts are those of this earlier time. Parameters: $1 to $4 as in analytics.fact_condition, $5 filters, $6 with hours the time that ends the last day, $7 limit, $8 rows to skip, $9 last day of the range, $10 complete days of all and of each platform (analytics.completeness), $11 these platforms.';
grant execute on function analytics.metrics_query(text[],text,text,smallint,text,jsonb,text,text,boolean,bigint[],timestamp with time zone) to vitrine_analyst;
grant execute on function analytics.metrics_query(text[],text,text,smallint,text,jsonb,text,text,boolean,bigint[],timestamp with time zone) to vitrine_key;
grant execute on function analytics.metrics_query(text[],text,text,smallint,text,jsonb,text,text,boolean,bigint[],timestamp with time zone) to vitrine_person;
grant execute on function analytics.metrics_query(text[],text,text,smallint,text,jsonb,text,text,boolean,bigint[],timestamp with time zone) to vitrine_simulated;
comment on function analytics.missing_bases_as_of(text,text[],text,date,date,timestamp with time zone) is 'Returns the missing bases of ad accounts as analytics.missing_bases, from the facts as they were before a time.';
grant execute on function analytics.missing_bases_as_of(text,text[],text,date,date,timestamp with time zone) to vitrine_analyst;
grant execute on function analytics.missing_bases_as_of(text,text[],text,date,date,timestamp with time zone) to vitrine_key;
grant execute on function analytics.missing_bases_as_of(text,text[],text,date,date,timestamp with time zone) to vitrine_person;
grant execute on function analytics.missing_bases_as_of(text,text[],text,date,date,timestamp with time zone) to vitrine_simulated;
comment on function analytics.missing_warnings(core.brands,text[],date,date,text[],timestamp with time zone) is 'Warnings about accounts that do not report a base of these metrics, or not on every day, with the metrics that leave them out. stored_before: only reports before this time count.';
grant execute on function analytics.missing_warnings(core.brands,text[],date,date,text[],timestamp with time zone) to vitrine_analyst;
grant execute on function analytics.missing_warnings(core.brands,text[],date,date,text[],timestamp with time zone) to vitrine_key;
grant execute on function analytics.missing_warnings(core.brands,text[],date,date,text[],timestamp with time zone) to vitrine_person;
grant execute on function analytics.missing_warnings(core.brands,text[],date,date,text[],timestamp with time zone) to vitrine_simulated;
comment on function analytics.open_ad_import(text[]) is 'Creates the temporary tables of an import: ad_entities with one row for each ad, ad_facts with these columns of analytics.facts_daily, and rejections. A row of ad_facts has either an entity_no and a day, or the reason for its rejection. analytics.convert_staged_money fills the amounts in the currency of the account.';
comment on function analytics.partial_condition(text,text,timestamp with time zone) is 'Whether a row of analytics.metrics_query is partial: the complete days of its platform, or of the account, do not contain its period. An hour is partial until it has ended, and before stored_before until facts changed after its end.';
grant execute on function analytics.partial_condition(text,text,timestamp with time zone) to vitrine_analyst;
grant execute on function analytics.partial_condition(text,text,timestamp with time zone) to vitrine_key;
grant execute on function analytics.partial_condition(text,text,timestamp with time zone) to vitrine_person;
grant execute on function analytics.partial_condition(text,text,timestamp with time zone) to vitrine_simulated;
comment on function analytics.renew_restatement_factors(text) is 'Computes analytics.restatement_factors of a brand again if they are older than 12 hours.';
grant execute on function analytics.renew_restatement_factors(text) to vitrine_worker;
comment on function analytics.restated_metrics() is 'Returns the base metrics whose restatements are measured.';
grant execute on function analytics.restated_metrics() to vitrine_analyst;
grant execute on function analytics.restated_metrics() to vitrine_key;
grant execute on function analytics.restated_metrics() to vitrine_person;
grant execute on function analytics.restated_metrics() to vitrine_simulated;
grant execute on function analytics.restated_metrics() to vitrine_worker;
comment on function analytics.restatement_status(text) is 'Returns by platform and metric the share by which the seven days that ended a week ago have changed since they were first reported as whole days, and by which the last seven days are expected to change. Null if nothing was reported or too little is known (is_known).';
grant execute on function analytics.restatement_status(text) to vitrine_analyst;
grant execute on function analytics.restatement_status(text) to vitrine_key;
grant execute on function analytics.restatement_status(text) to vitrine_person;
grant execute on function analytics.restatement_status(text) to vitrine_simulated;
grant execute on function analytics.restatement_status(text) to vitrine_worker;
comment on function analytics.stored_before(date,text) is 'Returns the end of a day in a time zone. Facts as of the day are those that were stored before it.';
grant execute on function analytics.stored_before(date,text) to vitrine_analyst;
grant execute on function analytics.stored_before(date,text) to vitrine_key;
grant execute on function analytics.stored_before(date,text) to vitrine_person;
grant execute on function analytics.stored_before(date,text) to vitrine_simulated;
grant execute on function analytics.stored_before(date,text) to vitrine_worker;
comment on function analytics.stored_columns(text[]) is 'Returns the columns of facts that a report with these measures writes: the measures, and the amounts in the currency of the account.';
grant execute on function analytics.stored_columns(text[]) to vitrine_worker;
comment on function analytics.whole_spend(text,text,timestamp with time zone) is 'What spend_share is a share of: all spend of the brand in the range, including what is filtered out or not reported at a level. per: a divisor. stored_before: as in analytics.fact_table.';
grant execute on function analytics.whole_spend(text,text,timestamp with time zone) to vitrine_analyst;
grant execute on function analytics.whole_spend(text,text,timestamp with time zone) to vitrine_key;
grant execute on function analytics.whole_spend(text,text,timestamp with time zone) to vitrine_person;
grant execute on function analytics.whole_spend(text,text,timestamp with time zone) to vitrine_simulated;
comment on function connector.restatement(core.brands,text) is 'Returns how much the reports of a platform changed after they were first stored, and are expected to change. Null without reports in the last two weeks.';
grant execute on function connector.restatement(core.brands,text) to vitrine_analyst;
grant execute on function connector.restatement(core.brands,text) to vitrine_key;
grant execute on function connector.restatement(core.brands,text) to vitrine_person;
grant execute on function connector.restatement(core.brands,text) to vitrine_simulated;
comment on column analytics.data_status.first_stored_at is 'Time of the first report of this kind.';
comment on column analytics.facts_daily.first_stored_at is 'Time of the first report of this row. Later reports leave it.';
comment on column analytics.facts_daily.reported_revenue_micros is 'Revenue as reported, in micros of the account''s currency. Null if that is the brand''s currency or nothing was reported.';
comment on column analytics.facts_daily.reported_spend_micros is 'Spend as reported, in micros of the account''s currency (analytics.entities). Null if that is the brand''s currency or nothing was reported.';
alter table analytics.facts_daily_versions enable row level security;
alter table analytics.facts_daily_versions force row level security;
comment on column analytics.facts_daily_versions.first_stored_at is 'Time of the first report of this row. Later reports leave it.';
comment on column analytics.facts_daily_versions.replaced_at is 'Time from which the row no longer counted.';
comment on column analytics.facts_daily_versions.reported_revenue_micros is 'Revenue as reported, in micros of the account''s currency. Null if that is the brand''s currency or nothing was reported.';
comment on column analytics.facts_daily_versions.reported_spend_micros is 'Spend as reported, in micros of the account''s currency (analytics.entities). Null if that is the brand''s currency or nothing was reported.';
comment on table analytics.facts_daily_versions is 'Rows of facts_daily that a later report replaced or removed, as they were before. Only changes of measures are kept. To erase facts, delete them first and then their versions.';
grant delete on analytics.facts_daily_versions to vitrine_worker;
grant insert on analytics.facts_daily_versions to vitrine_worker;
grant select on analytics.facts_daily_versions to vitrine_analyst;
grant select on analytics.facts_daily_versions to vitrine_backup;
grant select on analytics.facts_daily_versions to vitrine_key;
grant select on analytics.facts_daily_versions to vitrine_person;
grant select on analytics.facts_daily_versions to vitrine_simulated;
grant select on analytics.facts_daily_versions to vitrine_worker;
grant update on analytics.facts_daily_versions to vitrine_worker;
alter table analytics.facts_hourly_versions enable row level security;
alter table analytics.facts_hourly_versions force row level security;
comment on column analytics.facts_hourly_versions.replaced_at is 'Time from which the row no longer counted.';
comment on table analytics.facts_hourly_versions is 'Rows of facts_hourly that a later report replaced or removed, as in facts_daily_versions.';
grant delete on analytics.facts_hourly_versions to vitrine_worker;
grant insert on analytics.facts_hourly_versions to vitrine_worker;
grant select on analytics.facts_hourly_versions to vitrine_analyst;
grant select on analytics.facts_hourly_versions to vitrine_backup;
grant select on analytics.facts_hourly_versions to vitrine_key;
grant select on analytics.facts_hourly_versions to vitrine_person;
grant select on analytics.facts_hourly_versions to vitrine_simulated;
grant select on analytics.facts_hourly_versions to vitrine_worker;
grant update on analytics.facts_hourly_versions to vitrine_worker;
alter table analytics.restatement_factors enable row level security;
alter table analytics.restatement_factors force row level security;
comment on column analytics.restatement_factors.age is 'Days since the reported day: 1 on the day after it.';
comment on column analytics.restatement_factors.days is 'Number of days whose next change was observed at this age.';
comment on column analytics.restatement_factors.factor is 'The expected final value divided by the value at this age.';
comment on table analytics.restatement_factors is 'How much the reports of a platform are expected to change, by the age of the day, from the past of the platform and metric. The worker computes it every night. A platform with too little history has no rows.';
grant delete on analytics.restatement_factors to vitrine_worker;
grant insert on analytics.restatement_factors to vitrine_worker;
grant select on analytics.restatement_factors to vitrine_analyst;
grant select on analytics.restatement_factors to vitrine_backup;
grant select on analytics.restatement_factors to vitrine_key;
grant select on analytics.restatement_factors to vitrine_person;
grant select on analytics.restatement_factors to vitrine_simulated;
grant select on analytics.restatement_factors to vitrine_worker;
grant update on analytics.restatement_factors to vitrine_worker;
comment on column analytics.daily_performance.account_id is 'The platform''s id of the ad account.';
comment on column analytics.daily_performance.account_name is 'The name of the ad account as last reported.';
comment on column analytics.daily_performance.ad_id is 'The platform''s id of the ad. Null if only higher levels are reported.';
comment on column analytics.daily_performance.ad_name is 'The name of the ad as last reported.';
comment on column analytics.daily_performance.adset_id is 'The platform''s id of the ad set. Null if only higher levels are reported.';
comment on column analytics.daily_performance.adset_name is 'The name of the ad set as last reported.';
comment on column analytics.daily_performance.brand_id is 'The brand.';
comment on column analytics.daily_performance.campaign_id is 'The platform''s id of the campaign. Null if only accounts are reported.';
comment on column analytics.daily_performance.campaign_name is 'The name of the campaign as last reported. Names change: join by campaign_id.';
comment on column analytics.daily_performance.clicks is 'Clicks as the platform counts them. Null if not reported.';
comment on column analytics.daily_performance.conversions is 'Conversions that the platform claims, with fractions. Null if not reported.';
comment on column analytics.daily_performance.cpa is 'Spend divided by conversions, in units of currency. Null if there are none or either is null.';
comment on column analytics.daily_performance.creative_id is 'The platform''s id of the creative that the ad shows. Null if not reported.';
comment on column analytics.daily_performance.currency is 'The brand''s currency, an ISO 4217 code. Other currencies were converted on import.';
comment on column analytics.daily_performance.day is 'The day in the brand''s time zone for hourly reports, in the account''s for daily ones.';
comment on column analytics.daily_performance.impressions is 'Number of times that the ad was shown. Null if not reported.';
comment on column analytics.daily_performance.platform is 'The ad platform, such as google or meta.';
comment on column analytics.daily_performance.purchases is 'Purchases that the platform claims. Null if not reported.';
comment on column analytics.daily_performance.reported_currency is 'The currency of the ad account, an ISO 4217 code.';
comment on column analytics.daily_performance.reported_revenue is 'Revenue as reported, in units of reported_currency. Null if not reported.';
comment on column analytics.daily_performance.reported_spend is 'Spend as reported, in units of reported_currency. Null if not reported.';
comment on column analytics.daily_performance.revenue is 'Revenue that the platform claims, in units of currency. Null if not reported.';
comment on column analytics.daily_performance.roas is 'Revenue divided by spend. Null if spend is 0 or either is not reported.';
comment on column analytics.daily_performance.spend is 'Spend in units of currency. Null if not reported.';
comment on view analytics.daily_performance is 'Measures of each ad on each day, with ids, names and money in units of currency. If a report has only campaigns or accounts, the columns of lower levels are null. Add up spend and revenue, never roas or cpa.';
grant select on analytics.daily_performance to vitrine_analyst;
grant select on analytics.daily_performance to vitrine_backup;
grant select on analytics.daily_performance to vitrine_key;
grant select on analytics.daily_performance to vitrine_person;
grant select on analytics.daily_performance to vitrine_simulated;
grant select on analytics.daily_performance to vitrine_worker;
comment on column analytics.entity_paths.account_currency is 'The billing currency of the ad account. Null if not reported: the brand''s currency.';
comment on column analytics.entity_paths.account_id is 'The platform''s id of the ad account.';
comment on column analytics.entity_paths.account_name is 'The name of the ad account as last reported. Null if not reported.';
comment on column analytics.entity_paths.ad_id is 'The platform''s id of the ad. Null for all other levels.';
comment on column analytics.entity_paths.ad_name is 'The name of the ad as last reported.';
comment on column analytics.entity_paths.adset_id is 'The platform''s id of the ad set. Null for accounts and campaigns.';
comment on column analytics.entity_paths.adset_name is 'The name of the ad set as last reported.';
comment on column analytics.entity_paths.brand_id is 'The brand.';
comment on column analytics.entity_paths.campaign_id is 'The platform''s id of the campaign. Null for accounts.';
comment on column analytics.entity_paths.campaign_name is 'The name of the campaign as last reported.';
comment on column analytics.entity_paths.campaign_status is 'The platform''s status of the campaign, as last reported.';
comment on column analytics.entity_paths.creative_id is 'The platform''s id of the creative that the ad shows. Null if not reported.';
comment on column analytics.entity_paths.entity_id is 'The internal id of the ad account, campaign, ad set or ad, as in analytics.facts_daily.';
comment on column analytics.entity_paths.level is 'account, campaign, adset or ad.';
comment on column analytics.entity_paths.platform is 'The ad platform, such as google or meta.';
comment on view analytics.entity_paths is 'Every ad account, campaign, ad set and ad, with the platform''s ids and names of its parents.';
grant select on analytics.entity_paths to vitrine_analyst;
grant select on analytics.entity_paths to vitrine_backup;
grant select on analytics.entity_paths to vitrine_key;
grant select on analytics.entity_paths to vitrine_person;
grant select on analytics.entity_paths to vitrine_simulated;
grant select on analytics.entity_paths to vitrine_worker;
comment on column analytics.restatements.account_id is 'The platform''s id of the ad account.';
comment on column analytics.restatements.ad_id is 'The platform''s id of the ad. Null if only higher levels are reported.';
comment on column analytics.restatements.adset_id is 'The platform''s id of the ad set. Null if only higher levels are reported.';
comment on column analytics.restatements.brand_id is 'The brand.';
comment on column analytics.restatements.campaign_id is 'The platform''s id of the campaign. Null if only accounts are reported.';
comment on column analytics.restatements.day is 'The day of the value, as in analytics.daily_performance.';
comment on column analytics.restatements.from_value is 'The value before, in units: money in the brand''s currency. Null if none was reported or the row did not exist.';
comment on column analytics.restatements.hour is 'Start of the hour of the value. Null for values of a day.';
comment on column analytics.restatements.learned_at is 'Time of the later report.';
comment on column analytics.restatements.level is 'The level of the report: account, campaign, adset or ad.';
comment on column analytics.restatements.measure is 'The name of the metric, such as spend.';
comment on column analytics.restatements.platform is 'The ad platform, such as google or meta.';
comment on column analytics.restatements.to_value is 'The value after, in units. Null if the later report has no value or the row was removed.';
comment on view analytics.restatements is 'Each change of a reported value by a later report: one row per measure, entity, day or hour, and time. Days that are summed from hours have rows of their own.';
grant select on analytics.restatements to vitrine_analyst;
grant select on analytics.restatements to vitrine_backup;
grant select on analytics.restatements to vitrine_key;
grant select on analytics.restatements to vitrine_person;
grant select on analytics.restatements to vitrine_simulated;
grant select on analytics.restatements to vitrine_worker;
set role vitrine_owner;
insert into core.operations
select given.* from pg_catalog.jsonb_populate_record(null::core.operations, '{"call": "select analytics.metrics(brand_id => input.brand_id, date_from => input.date_from, date_to => input.date_to, level => input.level, metrics => input.metrics, granularity => input.granularity, platform => input.platform, campaign_ids => input.campaign_ids, \"limit\" => input.\"limit\", page => input.page, as_of => input.as_of) from pg_catalog.jsonb_to_record($1) as input (brand_id text, date_from date, date_to date, level text, metrics text[], granularity text, platform text, campaign_ids text[], \"limit\" integer, page integer, as_of date)", "role": "viewer", "brand": "one", "scope": "read:marketing", "access": "read", "is_part": false, "may_lag": true, "recorder": null, "operation": "analytics.metrics", "served_by": ["analytics"], "is_idempotent": false, "allow_anonymous": false, "is_public_in_connector": false}') as given
on conflict (operation) do update set (scope, brand, access, role, allow_anonymous, is_part, is_idempotent, may_lag, served_by, is_public_in_connector, call, recorder) = (excluded.scope, excluded.brand, excluded.access, excluded.role, excluded.allow_anonymous, excluded.is_part, excluded.is_idempotent, excluded.may_lag, excluded.served_by, excluded.is_public_in_connector, excluded.call, excluded.recorder);
reset role;
call core.record_catalog();

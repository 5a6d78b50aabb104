create function analytics.ensure_partitions(first_on date, last_on date)
returns integer
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
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
$$;
comment on function analytics.ensure_partitions(date, date) is
  'Creates the monthly partitions of the fact tables from the month of first_on to that of last_on. Returns the number of partitions created.';
grant execute on function analytics.ensure_partitions(date, date) to vitrine_worker;

create function analytics.drop_partitions(kept_from date)
returns integer
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
-- Shorter than the lock timeout of reads, because reads queue behind this statement while it waits.
set lock_timeout = '500ms'
as $$
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
$$;
comment on function analytics.drop_partitions(date) is
  'Deletes the monthly partitions of facts before the month of kept_from, for all brands. Only a new import restores them. Returns their number, or '
  '0 if another session is deleting them. Raises BADRQ for fewer than 14 months, and UNAVL if a query reads the facts. Then no partition is '
  'deleted.';
grant execute on function analytics.drop_partitions(date) to vitrine_worker;

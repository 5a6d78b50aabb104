create function analytics.sum_measures(measures text[])
returns text
language sql immutable
as $$
  select pg_catalog.string_agg(
    analytics.sum_expression(measure.name, pg_catalog.format('facts.%I', measure.name)) || '::bigint',
    ', ' order by measure.position
  )
  from pg_catalog.unnest(sum_measures.measures) with ordinality as measure (name, position);
$$;
comment on function analytics.sum_measures(text[]) is
  'Aggregates of the columns of facts (analytics.sum_expression).';
grant execute on function analytics.sum_measures(text[]) to vitrine_worker;

create function analytics.merge_facts(brand_id text, target regclass, key text, source text, first_key text, last_key text, measures text[])
returns void
language plpgsql volatile
-- The planner has no statistics of the new rows and would choose nested loops.
set enable_nestloop = off
as $$
begin
  -- Unchanged rows are excluded first, because most rows of a repeated report are the same as before.
  execute pg_catalog.format(
    $query$
    create temporary table ad_changes on commit drop as
    select source.*
    from (%1$s) as source (%2$s, entity_id, %3$s)
    left join %4$s as held
      on held.brand_id = %5$L and held.%2$s = source.%2$s and held.entity_id = source.entity_id and held.%2$s between %6$L and %7$L
    where held.entity_id is null or (%8$s) is distinct from (%9$s)
    $query$,
    merge_facts.source, merge_facts.key, analytics.list_measures(merge_facts.measures, '%I'),
    merge_facts.target, merge_facts.brand_id, merge_facts.first_key, merge_facts.last_key,
    analytics.list_measures(merge_facts.measures, 'source.%I'), analytics.list_measures(merge_facts.measures, 'held.%I')
  );
  execute pg_catalog.format(
    'insert into %1$s (brand_id, first_stored_at, %2$s, entity_id, %3$s)'
    ' select $1, (select platform.now()), %2$s, entity_id, %3$s from pg_temp.ad_changes on conflict (brand_id, %2$s, entity_id) do update set %4$s',
    merge_facts.target, merge_facts.key, analytics.list_measures(merge_facts.measures, '%I'),
    analytics.list_measures(merge_facts.measures, '%1$I = excluded.%1$I')
  )
  using merge_facts.brand_id;
end
$$;
comment on function analytics.merge_facts(text, regclass, text, text, text, text, text[]) is
  'Merges rows (key, entity_id, measures) into a table of facts: inserts new rows and updates changed ones. Leaves both in the temporary table '
  'ad_changes. Keys are between first_key and last_key.';
grant execute on function analytics.merge_facts(text, regclass, text, text, text, text, text[]) to vitrine_worker;

create function analytics.roll_up_level(brand_id text, level text, source text, measures text[], replaces boolean)
returns void
language plpgsql volatile
set enable_nestloop = off
as $$
begin
  execute pg_catalog.format(
    $query$
    insert into analytics.rollups_daily as held (brand_id, level, day, entity_id, %1$s)
    select $1, $2, facts.day, facts.%2$I, %3$s
    from (%4$s) as facts
    group by facts.day, facts.%2$I
    -- In the order of the primary key, neighboring rows are inserted into the same page of the index.
    order by facts.day, facts.%2$I
    $query$
    || case when roll_up_level.replaces then
      'on conflict on constraint rollups_daily_pkey do update set %5$s where (%6$s) is distinct from (%7$s)' else '' end,
    analytics.list_measures(roll_up_level.measures, '%I'),
    roll_up_level.level,
    analytics.sum_measures(roll_up_level.measures),
    roll_up_level.source,
    analytics.list_measures(roll_up_level.measures, '%1$I = excluded.%1$I'),
    analytics.list_measures(roll_up_level.measures, 'held.%I'),
    analytics.list_measures(roll_up_level.measures, 'excluded.%I')
  )
  using roll_up_level.brand_id, roll_up_level.level;
end
$$;
comment on function analytics.roll_up_level(text, text, text, text[], boolean) is
  'Sums rows (day, measures, and a column named for the level with its entity) into analytics.rollups_daily. replaces is false if the days have no '
  'rows yet.';
grant execute on function analytics.roll_up_level(text, text, text, text[], boolean) to vitrine_worker;

create function analytics.roll_up(brand_id text, days date[], measures text[], is_staged boolean default false)
returns void
language plpgsql volatile
as $$
declare
  -- A new ad makes the reach of its parents unknown, even if its own report has no reach.
  v_measures constant text[] := case when roll_up.is_staged or 'reach' = any (roll_up.measures) then roll_up.measures
    else roll_up.measures || array['reach'] end;
  v_finer constant text := $query$
    select facts.*, coalesce(entities.%2$s_entity_id, entities.entity_id) as %2$s
    from analytics.%1$s as facts
    join analytics.entities on entities.brand_id = facts.brand_id and entities.entity_id = facts.entity_id
    where facts.brand_id = %3$L and facts.day between %4$L and %5$L and facts.day = any (%6$L)
  $query$;
  v_incomplete constant date[] := case when roll_up.is_staged then analytics.find_incomplete_days(roll_up.measures) else roll_up.days end;
  v_first_on constant date := (select min(day) from pg_catalog.unnest(roll_up.days) as day);
  v_last_on constant date := (select max(day) from pg_catalog.unnest(roll_up.days) as day);
begin
  if v_first_on is null then
    return;
  end if;
  perform analytics.roll_up_level(
    roll_up.brand_id, 'adset',
    case when roll_up.is_staged then
      'select facts.*, coalesce(staged.adset_entity_id, staged.entity_id) as adset'
      ' from pg_temp.ad_facts as facts join pg_temp.ad_entities as staged on staged.entity_no = facts.entity_no'
    else
      pg_catalog.format(v_finer, 'facts_daily', 'adset', roll_up.brand_id, v_first_on, v_last_on, roll_up.days)
    end,
    v_measures, not roll_up.is_staged
  );
  perform analytics.roll_up_level(
    roll_up.brand_id, 'campaign',
    pg_catalog.format(v_finer || ' and facts.level = ''adset''', 'rollups_daily', 'campaign', roll_up.brand_id, v_first_on, v_last_on, roll_up.days),
    v_measures, not roll_up.is_staged
  );
  perform analytics.roll_up_level(
    roll_up.brand_id, 'account',
    pg_catalog.format(v_finer || ' and facts.level = ''campaign''', 'rollups_daily', 'account', roll_up.brand_id, v_first_on, v_last_on, roll_up.days),
    v_measures, not roll_up.is_staged
  );
  perform analytics.note_mixed_reports(roll_up.brand_id, roll_up.days, v_incomplete);
  perform analytics.note_coverage(roll_up.brand_id, roll_up.days);
  perform analytics.note_changed_days(roll_up.brand_id, roll_up.days);
end
$$;
comment on function analytics.roll_up(text, date[], text[], boolean) is
  'Updates analytics.rollups_daily after facts of these days changed. Sums ad sets from the facts, campaigns from ad sets, and accounts from '
  'campaigns. is_staged means that the staged rows are all facts of the brand for these days.';
grant execute on function analytics.roll_up(text, date[], text[], boolean) to vitrine_worker;

create function analytics.write_daily_facts(brand_id text, measures text[], out first_on date, out last_on date, out warnings jsonb[])
language plpgsql volatile
as $$
declare
  v_columns constant text[] := analytics.stored_columns(write_daily_facts.measures);
  v_source constant text := pg_catalog.format(
    'select facts.day, staged.entity_id, %s from pg_temp.ad_facts as facts join pg_temp.ad_entities as staged on staged.entity_no = facts.entity_no',
    analytics.list_measures(v_columns, 'facts.%I')
  );
  v_is_new boolean;
begin
  write_daily_facts.warnings := '{}';
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
        'insert into analytics.facts_daily (brand_id, first_stored_at, day, entity_id, %s)'
        ' select $1, (select platform.now()), source.* from (%s) as source',
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
    write_daily_facts.warnings := analytics.supersede_relatives(
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
$$;
comment on function analytics.write_daily_facts(text, text[]) is
  'Writes staged rows into analytics.facts_daily and rolls up the changed days. Leaves the days and their numbers of rows in the temporary table '
  'ad_days. Returns warnings about replaced levels.';
grant execute on function analytics.write_daily_facts(text, text[]) to vitrine_worker;

create function analytics.write_hourly_facts(
  brand_id text, measures text[], timezone text, out first_on date, out last_on date, out warnings jsonb[]
)
language plpgsql volatile
as $$
declare
  v_columns constant text[] := analytics.stored_columns(write_hourly_facts.measures);
  v_from timestamptz;
  v_to timestamptz;
  v_superseded date[];
begin
  write_hourly_facts.warnings := '{}';
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
  if analytics.supersede_hours(write_hourly_facts.brand_id, v_columns, write_hourly_facts.timezone, v_from, v_to) then
    write_hourly_facts.warnings := analytics.describe_superseded(write_hourly_facts.brand_id, v_columns);
    v_superseded := analytics.clear_superseded_sums(write_hourly_facts.brand_id, v_columns);
  end if;
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
$$;
comment on function analytics.write_hourly_facts(text, text[], text) is
  'Writes staged rows into analytics.facts_hourly, sums the changed days of this time zone, and rolls them up. Leaves the days and their numbers of '
  'rows in the temporary table ad_days. Returns warnings about replaced levels.';
grant execute on function analytics.write_hourly_facts(text, text[], text) to vitrine_worker;

create function analytics.supersede_hours(brand_id text, measures text[], timezone text, first_hour timestamptz, last_hour timestamptz)
returns boolean
language plpgsql volatile
set enable_nestloop = off
as $$
begin
  if not analytics.find_held_relatives(
    supersede_hours.brand_id, 'analytics.facts_hourly', 'hour', supersede_hours.first_hour::text, supersede_hours.last_hour::text
  ) then
    drop table pg_temp.ad_relatives;
    return false;
  end if;
  execute pg_catalog.format(
    $query$
    create temporary table ad_superseded on commit drop as
    with placed as materialized (
      select staged.entity_id, hours.at
      from pg_temp.ad_facts as facts
      join pg_temp.ad_entities as staged on staged.entity_no = facts.entity_no
      join pg_temp.ad_hours as hours
        on (hours.day, hours.hour, hours.is_second) = (facts.day, facts.hour, coalesce(facts.is_second, false))
        and hours.timezone = coalesce(staged.account_timezone, $2)
    ),
    relatives as materialized (
      select distinct placed.at, related.relative_id
      from pg_temp.ad_relatives as related
      join placed on placed.entity_id = related.entity_id
      where not exists (select from placed as reported where reported.entity_id = related.relative_id and reported.at = placed.at)
    ),
    superseded as (
      update analytics.facts_hourly as held
      set %1$s
      from relatives
      where held.brand_id = $1 and held.hour = relatives.at and held.entity_id = relatives.relative_id and pg_catalog.num_nonnulls(%2$s) > 0
      returning held.entity_id, held.hour
    )
    -- A statement reads the facts as they were before its update.
    select before.entity_id, (before.hour at time zone $2)::date as day, sum(before.spend_micros) as spend_micros
    from superseded
    join analytics.facts_hourly as before
      on before.brand_id = $1 and before.hour = superseded.hour and before.entity_id = superseded.entity_id
    group by 1, 2
    $query$,
    analytics.list_measures(supersede_hours.measures, '%I = null'), analytics.list_measures(supersede_hours.measures, 'held.%I')
  )
  using supersede_hours.brand_id, supersede_hours.timezone;
  execute pg_catalog.format(
    'delete from analytics.facts_hourly as held using pg_temp.ad_superseded as gone where held.brand_id = $1 and held.entity_id = gone.entity_id and pg_catalog.num_nonnulls(%s) = 0',
    analytics.list_measures(analytics.all_measures(), 'held.%I')
  )
  using supersede_hours.brand_id;
  drop table pg_temp.ad_relatives;
  if exists (select from pg_temp.ad_superseded) then
    return true;
  end if;
  drop table pg_temp.ad_superseded;
  return false;
end
$$;
comment on function analytics.supersede_hours(text, text[], text, timestamptz, timestamptz) is
  'Removes these measures of parents and children of the staged entities in the staged hours, because the newer report replaces the older. Returns '
  'whether there were any, and leaves their entities and days, with the spend before, in the temporary table ad_superseded.';
grant execute on function analytics.supersede_hours(text, text[], text, timestamptz, timestamptz) to vitrine_worker;

create function analytics.clear_superseded_sums(brand_id text, measures text[])
returns date[]
language plpgsql volatile
set enable_nestloop = off
as $$
declare
  v_days constant date[] := array(select distinct ad_superseded.day from pg_temp.ad_superseded);
begin
  execute pg_catalog.format(
    'update analytics.facts_daily as held set %s from pg_temp.ad_superseded as gone where held.brand_id = $1 and held.day = gone.day and held.entity_id = gone.entity_id',
    analytics.list_measures(clear_superseded_sums.measures, '%1$I = case when %1$L = any (held.summed_measures) then null else held.%1$I end')
  )
  using clear_superseded_sums.brand_id;
  execute pg_catalog.format(
    'delete from analytics.facts_daily as held using pg_temp.ad_superseded as gone where held.brand_id = $1 and held.day = gone.day and held.entity_id = gone.entity_id and pg_catalog.num_nonnulls(%s) = 0',
    analytics.list_measures(analytics.all_measures(), 'held.%I')
  )
  using clear_superseded_sums.brand_id;
  insert into pg_temp.ad_entity_days (entity_id, day)
  select ad_superseded.entity_id, ad_superseded.day from pg_temp.ad_superseded
  where not exists (
    select from pg_temp.ad_entity_days as known where known.entity_id = ad_superseded.entity_id and known.day = ad_superseded.day
  );
  drop table pg_temp.ad_superseded;
  return v_days;
end
$$;
comment on function analytics.clear_superseded_sums(text, text[]) is
  'Clears the sums of the days in ad_superseded and adds the days to ad_entity_days, so that they are summed again from the remaining hours. Returns '
  'the days.';
grant execute on function analytics.clear_superseded_sums(text, text[]) to vitrine_worker;

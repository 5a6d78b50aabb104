create type analytics.summed_facts as (
  bucket date,
  entity_id bigint,
  spend numeric,
  revenue numeric,
  cogs numeric,
  impressions numeric,
  clicks numeric,
  conversions numeric,
  purchases numeric
);
comment on type analytics.summed_facts is
  'Sums of the usual base metrics over the facts of one period and entity, in the units of the facts. The columns have the names of the metrics.';

create function analytics.summed_facts(
  brand core.brands, metrics text[], level text, granularity text, filters jsonb, date_from date, date_to date
)
returns analytics.summed_facts[]
language plpgsql stable
-- Planning takes longer than execution. The partitions of other days are skipped in any case.
set plan_cache_mode = 'force_generic_plan'
as $$
declare
  v_brand constant core.brands := summed_facts.brand;
  v_read_level constant text := analytics.read_level(summed_facts.level, summed_facts.filters, false);
  v_entity_level constant text := case summed_facts.level when 'ad_account' then 'account' else summed_facts.level end;
  v_is_account constant boolean := summed_facts.level = 'account';
  v_is_daily constant boolean := summed_facts.granularity = 'day';
  v_is_store constant boolean := v_brand.revenue_source = 'store';
  v_period constant text := case when summed_facts.granularity = 'none' then null else summed_facts.granularity end;
  v_days constant integer := summed_facts.date_to - summed_facts.date_from + 1;
  v_periods constant integer := v_days / case summed_facts.granularity when 'day' then 1 when 'week' then 7 else 28 end + 2;
  -- So many rows need less memory and time as rows of a table than as one value.
  v_rows_max constant integer := 10000;
  v_entities bigint[];
begin
  if summed_facts.granularity not in ('none', 'day', 'week', 'month')
    or v_read_level = 'ad'
    or not v_is_account and v_read_level <> v_entity_level
    or exists (
      select from analytics.metric_definitions as metric
      where metric.name = any (summed_facts.metrics)
        and not metric.bases <@ '{spend,revenue,cogs,impressions,clicks,conversions,purchases}'
    )
    or not v_is_account and v_periods * (
      select count(*) from analytics.entities where entities.brand_id = v_brand.brand_id and entities.level <> 'ad'
    ) > v_rows_max
  then
    return null;
  end if;
  if summed_facts.filters <> '{}' then
    v_entities := array(
      select paths.entity_id from analytics.entity_paths as paths
      where paths.brand_id = v_brand.brand_id and paths.level <> 'ad' and analytics.is_meant(paths, summed_facts.filters)
    );
  end if;
  return array(
    select row(sums.*)::analytics.summed_facts
    from (
      select
        case when v_is_daily then facts.day else pg_catalog.date_trunc(v_period, facts.day::timestamp)::date end as bucket,
        case when v_is_account then null else facts.entity_id end as entity_id,
        sum(facts.spend_micros),
        sum(case when v_is_store then facts.store_revenue_micros else facts.revenue_micros end),
        sum(facts.cogs_micros),
        sum(facts.impressions),
        sum(facts.clicks),
        sum(facts.conversions_micros),
        sum(facts.purchases_micros)
      from analytics.rollups_daily as facts
      where facts.brand_id = v_brand.brand_id and facts.level = v_read_level
        and facts.day between summed_facts.date_from and summed_facts.date_to
        and (v_entities is null or facts.entity_id = any (v_entities))
      group by 1, 2
    ) as sums
  );
end
$$;
comment on function analytics.summed_facts(core.brands, text[], text, text, jsonb, date, date) is
  'Returns the rows of analytics.entity_sums for days that were reported with all bases, by a statement whose plan the connection keeps. Null if it does '
  'not apply: for other metrics, hours, ads, filters by the parts of the level, and many rows.';
grant execute on function analytics.summed_facts(core.brands, text[], text, text, jsonb, date, date) to
  vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;

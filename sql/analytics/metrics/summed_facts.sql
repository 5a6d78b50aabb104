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

create function analytics.total_spend(brand_id text, date_from date, date_to date)
returns numeric
language plpgsql stable
-- Planning takes longer than execution. The partitions of other days are skipped in any case.
set plan_cache_mode = 'force_generic_plan'
as $$
begin
  return (
    select sum(facts.spend_micros) * 0.000001
    from analytics.rollups_daily as facts
    where facts.brand_id = total_spend.brand_id and facts.level = 'account' and facts.day between total_spend.date_from and total_spend.date_to
  );
end
$$;
comment on function analytics.total_spend(text, date, date) is 'Returns all spend of a brand in a range, of which spend_share is a share. Null if none is reported.';

create function analytics.summed_facts(
  brand core.brands, columns integer[], level text, granularity text, filters jsonb, date_from date, date_to date
)
returns analytics.summed_facts[]
language plpgsql stable
-- Planning takes longer than execution. The partitions of other days are skipped in any case.
set plan_cache_mode = 'force_generic_plan'
-- A generic plan expects few rows and would sort them. Hashing takes a fifth less time.
set enable_sort = off
as $$
declare
  v_brand constant core.brands := summed_facts.brand;
  v_read_level constant text := analytics.read_level(summed_facts.level, summed_facts.filters, false);
  v_entity_level constant text := case summed_facts.level when 'ad_account' then 'account' else summed_facts.level end;
  v_is_account constant boolean := summed_facts.level = 'account';
  v_is_weekly constant boolean := summed_facts.granularity = 'week';
  v_is_monthly constant boolean := summed_facts.granularity = 'month';
  v_is_in_periods constant boolean := summed_facts.granularity <> 'none';
  v_is_store constant boolean := v_brand.revenue_source = 'store';
  -- The positions of analytics.summed_formulas. Columns that are not needed are not added up.
  v_columns constant integer[] := summed_facts.columns || case when 8 = any (summed_facts.columns) then '{1,2,3}'::integer[] end;
  v_has_spend constant boolean := 1 = any (v_columns);
  v_has_revenue constant boolean := 2 = any (v_columns);
  v_has_cogs constant boolean := 3 = any (v_columns);
  v_has_impressions constant boolean := 4 = any (v_columns);
  v_has_clicks constant boolean := 5 = any (v_columns);
  v_has_conversions constant boolean := 6 = any (v_columns);
  v_has_purchases constant boolean := 7 = any (v_columns);
  v_days constant integer := summed_facts.date_to - summed_facts.date_from + 1;
  v_periods constant integer := v_days / case summed_facts.granularity when 'day' then 1 when 'week' then 7 else 28 end + 2;
  -- So many rows need less memory and time as rows of a table than as one value.
  v_rows_max constant integer := 10000;
  v_entities bigint[];
begin
  if summed_facts.granularity not in ('none', 'day', 'week', 'month')
    or v_read_level = 'ad'
    or not v_is_account and v_read_level <> v_entity_level
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
        -- 1 January 1900 was a Monday before all facts. Subtraction takes less time than date_trunc.
        case when v_is_in_periods then facts.day - case
          when v_is_weekly then (facts.day - date '1900-01-01') % 7
          when v_is_monthly then extract(day from facts.day)::integer - 1
          else 0
        end end as bucket,
        case when v_is_account then null else facts.entity_id end as entity_id,
        sum(case when v_has_spend then facts.spend_micros end),
        sum(case when v_has_revenue then case when v_is_store then facts.store_revenue_micros else facts.revenue_micros end end),
        sum(case when v_has_cogs then facts.cogs_micros end),
        sum(case when v_has_impressions then facts.impressions end),
        sum(case when v_has_clicks then facts.clicks end),
        sum(case when v_has_conversions then facts.conversions_micros end),
        sum(case when v_has_purchases then facts.purchases_micros end)
      from analytics.rollups_daily as facts
      where facts.brand_id = v_brand.brand_id and facts.level = v_read_level
        and facts.day between summed_facts.date_from and summed_facts.date_to
        and (v_entities is null or facts.entity_id = any (v_entities))
      group by 1, 2
    ) as sums
  );
end
$$;
comment on function analytics.summed_facts(core.brands, integer[], text, text, jsonb, date, date) is
  'Returns the rows of analytics.entity_sums for days that were reported with all bases, by a statement whose plan the connection keeps. columns: the '
  'positions of the needed columns (analytics.summed_formulas); the others are null. Null if it does not apply: for hours, ads, filters by the parts of the level, and many rows.';
grant execute on function
  analytics.total_spend(text, date, date),
  analytics.summed_facts(core.brands, integer[], text, text, jsonb, date, date)
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;

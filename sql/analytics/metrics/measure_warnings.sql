create function analytics.hour_warnings(brand core.brands, date_from date, date_to date, platforms text[], stored_before timestamptz)
returns setof jsonb
language plpgsql stable
as $$
begin
  return query
  select
    platform.warning('account_reports_no_hours', pg_catalog.jsonb_build_object('account_id', accounts.external_id, 'platform', accounts.platform))
  from analytics.entities as accounts
  where accounts.brand_id = (hour_warnings.brand).brand_id
    and accounts.level = 'account'
    and (hour_warnings.platforms is null or accounts.platform = any (hour_warnings.platforms))
    and hour_warnings.stored_before is null
    and exists (
      select from analytics.rollups_daily
      where rollups_daily.brand_id = accounts.brand_id
        and rollups_daily.level = 'account'
        and rollups_daily.entity_id = accounts.entity_id
        and rollups_daily.day between hour_warnings.date_from and hour_warnings.date_to
    )
    and not exists (
      select
      from analytics.facts_hourly as facts
      join analytics.entities on entities.brand_id = facts.brand_id and entities.entity_id = facts.entity_id
      where facts.brand_id = accounts.brand_id
        and coalesce(entities.account_entity_id, entities.entity_id) = accounts.entity_id
        and facts.hour >= hour_warnings.date_from::timestamp at time zone (hour_warnings.brand).timezone
        and facts.hour < (hour_warnings.date_to + 1)::timestamp at time zone (hour_warnings.brand).timezone
    )
  union all
  select
    platform.warning('account_reports_no_hours', pg_catalog.jsonb_build_object('account_id', days.account_id, 'platform', days.platform))
  from analytics.account_days_as_of(
    hour_warnings.brand, hour_warnings.date_from, hour_warnings.date_to, hour_warnings.platforms, hour_warnings.stored_before
  ) as days
  where hour_warnings.stored_before is not null
    and not exists (
      select
      from analytics.hours_as_of(
        (hour_warnings.brand).brand_id,
        hour_warnings.date_from::timestamp at time zone (hour_warnings.brand).timezone,
        (hour_warnings.date_to + 1)::timestamp at time zone (hour_warnings.brand).timezone,
        hour_warnings.stored_before
      ) as facts
      join analytics.entity_paths as paths on paths.brand_id = facts.brand_id and paths.entity_id = facts.entity_id
      where paths.platform = days.platform and paths.account_id = days.account_id
    )
  group by days.platform, days.account_id;
end
$$;
comment on function analytics.hour_warnings(core.brands, date, date, text[], timestamptz) is
  'A warning for each account that reports days of a range and no hours of them. stored_before: by what was stored before this time. It is a '
  'function of its own, so that the partitions with hours are planned only for a request by hour.';

create function analytics.measure_warnings(
  brand core.brands, metrics text[], level text, date_from date, date_to date, today date, granularity text, platforms text[] default null,
  as_of date default null, is_whole boolean default false
)
returns jsonb[]
language plpgsql stable
-- Planning takes longer than execution.
set plan_cache_mode = 'force_generic_plan'
as $$
declare
  v_before constant timestamptz := analytics.stored_before(measure_warnings.as_of, (measure_warnings.brand).timezone);
begin
  -- Usually there is nothing to warn about.
  if measure_warnings.is_whole and measure_warnings.as_of is null and measure_warnings.granularity <> 'hour'
    and measure_warnings.date_to <= measure_warnings.today
    and not measure_warnings.metrics && '{reach,frequency,mer,store_revenue,cac}'
    and not exists (
      select from analytics.entities
      where entities.brand_id = (measure_warnings.brand).brand_id and entities.level = 'account'
        and (entities.currency <> (measure_warnings.brand).currency or entities.timezone <> (measure_warnings.brand).timezone)
    )
  then
    return array[]::jsonb[];
  end if;
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
      select 3, platform.warning('store_revenue_is_not_reported')
      where measure_warnings.metrics && array['mer', 'store_revenue'] and measure_warnings.level = 'account' and measure_warnings.granularity <> 'hour'
        and measure_warnings.as_of is null
        and not exists (
          select
          from analytics.coverage as held
          join analytics.entities as accounts on accounts.brand_id = held.brand_id and accounts.entity_id = held.entity_id
          where held.brand_id = (measure_warnings.brand).brand_id and held.measure = 'store_revenue'
            and (measure_warnings.platforms is null or accounts.platform = any (measure_warnings.platforms))
            and held.days && pg_catalog.daterange(measure_warnings.date_from, greatest(measure_warnings.date_from, measure_warnings.date_to), '[]')
        )
      union all
      select
        4,
        platform.warning(
          'account_lacks_exchange_rates',
          pg_catalog.jsonb_build_object(
            'account_id', lacking.account_id, 'platform', lacking.platform, 'currency', lacking.currency,
            'date_from', pg_catalog.lower(lacking.days), 'date_to', pg_catalog.upper(lacking.days) - 1
          )
        )
      from analytics.unconverted_days(
        measure_warnings.brand, measure_warnings.date_from, measure_warnings.date_to, measure_warnings.platforms
      ) as lacking
      where measure_warnings.as_of is null and measure_warnings.granularity <> 'hour'
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
      select 6, missing.warning
      from analytics.hour_warnings(
        measure_warnings.brand, measure_warnings.date_from, measure_warnings.date_to, measure_warnings.platforms, v_before
      ) as missing (warning)
      where measure_warnings.granularity = 'hour'
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
$$;
comment on function analytics.measure_warnings(core.brands, text[], text, date, date, date, text, text[], date, boolean) is
  'Warnings about metrics: what a reader must know and the numbers do not show. as_of: of what was stored by the end of this day. is_whole: every report '
  'has all bases of the metrics. See platform.warning.';

create function analytics.metric_warnings(
  brand core.brands, metrics text[], level text, date_from date, date_to date, today date, granularity text, platforms text[] default null
)
returns jsonb[]
language sql stable
as $$
  select analytics.measure_warnings(
    metric_warnings.brand, metric_warnings.metrics, metric_warnings.level, metric_warnings.date_from, metric_warnings.date_to, metric_warnings.today,
    metric_warnings.granularity, metric_warnings.platforms
  ) || analytics.partial_warnings(
    metric_warnings.brand, metric_warnings.date_from, metric_warnings.date_to, metric_warnings.granularity, metric_warnings.platforms
  );
$$;
comment on function analytics.metric_warnings(core.brands, text[], text, date, date, date, text, text[]) is
  'Warnings about metrics, and about days that are not complete.';
grant execute on function
  analytics.hour_warnings(core.brands, date, date, text[], timestamptz),
  analytics.measure_warnings(core.brands, text[], text, date, date, date, text, text[], date, boolean),
  analytics.metric_warnings(core.brands, text[], text, date, date, date, text, text[])
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;

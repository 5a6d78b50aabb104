create type analytics.ratio_days as (first_on date, last_on date, is_whole boolean);
comment on type analytics.ratio_days is
  'The days over which ratios of orders and spend are computed. is_whole: no known order or spend of the range is on another day, or no spend at all is known. Nulls without such a day.';

create function analytics.ratio_days(brand core.brands, date_from date, date_to date, orders analytics.data_status)
returns analytics.ratio_days
language plpgsql stable
-- Planning takes longer than execution.
set plan_cache_mode = 'force_generic_plan'
as $$
declare
  v_brand_id constant text := (ratio_days.brand).brand_id;
  v_days analytics.ratio_days;
begin
  with unread as (
    select report.name, pg_catalog.range_agg(pg_catalog.daterange(held.first_on, held.last_on, '[]')) as days
    from (values ('ads_daily'), ('orders')) as report (name)
    cross join lateral sources.unread_days(v_brand_id, ratio_days.date_from, ratio_days.date_to, report => report.name) as held
    group by report.name
  ),
  known as (
    select pg_catalog.datemultirange(
      pg_catalog.daterange(ratio_days.date_from, ratio_days.date_to, '[]')
        * pg_catalog.daterange((ratio_days.orders).first_on, (ratio_days.orders).last_on, '[]')
        * pg_catalog.daterange(ads.first_on, ads.last_on, '[]')
    ) - coalesce((select pg_catalog.range_agg(part.days) from unread cross join lateral pg_catalog.unnest(unread.days) as part (days)), '{}') as days
    from analytics.data_status as ads
    where ads.brand_id = v_brand_id and ads.kind = 'ads_daily' and (ratio_days.orders).first_on is not null
  )
  select pg_catalog.lower(part.days), pg_catalog.upper(part.days) - 1 into v_days.first_on, v_days.last_on
  from known
  cross join lateral pg_catalog.unnest(known.days) as part (days)
  order by pg_catalog.upper(part.days) - pg_catalog.lower(part.days) desc, part.days desc
  limit 1;
  v_days.is_whole := (v_days.first_on, v_days.last_on) is not distinct from (ratio_days.date_from, ratio_days.date_to) or (
    select
      not coalesce(pg_catalog.bool_or((facts.day between v_days.first_on and v_days.last_on) is not true), false)
      and (
        count(*) = 0
        or not exists (
          select from analytics.attribution_days as held
          where held.brand_id = v_brand_id and (held.orders > 0 or held.value_micros <> 0)
            and held.day between ratio_days.date_from and ratio_days.date_to
            and (held.day between v_days.first_on and v_days.last_on) is not true
        )
      )
    from analytics.rollups_daily as facts
    where facts.brand_id = v_brand_id and facts.level = 'account' and facts.spend_micros > 0
      and facts.day between ratio_days.date_from and ratio_days.date_to
  );
  return v_days;
end
$$;
comment on function analytics.ratio_days(core.brands, date, date, analytics.data_status) is
  'Returns the longest period of a range of which both the orders and the spend are known: within both histories, and read from every connected account. '
  'ROAS and CAC divide sums of these days. orders: the period for which the brand has orders.';

create function analytics.ratio_warnings(days analytics.ratio_days, date_from date, date_to date, orders analytics.data_status)
returns jsonb[]
language sql stable
return case
  -- Without known orders, another warning says that nothing is known.
  when (ratio_warnings.days).is_whole or ratio_warnings.date_from > (ratio_warnings.orders).last_on or ratio_warnings.date_to < (ratio_warnings.orders).first_on
    then '{}'
  when (ratio_warnings.days).first_on is null
    then array[
      platform.warning(
        'no_day_has_orders_and_spend', pg_catalog.jsonb_build_object('date_from', ratio_warnings.date_from, 'date_to', ratio_warnings.date_to)
      )
    ]
  else array[
    platform.warning(
      'ratios_cover_fewer_days',
      pg_catalog.jsonb_build_object('date_from', (ratio_warnings.days).first_on, 'date_to', (ratio_warnings.days).last_on)
    )
  ]
end;
comment on function analytics.ratio_warnings(analytics.ratio_days, date, date, analytics.data_status) is
  'A warning that names the days of analytics.ratio_days, if known orders or spend of the range are on other days.';
grant execute on function
  analytics.ratio_days(core.brands, date, date, analytics.data_status),
  analytics.ratio_warnings(analytics.ratio_days, date, date, analytics.data_status)
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst, vitrine_worker;

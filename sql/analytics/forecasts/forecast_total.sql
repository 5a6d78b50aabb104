create function analytics.forecast_total(
  brand_id text, metric text, date_from date, date_to date, include_confidence boolean default true, plan analytics.spend_plan default null
)
returns jsonb
language plpgsql stable
as $$
declare
  v_brand constant core.brands := core.data_brand(forecast_total.brand_id);
  v_first_on date;
  v_last_on date;
  v_is_ratio boolean;
  v_decimals integer;
  v_before double precision;
  v_through analytics.forecast_points;
  v_days record;
  v_value double precision;
begin
  perform analytics.check_metrics(array[forecast_total.metric], 'metric');
  perform platform.require_day('date_from', forecast_total.date_from);
  perform platform.require_day('date_to', forecast_total.date_to);
  if forecast_total.date_from > forecast_total.date_to then
    perform platform.fail('BADRQ', 'must_not_be_before_date_from', 'date_to');
  end if;
  select metric_definitions.denominator is not null, case when metric_definitions.unit = 'money' then currencies.exponent when metric_definitions.unit = 'count' then 2 else 6 end
  into v_is_ratio, v_decimals
  from analytics.metric_definitions
  join core.currencies on currencies.currency = v_brand.currency
  where metric_definitions.name = forecast_total.metric;
  select min(points.day), max(points.day) filter (where points.day <= forecast_total.date_to)
  into v_first_on, v_last_on
  from analytics.forecast_points as points
  where points.brand_id = v_brand.brand_id and points.metric = forecast_total.metric;
  select * into v_through
  from analytics.forecast_points as points
  where points.brand_id = v_brand.brand_id and points.metric = forecast_total.metric and points.day = v_last_on;
  if v_through.total is null or v_last_on < forecast_total.date_from or (v_is_ratio and forecast_total.date_from > v_first_on) then
    return null;
  end if;
  select points.total into v_before
  from analytics.forecast_points as points
  where points.brand_id = v_brand.brand_id and points.metric = forecast_total.metric and points.day = forecast_total.date_from - 1;
  v_value := v_through.total - coalesce(v_before, 0);
  if v_last_on = greatest(v_first_on, forecast_total.date_from) or forecast_total.date_from > v_first_on then
    -- The errors of the days before the range are no errors of its total. The total is never less certain than all of its days.
    select count(*) as days, sum(points.high_80 - points.value) as width_80, sum(points.high_95 - points.value) as width_95
    into v_days
    from analytics.forecast_points as points
    where points.brand_id = v_brand.brand_id and points.metric = forecast_total.metric
      and points.day between forecast_total.date_from and v_last_on;
    v_through.total_width_80 := case v_days.days when 1 then v_days.width_80 else least(v_through.total_width_80, v_days.width_80) end;
    v_through.total_width_95 := case v_days.days when 1 then v_days.width_95 else least(v_through.total_width_95, v_days.width_95) end;
  end if;
  v_through.total_width_80 := analytics.planned_width(v_through.total_width_80, v_value, forecast_total.plan, 1.2816);
  v_through.total_width_95 := analytics.planned_width(v_through.total_width_95, v_value, forecast_total.plan, 1.96);
  v_value := v_value * coalesce((forecast_total.plan).multiple, 1);
  return pg_catalog.jsonb_build_object(
    'date_from', greatest(v_first_on, forecast_total.date_from), 'date_to', v_last_on, 'predicted_value', analytics.rounded(v_value, v_decimals)
  ) || case when forecast_total.include_confidence then
    pg_catalog.jsonb_build_object(
      'confidence_interval', analytics.interval_around(v_value, v_through.total_width_80, v_through.is_total_signed, v_decimals),
      'confidence_interval_95', analytics.interval_around(v_value, v_through.total_width_95, v_through.is_total_signed, v_decimals)
    )
  else '{}' end;
end
$$;
comment on function analytics.forecast_total(text, text, date, date, boolean, analytics.spend_plan) is
  'Returns the total of the stored forecast of a metric over a range of days, with its 80 % and 95 % intervals: the sum, or the ratio of sums. A range that '
  'begins after the first forecast day has the interval of the total from the first day, or the sum of those of its days where that is narrower. One day '
  'has its own interval. Null without a stored total, for days without a '
  'forecast, and for a ratio that begins after the first day. Raises NTFND for an unknown brand, and BADRQ for an unknown metric or an incomplete or reversed '
  'range. plan: the effect of a planned spend.';

create function analytics.interval_around(value double precision, width double precision, is_signed boolean, decimals integer)
returns jsonb
language sql immutable
as $$
  select pg_catalog.jsonb_build_object(
    'low', analytics.rounded(
      case when interval_around.is_signed then interval_around.value - interval_around.width
      else case when interval_around.width is not null then greatest(0, interval_around.value - interval_around.width) end end,
      interval_around.decimals
    ),
    'high', analytics.rounded(interval_around.value + interval_around.width, interval_around.decimals)
  );
$$;
comment on function analytics.interval_around(double precision, double precision, boolean, integer) is
  'Returns the bounds of an interval. The lower one is at least zero if the value cannot be negative. Null bounds without a width.';

create function analytics.interval_of(point analytics.forecast_points, plan analytics.spend_plan, level double precision, decimals integer)
returns jsonb
-- A stable expression without a subquery becomes a part of the query that calls it.
language sql stable
return case
  when interval_of.plan is null then pg_catalog.jsonb_build_object(
    'low', analytics.rounded(case interval_of.level when 0.8 then (interval_of.point).low_80 else (interval_of.point).low_95 end, interval_of.decimals),
    'high', analytics.rounded(case interval_of.level when 0.8 then (interval_of.point).high_80 else (interval_of.point).high_95 end, interval_of.decimals)
  )
  else analytics.interval_around(
    (interval_of.point).value * (interval_of.plan).multiple,
    analytics.planned_width(
      case interval_of.level when 0.8 then (interval_of.point).high_80 else (interval_of.point).high_95 end - (interval_of.point).value,
      (interval_of.point).value, interval_of.plan, case interval_of.level when 0.8 then 1.2816 else 1.96 end
    ),
    case interval_of.level when 0.8 then (interval_of.point).low_80 else (interval_of.point).low_95 end < 0, interval_of.decimals
  )
end;
comment on function analytics.interval_of(analytics.forecast_points, analytics.spend_plan, double precision, integer) is
  'Returns the interval of a forecast day at the level 0.8 or 0.95, with the uncertainty of a planned spend. Null bounds without an interval.';

grant execute on function
  analytics.interval_of(analytics.forecast_points, analytics.spend_plan, double precision, integer),
  analytics.forecast_total(text, text, date, date, boolean, analytics.spend_plan),
  analytics.interval_around(double precision, double precision, boolean, integer)
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;

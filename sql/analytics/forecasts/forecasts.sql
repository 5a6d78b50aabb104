create function analytics.warning_in_units(warning jsonb, metric text, currency text)
returns jsonb
language sql stable
begin atomic
  select warning_in_units.warning || pg_catalog.jsonb_build_object(
    'values',
    (warning_in_units.warning -> 'values') || pg_catalog.jsonb_build_object(
      'currency', warning_in_units.currency,
      'units', pg_catalog.jsonb_build_object('value', definition.unit, 'numerator', numerator.unit, 'denominator', denominator.unit)
    )
  )
  from analytics.metric_definitions as definition
  -- All terms of a numerator, such as revenue - cogs - spend, have one unit.
  left join analytics.metric_definitions as numerator on numerator.name = pg_catalog.split_part(definition.numerator, ' ', 1)
  left join analytics.metric_definitions as denominator on denominator.name = definition.denominator
  where definition.name = warning_in_units.metric;
end;
comment on function analytics.warning_in_units(jsonb, text, text) is
  'Adds the currency and the units of a metric and its parts to the values of a stored warning, so that its sentence can format amounts.';

create function analytics.forecast_warnings(brand core.brands, forecast analytics.forecasts, points_count integer, horizon_days integer)
returns jsonb[]
language plpgsql stable
as $$
begin
  return (
    select coalesce(pg_catalog.array_agg(known.warning order by known.position, known.place), '{}')
    from (
      select
        1 as position, null::bigint as place,
        platform.warning('forecast_is_shorter', pg_catalog.jsonb_build_object('horizon_days', (forecast_warnings.forecast).horizon_days)) as warning
      where forecast_warnings.points_count < forecast_warnings.horizon_days
      union all
      select
        2, null, platform.warning('forecast_is_outdated', pg_catalog.jsonb_build_object('trained_through', (forecast_warnings.forecast).trained_through))
      where (forecast_warnings.forecast).trained_through < (platform.now() at time zone (forecast_warnings.brand).timezone)::date - 3
      union all
      select
        3, pg_catalog.row_number() over (order by accounts.account_id),
        platform.warning(
          case when accounts.is_silent then 'training_goes_on_without_account' else 'training_ends_with_account' end,
          pg_catalog.jsonb_build_object(
            'account_id', accounts.account_id, 'platform', accounts.platform, 'reported_through', accounts.reported_through
          )
        )
      from (
        select active.account_id, active.platform, active.reported_through, false as is_silent
        from analytics.active_accounts((forecast_warnings.brand).brand_id) as active
        where active.lag_days > 0
        union all
        select silent.account_id, silent.platform, silent.reported_through, true
        from analytics.silent_accounts((forecast_warnings.brand).brand_id) as silent
      ) as accounts
      union all
      select 4, stored.place, analytics.warning_in_units(stored.warning, (forecast_warnings.forecast).metric, (forecast_warnings.brand).currency)
      from pg_catalog.jsonb_array_elements((forecast_warnings.forecast).warnings) with ordinality as stored (warning, place)
      union all
      select 5, holiday.place, analytics.warning_in_units(holiday.warning, (forecast_warnings.forecast).metric, (forecast_warnings.brand).currency)
      from rows from (
        pg_catalog.jsonb_to_recordset((forecast_warnings.forecast).holidays) as (date_from date, date_to date, warning jsonb)
      ) with ordinality as holiday (date_from, date_to, warning, place)
      where holiday.date_to > (forecast_warnings.forecast).trained_through
        and holiday.date_from <= (forecast_warnings.forecast).trained_through + forecast_warnings.horizon_days
      union all
      select
        6, null,
        platform.warning(
          'forecast_was_not_renewed',
          pg_catalog.jsonb_build_object(
            'failed_on', (failed.last_failed_at at time zone (forecast_warnings.brand).timezone)::date, 'error', failed.error_class
          )
        )
      from core.job_failures as failed
      where failed.brand_id = (forecast_warnings.brand).brand_id
        and failed.queue = 'forecasts'
        and failed.subject = (forecast_warnings.forecast).metric
    ) as known
  );
end
$$;
comment on function analytics.forecast_warnings(core.brands, analytics.forecasts, integer, integer) is
  'What a reader of a stored forecast must know. points_count: how many of the requested days it covers.';

create function analytics.forecasts(
  brand_id text, type text, horizon_days integer default 30, include_confidence boolean default true, metric text default null,
  total boolean default false, planned_spend double precision default null
)
returns json
language plpgsql stable
as $$
declare
  v_brand core.brands;
  v_definition analytics.metric_definitions;
  v_forecast analytics.forecasts;
  v_name constant text := case when forecasts.type = 'custom' then forecasts.metric else forecasts.type end;
  v_decimals integer;
  v_points json;
  v_count integer;
  v_total jsonb;
  v_plan analytics.spend_plan;
  v_change double precision;
begin
  perform platform.require_number('horizon_days', forecasts.horizon_days, 1, 1127);
  perform platform.require_choice('type', forecasts.type, array['revenue', 'cac', 'roas', 'conversions', 'custom']);
  if forecasts.type = 'custom' and forecasts.metric is null then
    perform platform.fail('BADRQ', 'is_required_for_type_custom', 'metric');
  elsif forecasts.type <> 'custom' and forecasts.metric is not null and forecasts.metric <> forecasts.type then
    perform platform.fail('BADRQ', 'is_only_for_type_custom', 'metric');
  end if;
  if forecasts.planned_spend is not null then
    perform platform.require_number('planned_spend', forecasts.planned_spend::numeric, 0);
    if forecasts.type <> 'revenue' then
      perform platform.fail('BADRQ', 'is_only_for_type_revenue', 'planned_spend');
    end if;
  end if;
  perform analytics.check_metrics(array[v_name], 'metric');
  if v_name <> all (analytics.forecastable_metrics()) then
    perform platform.fail(
      'BADRQ', 'cannot_be_forecast', 'metric',
      pg_catalog.json_build_object('metric', v_name, 'metrics', analytics.forecastable_metrics())
    );
  end if;
  select * into strict v_definition from analytics.metric_definitions where metric_definitions.name = v_name;
  v_brand := core.data_brand(forecasts.brand_id);
  select * into v_forecast from analytics.forecasts as held where held.brand_id = v_brand.brand_id and held.metric = v_name;
  if not found then
    perform analytics.refuse_forecast(v_brand.brand_id, v_name);
  end if;
  if forecasts.planned_spend is not null then
    v_plan := analytics.spend_plan(v_forecast, forecasts.planned_spend);
  end if;
  select case when v_definition.unit = 'money' then currencies.exponent when v_definition.unit = 'count' then 2 else 6 end
  into strict v_decimals
  from core.currencies
  where currencies.currency = v_brand.currency;

  select
    count(*),
    pg_catalog.json_agg(
      case when forecasts.include_confidence then
        pg_catalog.jsonb_build_object(
          'date', points.day,
          'predicted_value', analytics.rounded(points.value * coalesce(v_plan.multiple, 1), v_decimals),
          'confidence_interval', analytics.interval_of(points, v_plan, 0.8, v_decimals),
          'confidence_interval_95', analytics.interval_of(points, v_plan, 0.95, v_decimals)
        )
      else pg_catalog.jsonb_build_object('date', points.day, 'predicted_value', analytics.rounded(points.value * coalesce(v_plan.multiple, 1), v_decimals))
      end
      || case when v_forecast.events ? points.day::text
        then pg_catalog.jsonb_build_object('event', v_forecast.events -> points.day::text) else '{}' end
      order by points.day
    )
  into v_count, v_points
  from analytics.forecast_points as points
  where points.brand_id = v_brand.brand_id
    and points.metric = v_name
    and points.day > v_forecast.trained_through
    and points.day <= v_forecast.trained_through + forecasts.horizon_days;

  if v_plan is not null then
    -- The period of the factors is 30 days for any horizon.
    select sum(points.value) * (v_plan.multiple - 1) into v_change
    from analytics.forecast_points as points
    where points.brand_id = v_brand.brand_id and points.metric = v_name
      and points.day > v_forecast.trained_through and points.day <= v_forecast.trained_through + 30;
  end if;
  v_total := case when forecasts.total then
    pg_catalog.jsonb_build_object(
      'total',
      analytics.forecast_total(
        v_brand.brand_id, v_name, v_forecast.trained_through + 1, v_forecast.trained_through + forecasts.horizon_days, forecasts.include_confidence,
        v_plan
      )
    )
  else '{}' end;
  if v_plan is not null then
    v_total := v_total || pg_catalog.jsonb_build_object('planned_spend', analytics.shown_plan(v_plan, v_decimals));
  end if;
  return (v_total || pg_catalog.jsonb_build_object(
    'type', forecasts.type,
    'horizon_days', forecasts.horizon_days,
    'granularity', 'day',
    'points', coalesce(v_points, '[]'),
    'factors', v_forecast.factors || case when v_plan is null then '[]' else
      pg_catalog.jsonb_build_array(
        pg_catalog.jsonb_build_object(
          'name', 'Planned spend', 'kind', 'spend', 'effect', analytics.rounded(v_change, v_decimals), 'unit', v_definition.unit, 'period', 'next 30 days',
          'description', 'Effect of planned_spend.'
        )
      )
    end,
    'accuracy', v_forecast.accuracy || pg_catalog.jsonb_build_object('model', v_forecast.model),
    'meta', pg_catalog.json_build_object(
      'brand_id', forecasts.brand_id,
      'metric', v_name,
      'unit', v_definition.unit,
      'currency', v_brand.currency,
      'timezone', v_brand.timezone,
      'confidence_level', 0.8,
      'trained_from', v_forecast.trained_from,
      'trained_through', v_forecast.trained_through,
      'warnings', analytics.forecast_warnings(v_brand, v_forecast, v_count, forecasts.horizon_days)
        || analytics.experiment_warnings(v_brand.brand_id, v_forecast.trained_through + 1, v_forecast.trained_through + v_count)
        || case when v_plan is null then '{}'::jsonb[] else array[platform.warning('planned_spend_is_an_association')] end
    )
  ))::json;
end
$$;
comment on function analytics.forecasts(text, text, integer, boolean, text, boolean, double precision) is
  'GET /v1/forecasts: the stored forecast of a metric with its intervals, factors and past accuracy; total => true adds the total of its days; planned_spend, a mean amount a day, changes a forecast of revenue. Raises NTRDY if there is no forecast, and '
  'BADRQ for a metric that does not fit the type or cannot be forecast.';

grant execute on function
  analytics.warning_in_units(jsonb, text, text),
  analytics.forecast_warnings(core.brands, analytics.forecasts, integer, integer),
  analytics.forecasts(text, text, integer, boolean, text, boolean, double precision)
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
call core.register_operation('analytics.forecasts', 'read:marketing', may_lag => true, served_by => '{analytics,mcp,console}');

create function analytics.forecasts(
  brand_id text, type text, horizon_days integer default 30, include_confidence boolean default true, metric text default null
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
  v_today date;
  v_points json;
  v_count integer;
begin
  if forecasts.type = 'custom' and forecasts.metric is null then
    perform platform.fail('BADRQ', 'required_for_type_custom', 'metric');
  elsif forecasts.type <> 'custom' and forecasts.metric is not null and forecasts.metric <> forecasts.type then
    perform platform.fail('BADRQ', 'only_for_type_custom', 'metric');
  end if;
  perform analytics.check_metrics(array[v_name]);
  if v_name <> all (analytics.forecastable_metrics()) then
    perform platform.fail(
      'BADRQ', 'cannot_be_forecast', 'metric',
      pg_catalog.json_build_object('metric', v_name, 'metrics', analytics.forecastable_metrics())
    );
  end if;
  select * into strict v_definition from analytics.metric_definitions where metric_definitions.name = v_name;
  select brands.* into strict v_brand from core.brands where brands.brand_id = core.data_brand_id(forecasts.brand_id);
  v_today := (platform.now() at time zone v_brand.timezone)::date;
  select * into v_forecast from analytics.forecasts as held where held.brand_id = v_brand.brand_id and held.metric = v_name;
  if not found then
    perform analytics.refuse_forecast(v_brand.brand_id, v_name);
  end if;
  select case when v_definition.unit = 'money' then currencies.exponent when v_definition.unit = 'count' then 2 else 6 end
  into strict v_decimals
  from core.currencies
  where currencies.currency = v_brand.currency;

  select
    count(*),
    pg_catalog.json_agg(
      case when forecasts.include_confidence then
        pg_catalog.json_build_object(
          'date', points.day,
          'predicted_value', analytics.rounded(points.value, v_decimals),
          'confidence_interval', pg_catalog.json_build_object(
            'low', analytics.rounded(points.low_80, v_decimals), 'high', analytics.rounded(points.high_80, v_decimals)
          ),
          'confidence_interval_95', pg_catalog.json_build_object(
            'low', analytics.rounded(points.low_95, v_decimals), 'high', analytics.rounded(points.high_95, v_decimals)
          )
        )
      else pg_catalog.json_build_object('date', points.day, 'predicted_value', analytics.rounded(points.value, v_decimals))
      end
      order by points.day
    )
  into v_count, v_points
  from analytics.forecast_points as points
  where points.brand_id = v_brand.brand_id
    and points.metric = v_name
    and points.day > v_forecast.trained_through
    and points.day <= v_forecast.trained_through + forecasts.horizon_days;

  return pg_catalog.json_build_object(
    'type', forecasts.type,
    'horizon_days', forecasts.horizon_days,
    'granularity', 'day',
    'points', coalesce(v_points, '[]'),
    'factors', v_forecast.factors,
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
      'warnings', coalesce(
        (
          select pg_catalog.json_agg(warning.text order by warning.position, warning.text)
          from (
            select 1 as position, 'The forecast reaches ' || v_forecast.horizon_days || ' days: the history is too short for more.' as text
            where v_count < forecasts.horizon_days
            union all
            select 2, 'The forecast was trained through ' || v_forecast.trained_through || '. Newer days have not come in or not been used yet.'
            where v_forecast.trained_through < v_today - 3
            union all
            select
              3,
              pg_catalog.format(
                'Account %s on %s has reported through %s only: the forecast is trained on the days that every account has reported.',
                accounts.account_id, accounts.platform, accounts.reported_through
              )
            from analytics.active_accounts(v_brand.brand_id) as accounts
            where accounts.lag_days > 0
            union all
            select
              3,
              pg_catalog.format(
                'Account %s on %s has reported through %s only: the forecast is trained on the days after it without that account.',
                accounts.account_id, accounts.platform, accounts.reported_through
              )
            from analytics.silent_accounts(v_brand.brand_id) as accounts
            union all
            select 4, told.text from pg_catalog.unnest(v_forecast.warnings) as told (text)
            union all
            select 5, holiday.warning
            from pg_catalog.jsonb_to_recordset(v_forecast.holidays) as holiday (date_from date, date_to date, warning text)
            where holiday.date_to > v_forecast.trained_through and holiday.date_from <= v_forecast.trained_through + forecasts.horizon_days
            union all
            select
              6,
              pg_catalog.format(
                'This forecast could not be renewed on %s (error %s). It is retried every night; the log of the worker has the cause.',
                (failed.last_failed_at at time zone v_brand.timezone)::date, failed.error_class
              )
            from core.job_failures as failed
            where failed.brand_id = v_brand.brand_id and failed.queue = 'forecasts' and failed.subject = v_name
          ) as warning
        ),
        '[]'
      )
    )
  );
end
$$;
comment on function analytics.forecasts(text, text, integer, boolean, text) is
  'GET /v1/forecasts: the stored forecast of a metric with intervals, what moves it, and how right it was before. Raises NTRDY when there is none.';

create function analytics.rounded(amount double precision, decimals integer)
returns numeric
language sql immutable
return pg_catalog.trim_scale(pg_catalog.round(rounded.amount::numeric, rounded.decimals));
comment on function analytics.rounded(double precision, integer) is 'To so many decimals, without zeroes behind.';

grant execute on function
  analytics.rounded(double precision, integer),
  analytics.forecasts(text, text, integer, boolean, text)
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
call core.register_operation('analytics.forecasts', 'read:marketing', may_lag => true);

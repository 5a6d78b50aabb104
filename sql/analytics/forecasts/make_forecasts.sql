create function analytics.daily_series(brand_id text, metric text, days integer default 1096)
returns table (day date, numerator double precision, denominator double precision, is_corrected boolean)
language plpgsql stable
as $$
declare
  v_metric analytics.metric_definitions;
  v_bases text;
  v_restated text[];
  v_factors text;
  v_first_on date;
  v_last_on date;
  v_unknown datemultirange;
begin
  perform core.data_brand_id(daily_series.brand_id);
  perform platform.require_choice(
    'metric', daily_series.metric, array(select definitions.name from analytics.metric_definitions as definitions order by definitions.position)
  );
  perform platform.require_number('days', daily_series.days, 1);
  select * into strict v_metric from analytics.metric_definitions where metric_definitions.name = daily_series.metric;
  v_restated := array(
    select distinct factors.metric
    from analytics.restatement_factors as factors
    where factors.brand_id = daily_series.brand_id and factors.metric = any (v_metric.bases) and analytics.is_provisional(factors.factor)
  );
  v_factors := (
    select pg_catalog.string_agg(
      pg_catalog.format(
        ' left join analytics.restatement_factors as %1$I on %1$I.brand_id = facts.brand_id and %1$I.platform = accounts.platform'
        ' and %1$I.metric = %2$L and %1$I.age = $4 - days.day::date and analytics.is_provisional(%1$I.factor)',
        restated.name || '_factor', restated.name
      ),
      ''
    )
    from pg_catalog.unnest(v_restated) as restated (name)
  );
  select pg_catalog.string_agg(
    pg_catalog.format(
      'sum(facts.%I%s)%s::double precision%s as %I',
      base.source_column, case when base.name = any (v_restated) then pg_catalog.format(' * coalesce(%I.factor, 1)', base.name || '_factor') end,
      ' filter (where ' || pair.condition || ')', case when base.source_column like '%\_micros' then ' / 1000000' else '' end, base.name
    ),
    ', '
  )
  into v_bases
  from analytics.metric_definitions as base
  left join analytics.paired_sums(array[daily_series.metric], 'platform') as pair on pair.name = daily_series.metric || '_' || base.name
  where base.source_column is not null and base.name = any (v_metric.bases);
  if v_bases is null or v_metric.name <> all (analytics.forecastable_metrics()) then
    return;
  end if;
  v_last_on := analytics.reported_through(daily_series.brand_id);
  select greatest(data_status.first_on, v_last_on - daily_series.days + 1)
  into v_first_on
  from analytics.data_status
  where data_status.brand_id = daily_series.brand_id and data_status.kind = 'ads_daily';
  -- An account that has stopped reporting has no part in later days. One that reports again had an unknown part in the days between.
  v_unknown := (
    select pg_catalog.range_agg(missing.days - pg_catalog.datemultirange(pg_catalog.daterange(missing.ends_after + 1, null)))
    from (
      select held.days, coalesce(held.ends_after, v_last_on) as ends_after
      from analytics.unreported_days(daily_series.brand_id, v_first_on, v_last_on) as held
    ) as missing
  );
  return query execute pg_catalog.format(
    $query$
    select days.day::date, (%1$s)::double precision, (%2$s)::double precision, coalesce(bases.is_corrected, false)
    from pg_catalog.generate_series($2::timestamp, $3, interval '1 day') as days (day)
    left join lateral (
      select %3$s, %4$s as is_corrected
      from analytics.rollups_daily as facts%5$s
      where facts.brand_id = $1 and facts.level = 'account' and facts.day = days.day::date
        -- A day that an account reported only in part, or not at all, is not used for training.
        and not exists (select from analytics.unfinished_days as held where held.brand_id = $1 and held.day = days.day::date)
        and not coalesce($5 @> days.day::date, false)
    ) as bases on true
    order by 1
    $query$,
    case when v_metric.multiplier = 1 then v_metric.numerator else v_metric.multiplier || ' * ' || v_metric.numerator end,
    coalesce(v_metric.denominator, 'null'), v_bases,
    coalesce(
      (
        select pg_catalog.format('pg_catalog.bool_or(%s)', pg_catalog.string_agg(pg_catalog.format('%I.factor is not null', restated.name || '_factor'), ' or '))
        from pg_catalog.unnest(v_restated) as restated (name)
        having count(*) > 0
      ),
      'false'
    ),
    -- Without statistics, the planner may look up each entity of the brand for each day.
    ' join analytics.entities as accounts on accounts.brand_id = facts.brand_id and accounts.entity_id = facts.entity_id' || v_factors
  )
  using
    daily_series.brand_id, v_first_on, v_last_on,
    (select (platform.now() at time zone brands.timezone)::date from core.brands where brands.brand_id = daily_series.brand_id),
    v_unknown;
end
$$;
comment on function analytics.daily_series(text, text, integer) is
  'Returns the daily values of a metric of a brand, without gaps, through the last finished day that every active account has reported. For ratios, '
  'returns the numerator and the denominator. Days without a report are null, and so are days of a gap in the reports of an account (analytics.unreported_days). Values that platforms are expected to change by more than 2 % are '
  'multiplied by the expected change (analytics.restatement_factors), and is_corrected is true. Metrics that cannot be forecast have no rows. '
  'Raises NTFND for an unknown brand, and BADRQ for an unknown metric or fewer days than one.';

create function analytics.forecast_input(brand_id text, metric text)
returns json
language sql stable
as $$
  select pg_catalog.json_build_object(
    'unit', metric_definitions.unit,
    'is_ratio', metric_definitions.denominator is not null,
    'timezone', brands.timezone,
    'currency', brands.currency,
    'promotions', coalesce(
      (
        select pg_catalog.json_agg(
          pg_catalog.json_build_object('name', promotions.name, 'starts_on', promotions.starts_on, 'ends_on', promotions.ends_on)
          order by promotions.starts_on, promotions.created_at, promotions.promotion_id
        )
        from analytics.promotions
        where promotions.brand_id = forecast_input.brand_id
      ),
      '[]'
    ),
    'spend', case when metric_definitions.name = 'revenue' then
      pg_catalog.json_build_object(
        'days', (
          select pg_catalog.json_agg(pg_catalog.json_build_object('day', spent.day, 'value', spent.numerator) order by spent.day)
          from analytics.daily_series(forecast_input.brand_id, 'spend') as spent
        ),
        'elasticity', (
          select sum(curves.elasticity * curves.outcome) / nullif(sum(curves.outcome), 0)
          from analytics.response_curves(forecast_input.brand_id, 'campaign', 'revenue', 56) as curves
        )
      )
    end,
    'days', coalesce(
      (
        -- Three years have three occurrences of each holiday.
        select pg_catalog.json_agg(series order by series.day)
        from analytics.daily_series(forecast_input.brand_id, forecast_input.metric) as series
      ),
      '[]'
    )
  )
  from analytics.metric_definitions
  cross join core.brands
  where metric_definitions.name = forecast_input.metric and brands.brand_id = forecast_input.brand_id;
$$;
comment on function analytics.forecast_input(text, text) is 'Returns the input of a forecast of a metric: unit, is_ratio, time zone, currency and promotions of the brand, and the daily series of three years. For revenue also spend, and the elasticity of the response curves of campaigns, by revenue.';

create function analytics.forecastable_metrics()
returns text[]
-- plpgsql keeps the plan of the query.
language plpgsql stable
as $$
begin
  return (
    select pg_catalog.array_agg(metric_definitions.name order by metric_definitions.position)
    from analytics.metric_definitions
    where metric_definitions.name not in ('reach', 'frequency', 'spend_share')
  );
end
$$;
comment on function analytics.forecastable_metrics() is 'Returns the metrics that can be forecast, because their days or their parts add up.';

create function analytics.store_forecast(brand_id text, forecast jsonb)
returns void
language plpgsql volatile
as $$
declare
  v_metric constant text := store_forecast.forecast ->> 'metric';
begin
  insert into analytics.forecasts as held (brand_id, metric, trained_from, trained_through, horizon_days, model, accuracy, factors, warnings, holidays, spend_response, events)
  select store_forecast.brand_id, given.metric, given.trained_from, given.trained_through, given.horizon_days, given.model, given.accuracy, given.factors, given.warnings,
    given.holidays, given.spend_response, coalesce(given.events, '{}')
  from pg_catalog.jsonb_to_record(store_forecast.forecast) as given
    (metric text, trained_from date, trained_through date, horizon_days integer, model text, accuracy jsonb, factors jsonb, warnings jsonb, holidays jsonb, spend_response jsonb, events jsonb)
  on conflict on constraint forecasts_pkey do update
  set
    trained_from = excluded.trained_from,
    trained_through = excluded.trained_through,
    horizon_days = excluded.horizon_days,
    model = excluded.model,
    accuracy = excluded.accuracy,
    factors = excluded.factors,
    warnings = excluded.warnings,
    holidays = excluded.holidays,
    events = excluded.events,
    spend_response = excluded.spend_response,
    computed_at = excluded.computed_at;
  delete from analytics.forecast_points as held where held.brand_id = store_forecast.brand_id and held.metric = v_metric;
  insert into analytics.forecast_points (
    brand_id, metric, day, value, low_80, high_80, low_95, high_95, total, total_width_80, total_width_95, is_total_signed
  )
  select
    store_forecast.brand_id, v_metric, point.day, point.value, point.low_80, point.high_80, point.low_95, point.high_95, point.total,
    point.total_width_80, point.total_width_95, point.is_total_signed
  from pg_catalog.jsonb_to_recordset(store_forecast.forecast -> 'points') as point
    (
      day date, value double precision, low_80 double precision, high_80 double precision, low_95 double precision, high_95 double precision,
      total double precision, total_width_80 double precision, total_width_95 double precision, is_total_signed boolean
    );
end
$$;
comment on function analytics.store_forecast(text, jsonb) is 'Stores a forecast and replaces the brand''s last one of the metric.';

create function analytics.split_forecasts(brand_ids text[])
returns table (brand_id text, type text, metrics text[])
language sql stable
as $$
  select brands.brand_id, kinds.type, pg_catalog.array_agg(kinds.name order by kinds.position)
  from pg_catalog.unnest(split_forecasts.brand_ids) as brands (brand_id)
  cross join (
    select
      case when metric_definitions.name in ('revenue', 'cac', 'roas', 'conversions') then metric_definitions.name else 'custom' end as type,
      metric_definitions.name, metric_definitions.position
    from analytics.metric_definitions
    where metric_definitions.name = any (analytics.forecastable_metrics())
  ) as kinds
  group by brands.brand_id, kinds.type
  order by brands.brand_id, min(kinds.position);
$$;
comment on function analytics.split_forecasts(text[]) is 'Returns the forecasts of brands, one job per row: brand, type of forecast and metrics.';

grant execute on function
  analytics.daily_series(text, text, integer),
  analytics.forecast_input(text, text),
  analytics.forecastable_metrics(),
  analytics.store_forecast(text, jsonb),
  analytics.split_forecasts(text[])
to vitrine_worker;
grant execute on function analytics.daily_series(text, text, integer), analytics.forecastable_metrics() to
  vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;

create function analytics.refuse_forecast(brand_id text, metric text)
returns void
language plpgsql stable
as $$
declare
  v_days_min constant integer := 28;
  v_metric analytics.metric_definitions;
  v_days integer;
  v_usable integer;
  v_first_on date;
  v_last_on date;
  v_has_numerator boolean;
  v_has_denominator boolean;
  v_unreported text[];
  v_failed core.job_failures;
begin
  if not exists (
    select from analytics.data_status where data_status.brand_id = refuse_forecast.brand_id and data_status.kind = 'ads_daily'
  ) then
    perform platform.fail('NTRDY', 'no_ad_data_is_ingested');
  end if;
  select * into strict v_metric from analytics.metric_definitions where metric_definitions.name = refuse_forecast.metric;
  select
    count(*) filter (where series.numerator is not null or series.denominator is not null),
    count(*) filter (where series.numerator is not null and (v_metric.denominator is null or series.denominator > 0)),
    min(series.day) filter (where series.numerator is not null or series.denominator is not null),
    max(series.day),
    coalesce(pg_catalog.bool_or(series.numerator is not null), false),
    v_metric.denominator is null or coalesce(pg_catalog.bool_or(series.denominator is not null), false)
  into v_days, v_usable, v_first_on, v_last_on, v_has_numerator, v_has_denominator
  from analytics.daily_series(refuse_forecast.brand_id, refuse_forecast.metric) as series;
  -- Looks for unreported base metrics only if the metric has no value at all.
  if not (v_has_numerator and v_has_denominator) then
    v_unreported := analytics.unreported_bases(refuse_forecast.brand_id, v_metric.bases);
    perform platform.fail(
      'NTRDY', 'the_forecast_lacks_reported_metrics',
      given => pg_catalog.json_build_object(
        'metric', refuse_forecast.metric, 'unreported', coalesce(v_unreported, v_metric.bases), 'is_joint', v_unreported is null
      )
    );
  end if;
  if v_usable < v_days_min then
    perform platform.fail(
      'NTRDY', 'the_forecast_needs_more_days',
      given => pg_catalog.json_build_object(
        'metric', refuse_forecast.metric, 'denominator', v_metric.denominator, 'days_min', v_days_min, 'days', v_usable, 'days_reported', v_days,
        'first_on', v_first_on, 'last_on', v_last_on
      )
    );
  end if;
  select * into v_failed
  from core.job_failures as failed
  where failed.brand_id = refuse_forecast.brand_id and failed.queue = 'forecasts' and failed.subject = refuse_forecast.metric;
  if found then
    perform platform.fail(
      'NTRDY', 'the_forecast_has_failed',
      given => pg_catalog.json_build_object(
        'metric', refuse_forecast.metric, 'error', v_failed.error_class,
        'failed_on', (
          select (v_failed.last_failed_at at time zone brands.timezone)::date from core.brands where brands.brand_id = refuse_forecast.brand_id
        )
      )
    );
  end if;
  perform platform.fail(
    'NTRDY', 'the_forecast_is_not_computed_yet', given => pg_catalog.json_build_object('metric', refuse_forecast.metric, 'days', v_usable)
  );
end
$$;
comment on function analytics.refuse_forecast(text, text) is 'Raises NTRDY with the reason why a brand has no forecast of a metric.';

create function analytics.unreported_bases(brand_id text, bases text[])
returns text[]
language plpgsql stable
as $$
declare
  v_reported jsonb;
  v_columns text;
begin
  select pg_catalog.string_agg(pg_catalog.format('%L, count(facts.%I)', base.name, base.source_column), ', ')
  into v_columns
  from analytics.metric_definitions as base
  where base.source_column is not null and base.name = any (unreported_bases.bases);
  execute pg_catalog.format(
    'select pg_catalog.jsonb_build_object(%s) from analytics.rollups_daily as facts where facts.brand_id = $1 and facts.level = ''account''', v_columns
  )
  into v_reported using unreported_bases.brand_id;
  return (select pg_catalog.array_agg(counted.key order by counted.key) from pg_catalog.jsonb_each_text(v_reported) as counted where counted.value = '0');
end
$$;
comment on function analytics.unreported_bases(text, text[]) is 'Returns the base metrics that no account has ever reported, or null.';
grant execute on function
  analytics.refuse_forecast(text, text),
  analytics.unreported_bases(text, text[])
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;

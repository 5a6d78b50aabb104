create function analytics.why_no_forecast(brand_id text, metric text)
returns text
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
  v_unreported text;
  v_failed core.job_failures;
begin
  if not exists (
    select from analytics.data_status where data_status.brand_id = why_no_forecast.brand_id and data_status.kind = 'ads_daily'
  ) then
    return 'No ad data has been ingested for this brand yet. Connect an ad account or import a report.';
  end if;
  select * into strict v_metric from analytics.metric_definitions where metric_definitions.name = why_no_forecast.metric;
  select
    count(*) filter (where series.numerator is not null or series.denominator is not null),
    count(*) filter (where series.numerator is not null and (v_metric.denominator is null or series.denominator > 0)),
    min(series.day) filter (where series.numerator is not null or series.denominator is not null),
    max(series.day),
    coalesce(pg_catalog.bool_or(series.numerator is not null), false),
    v_metric.denominator is null or coalesce(pg_catalog.bool_or(series.denominator is not null), false)
  into v_days, v_usable, v_first_on, v_last_on, v_has_numerator, v_has_denominator
  from analytics.daily_series(why_no_forecast.brand_id, why_no_forecast.metric) as series;
  -- Which reports lack what the metric is computed from: asked only where there is nothing to compute it from.
  if not (v_has_numerator and v_has_denominator) then
    v_unreported := analytics.unreported_bases(why_no_forecast.brand_id, v_metric.bases);
    return pg_catalog.format(
      'There is no forecast of %s, because no account of this brand reports %s, which it is computed from. Import reports with it, or forecast another metric.',
      why_no_forecast.metric, coalesce(v_unreported, pg_catalog.array_to_string(v_metric.bases, ' together with '))
    );
  end if;
  if v_usable < v_days_min then
    return pg_catalog.format(
      'There is no forecast of %s: it needs %s days %s, and this brand has %s, from %s to %s. %s',
      why_no_forecast.metric, v_days_min,
      case when v_metric.denominator is null then 'of history' else 'with a denominator (' || v_metric.denominator || ') above zero' end,
      v_usable, v_first_on, v_last_on,
      case when v_days >= v_days_min then 'Forecast its parts instead.' else 'Import earlier days, or wait.' end
    );
  end if;
  select * into v_failed
  from core.job_failures as failed
  where failed.brand_id = why_no_forecast.brand_id and failed.queue = 'forecasts' and failed.subject = why_no_forecast.metric;
  if found then
    return pg_catalog.format(
      'The forecast of %s failed on %s (error %s). It is retried every night; the log of the worker has the cause.',
      why_no_forecast.metric,
      (
        select (v_failed.last_failed_at at time zone brands.timezone)::date from core.brands where brands.brand_id = why_no_forecast.brand_id
      ),
      v_failed.error_class
    );
  end if;
  return pg_catalog.format(
    'The forecast of %s has not been computed yet, though there are %s days of history: the worker computes it every night. '
    'Wait until tomorrow, or ask the operator to run npm run vitrine -- worker --once forecasts.',
    why_no_forecast.metric, v_usable
  );
end
$$;
comment on function analytics.why_no_forecast(text, text) is 'Why a brand has no forecast of a metric, and what to do about it: the message of the 409.';

create function analytics.unreported_bases(brand_id text, bases text[])
returns text
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
  return (select pg_catalog.string_agg(counted.key, ' and ' order by counted.key) from pg_catalog.jsonb_each_text(v_reported) as counted where counted.value = '0');
end
$$;
comment on function analytics.unreported_bases(text, text[]) is 'Which of these base metrics no account of a brand has ever reported, joined by "and"; null where each was reported.';
grant execute on function
  analytics.why_no_forecast(text, text),
  analytics.unreported_bases(text, text[])
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;

create function console.performance(brand_id text, days integer default 90)
returns jsonb
language plpgsql stable
as $$
declare
  v_metrics constant text[] := array['spend', 'revenue', 'roas', 'cpa', 'conversions'];
  v_yesterday date;
  v_first date;
  v_shown jsonb;
begin
  select (platform.now() at time zone brands.timezone)::date - 1 into strict v_yesterday
  from core.brands
  where brands.brand_id = performance.brand_id;
  v_first := v_yesterday - performance.days + 1;
  v_shown := analytics.metrics(performance.brand_id, v_first, v_yesterday, metrics => v_metrics, "limit" => 500);
  -- The previous period is comparable only if there is data for all of its days.
  return v_shown || pg_catalog.jsonb_build_object('previous', case
    when (v_shown #>> '{meta,ready_from}')::date <= v_first - performance.days then
      analytics.metrics(performance.brand_id, v_first - performance.days, v_first - 1, metrics => v_metrics, granularity => 'month') -> 'totals'
  end);
end
$$;
comment on function console.performance(text, integer) is
  'Returns the metrics of a brand for the finished days up to yesterday, as in GET /v1/metrics. previous contains the totals of the same number of '
  'days before, or null if data for some of them is missing.';
grant execute on function console.performance(text, integer) to vitrine_person;
call core.register_operation('console.performance', 'console');

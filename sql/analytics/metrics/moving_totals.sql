create function analytics.moving_totals(brand core.brands, metric text, days integer, filters jsonb, date_from date, date_to date)
returns table (day date, value numeric)
language plpgsql stable
as $$
declare
  v_brand constant core.brands := moving_totals.brand;
  v_metrics constant text[] := array[moving_totals.metric];
  v_first_on constant date := moving_totals.date_from - moving_totals.days + 1;
  v_exponent smallint;
  v_columns analytics.sum_columns;
  v_complete_days datemultirange;
begin
  select currencies.exponent into strict v_exponent from core.currencies where currencies.currency = v_brand.currency;
  v_columns := analytics.sum_columns(
    v_metrics, v_brand.revenue_source, analytics.entities_without(v_brand.brand_id, v_metrics, v_brand.revenue_source)
  );
  v_complete_days := analytics.complete_days(
    v_brand.brand_id, v_first_on, moving_totals.date_to, analytics.filtered_platforms(v_brand.brand_id, moving_totals.filters)
  );
  return query execute pg_catalog.format(
    'with sums as materialized (%1$s)'
    ' select calendar.day::date, case when $6 @> pg_catalog.daterange(calendar.day::date - $7 + 1, calendar.day::date, ''[]'') then %2$s end'
    ' from pg_catalog.generate_series(($2 + $7 - 1)::timestamp, $3, interval ''1 day'') as calendar (day)'
    ' cross join lateral (select %3$s from (select %4$s from sums where sums.bucket between calendar.day::date - $7 + 1 and calendar.day::date)'
    ' as total_sums) as units'
    ' cross join lateral (select %5$s as total_spend) as total'
    ' order by 1',
    analytics.entity_sums(
      v_columns, 'account', 'day', moving_totals.filters,
      analytics.has_mixed_reports(v_brand.brand_id, v_metrics, v_brand.revenue_source, v_first_on, moving_totals.date_to)
    ),
    (
      analytics.metric_expressions(
        v_metrics, case when moving_totals.filters = '{}' then 'account' else 'campaign' end, v_exponent, v_columns.paired
      )
    )[1],
    v_columns.in_units,
    v_columns.of_sums,
    case when moving_totals.metric = 'spend_share' then 'analytics.total_spend($1, calendar.day::date - $7 + 1, calendar.day::date)'
      else 'null::numeric'
    end
  )
  using v_brand.brand_id, v_first_on, moving_totals.date_to, v_brand.timezone, moving_totals.filters, v_complete_days, moving_totals.days;
end
$$;
comment on function analytics.moving_totals(core.brands, text, integer, jsonb, date, date) is
  'Returns for each day of a range the value of a metric over the days that end on this day, as the totals of GET /v1/metrics over these days have it. '
  'filters: analytics.require_filters. Null if one of the days is not complete, or the metric is null. The sums of each day are read once.';
grant execute on function analytics.moving_totals(core.brands, text, integer, jsonb, date, date) to
  vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;

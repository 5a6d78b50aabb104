create function analytics.later_ratio_total(brand_id text, metric text, date_from date, date_to date)
returns jsonb
language sql stable
as $$
  select pg_catalog.jsonb_build_object(
    'date_from', min(points.day),
    'date_to', max(points.day),
    'predicted_value', analytics.rounded(sum(points.value * parts.value) / sum(parts.value), definition.decimals),
    'confidence_interval', pg_catalog.jsonb_build_object(
      'low', analytics.rounded(sum(points.low_80 * parts.value) / sum(parts.value), definition.decimals),
      'high', analytics.rounded(sum(points.high_80 * parts.value) / sum(parts.value), definition.decimals)
    ),
    'confidence_interval_95', pg_catalog.jsonb_build_object(
      'low', analytics.rounded(sum(points.low_95 * parts.value) / sum(parts.value), definition.decimals),
      'high', analytics.rounded(sum(points.high_95 * parts.value) / sum(parts.value), definition.decimals)
    )
  )
  from (
    select metric_definitions.denominator, case when metric_definitions.unit = 'money' then currencies.exponent else 6 end as decimals
    from analytics.metric_definitions
    cross join core.brands
    join core.currencies on currencies.currency = brands.currency
    where metric_definitions.name = later_ratio_total.metric and brands.brand_id = later_ratio_total.brand_id
  ) as definition
  join analytics.forecast_points as points
    on points.brand_id = later_ratio_total.brand_id
    and points.metric = later_ratio_total.metric
    and points.day between later_ratio_total.date_from and later_ratio_total.date_to
  left join analytics.forecast_points as parts
    on parts.brand_id = later_ratio_total.brand_id and parts.metric = definition.denominator and parts.day = points.day
  group by definition.decimals
  having sum(parts.value) > 0 and count(parts.value) = count(*);
$$;
comment on function analytics.later_ratio_total(text, text, date, date) is
  'Returns the forecast of a ratio over days that need not begin with the first forecast day: the ratios of the days, weighted by the forecast of the '
  'denominator. The intervals are weighted likewise, as if the errors of all days were equal, so they are wider than necessary. Null for other metrics '
  'and without a forecast of the denominator.';
grant execute on function analytics.later_ratio_total(text, text, date, date) to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;

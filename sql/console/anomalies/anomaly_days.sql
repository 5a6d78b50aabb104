create function console.anomaly_days(brand_id text, anomaly_ids text[])
returns jsonb
language plpgsql stable
as $$
declare
  v_days_before constant integer := 14;
  v_days_after constant integer := 7;
  v_brand constant core.brands := core.data_brand(anomaly_days.brand_id);
  v_exponent constant smallint := (select currencies.exponent from core.currencies where currencies.currency = v_brand.currency);
  v_result jsonb;
begin
  execute (
    select pg_catalog.format(
      $query$
      select coalesce(pg_catalog.jsonb_agg(charts.chart order by charts.chart ->> 'id'), '[]')
      from (
        select pg_catalog.jsonb_build_object(
          'id', held.anomaly_id,
          'days', (
            select coalesce(pg_catalog.jsonb_agg(
              pg_catalog.jsonb_build_object('date', measured.day, 'value', case %s end) order by measured.day
            ), '[]')
            from (
              select facts.day, %s
              from analytics.rollups_daily as facts
              where facts.brand_id = held.brand_id and facts.level = held.level and facts.entity_id = held.entity_id
                and facts.day between held.first_on - $3 and held.last_on + $4
            ) as measured
          )
        ) as chart
        from analytics.anomalies as held
        join analytics.detectors on detectors.detector = held.detector
        where held.brand_id = $1 and held.anomaly_id = any ($2)
      ) as charts
      $query$,
      pg_catalog.string_agg(
        'when detectors.metric = ' || pg_catalog.quote_literal(definition.name) || ' then ' || analytics.metric_expression(definition, 'platform', v_exponent), ' '
        order by definition.position
      ),
      (
        select pg_catalog.string_agg(
          pg_catalog.format('facts.%I%s as %I', base.source_column, case when base.source_column like '%\_micros' then ' * 0.000001' else '::numeric' end, base.name),
          ', ' order by base.position
        )
        from analytics.metric_definitions as base
        where base.source_column is not null and exists (
          select
          from analytics.detectors
          join analytics.metric_definitions as detected on detected.name = detectors.metric
          where base.name = any (detected.bases)
        )
      )
    )
    from analytics.metric_definitions as definition
    where definition.name in (select detectors.metric from analytics.detectors)
  )
  into v_result
  using v_brand.brand_id, anomaly_days.anomaly_ids, v_days_before, v_days_after;
  return pg_catalog.jsonb_build_object('charts', v_result);
end
$$;
comment on function console.anomaly_days(text, text[]) is
  'Returns the reported values of the metric of anomalies from 14 days before to 7 days after their days, for the charts of their cards. Ids of other brands have no chart.';
grant execute on function console.anomaly_days(text, text[]) to vitrine_person;
call core.register_operation('console.anomaly_days', 'console');

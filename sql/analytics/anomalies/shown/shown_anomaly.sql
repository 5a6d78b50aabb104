create function analytics.severity(z_score double precision, spend_share double precision)
returns integer
language sql immutable
return least(5, greatest(1,
  case when pg_catalog.abs(severity.z_score) >= 8 then 5 when pg_catalog.abs(severity.z_score) >= 6 then 4
    when pg_catalog.abs(severity.z_score) >= 4 then 3 when pg_catalog.abs(severity.z_score) >= 3 then 2 else 1
  end
  + case when severity.spend_share > 0.3 then 1 when severity.spend_share < 0.05 then -1 else 0 end
));
comment on function analytics.severity(double precision, double precision) is
  'Returns the severity from 1 to 5, by the absolute z. A share above 30 % of the spend adds 1, and a share below 5 % subtracts 1.';

create function analytics.anomaly_severity(anomaly analytics.anomalies)
returns integer
language sql stable
return analytics.severity(
  coalesce(
    (
      select max(pg_catalog.abs((found.deviation ->> 'z_score')::double precision))
      from pg_catalog.jsonb_each(analytics.deviations_of(anomaly_severity.anomaly)) as found (day, deviation)
    ),
    (anomaly_severity.anomaly).z_score
  ),
  (anomaly_severity.anomaly).spend_share
);
comment on function analytics.anomaly_severity(analytics.anomalies) is 'Returns the severity of an anomaly by its most deviating day.';

create function analytics.is_preliminary(brand_id text, platform text, metric text, age integer)
returns boolean
-- plpgsql keeps the plan of the query.
language plpgsql stable
as $$
begin
  return (
    select exists (
      select
      from analytics.restatement_factors as factors
      join analytics.metric_definitions as definition on definition.name = is_preliminary.metric
      where factors.brand_id = is_preliminary.brand_id
        and factors.platform = is_preliminary.platform
        and factors.metric = any (definition.bases)
        and factors.age = is_preliminary.age
        and analytics.is_provisional(factors.factor)
    )
  );
end
$$;
comment on function analytics.is_preliminary(text, text, text, integer) is
  'Returns whether later reports are expected to change a metric of a day of this age, or one of its bases, by more than 2 %.';

create function analytics.shown_anomaly(brand core.brands, anomaly analytics.anomalies)
returns json
-- plpgsql keeps the plan of the query.
language plpgsql stable
as $$
declare
  v_brand constant core.brands := shown_anomaly.brand;
  v_anomaly constant analytics.anomalies := shown_anomaly.anomaly;
  v_today constant date := (platform.now() at time zone v_brand.timezone)::date;
begin
  return (
    select pg_catalog.json_build_object(
      'id', v_anomaly.anomaly_id,
      'metric', detectors.metric,
      'unit', definitions.unit,
      'value', pg_catalog.trim_scale(pg_catalog.round(v_anomaly.value::numeric, shown.decimals)),
      'is_lower_limit', analytics.is_lower_limit(v_anomaly, detectors.metric),
      'z_score', pg_catalog.round(v_anomaly.z_score::numeric, 2),
      'false_alarm_rate', pg_catalog.round(
        analytics.false_alarm_rate(v_anomaly.z_score, detectors.metric, v_anomaly.scale / nullif(v_anomaly.expected, 0))::numeric, 5
      ),
      'severity', analytics.anomaly_severity(v_anomaly),
      'status', v_anomaly.status,
      'detected_at', platform.utc(v_anomaly.detected_at),
      'detector', v_anomaly.detector,
      'also', v_anomaly.also,
      'direction', detectors.direction,
      'date', v_anomaly.day,
      'date_from', v_anomaly.first_on,
      'date_to', v_anomaly.last_on,
      'expected', pg_catalog.trim_scale(pg_catalog.round(v_anomaly.expected::numeric, shown.decimals)),
      'expected_low', pg_catalog.trim_scale(
        pg_catalog.round(greatest(0, v_anomaly.expected - 3 * v_anomaly.scale)::numeric, shown.decimals)
      ),
      'expected_high', pg_catalog.trim_scale(
        pg_catalog.round((v_anomaly.expected + 3 * v_anomaly.scale)::numeric, shown.decimals)
      ),
      'change_pct', pg_catalog.round((100 * (v_anomaly.value / nullif(v_anomaly.expected, 0) - 1))::numeric, 1),
      'impact', pg_catalog.trim_scale(pg_catalog.round(v_anomaly.impact::numeric, currencies.exponent)),
      'total_impact', pg_catalog.trim_scale(pg_catalog.round(episode.impact::numeric, currencies.exponent)),
      'deviating_days', episode.days,
      'level', v_anomaly.level,
      'entity', pg_catalog.json_build_object(
        'platform', paths.platform, 'id', named.external_id, 'name', named.name, 'account_id', paths.account_id, 'account_name', paths.account_name
      ),
      'events', analytics.shown_events(v_brand.brand_id, v_anomaly.first_on, v_anomaly.last_on),
      'contributors', analytics.shown_contributors(v_brand.brand_id, v_anomaly, shown.decimals),
      'method', 'weekday_adjusted_winsorized_z',
      'window_days', 182,
      'grouped_count', v_anomaly.grouped_count,
      'preliminary', analytics.is_preliminary(v_brand.brand_id, paths.platform, detectors.metric, v_today - v_anomaly.day),
      'dedupe_key', pg_catalog.concat_ws('/', v_anomaly.detector, paths.platform, v_anomaly.level, named.external_id)
    )
    from analytics.detectors
    join analytics.metric_definitions as definitions on definitions.name = detectors.metric
    join core.currencies on currencies.currency = v_brand.currency
    join analytics.entity_paths as paths on paths.brand_id = v_brand.brand_id and paths.entity_id = v_anomaly.entity_id
    join analytics.entities as named on named.brand_id = v_brand.brand_id and named.entity_id = v_anomaly.entity_id
    cross join lateral (
      select case definitions.unit when 'money' then currencies.exponent when 'count' then 2 else 6 end as decimals
    ) as shown
    cross join lateral (
      select
        sum((found.deviation ->> 'impact')::double precision order by found.day) as impact, nullif(count(*), 0)::integer as days
      from pg_catalog.jsonb_each(analytics.deviations_of(v_anomaly)) as found (day, deviation)
    ) as episode
    where detectors.detector = v_anomaly.detector
  );
end
$$;
comment on function analytics.shown_anomaly(core.brands, analytics.anomalies) is 'Returns an anomaly as in responses, without neighbors.';

create function analytics.anomaly_with_neighbors(brand core.brands, anomaly analytics.anomalies)
returns json
language sql stable
as $$
  select (
    analytics.shown_anomaly(anomaly_with_neighbors.brand, anomaly_with_neighbors.anomaly)::jsonb
    || pg_catalog.jsonb_build_object(
      'neighbors', analytics.anomaly_neighbors(anomaly_with_neighbors.brand, anomaly_with_neighbors.anomaly, detectors.metric)
    )
  )::json
  from analytics.detectors
  where detectors.detector = (anomaly_with_neighbors.anomaly).detector;
$$;
comment on function analytics.anomaly_with_neighbors(core.brands, analytics.anomalies) is
  'Returns an anomaly as in responses that show what else happened. Charts, tools and digests do not: it takes several queries for each anomaly.';

grant execute on function
  analytics.severity(double precision, double precision),
  analytics.anomaly_severity(analytics.anomalies),
  analytics.is_preliminary(text, text, text, integer),
  analytics.shown_anomaly(core.brands, analytics.anomalies),
  analytics.anomaly_with_neighbors(core.brands, analytics.anomalies)
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;

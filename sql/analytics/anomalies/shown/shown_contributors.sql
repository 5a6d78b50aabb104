create function analytics.shown_contributors(brand_id text, anomaly analytics.anomalies, decimals integer)
returns jsonb
-- plpgsql keeps the plan of the query.
language plpgsql stable
as $$
begin
  return (
    select case when count(*) > 0 then pg_catalog.jsonb_build_object(
      'level', (shown_contributors.anomaly).contributors -> 'level',
      'data', pg_catalog.jsonb_agg(
        pg_catalog.jsonb_build_object('id', entities.external_id, 'name', entities.name) || shown.part order by parts.position
      ) filter (where parts.entity_id is not null),
      'other', pg_catalog.jsonb_agg(
        pg_catalog.jsonb_build_object('count', parts.entities) || shown.part
      ) filter (where parts.entity_id is null) -> 0
    ) end
    from analytics.contributor_parts(shown_contributors.anomaly) as parts
    cross join lateral (
      select pg_catalog.jsonb_build_object(
        'contribution', pg_catalog.trim_scale(pg_catalog.round(parts.contribution::numeric, shown_contributors.decimals)),
        'share', pg_catalog.round(parts.share::numeric, 4)
      ) as part
    ) as shown
    left join analytics.entities on entities.brand_id = shown_contributors.brand_id and entities.entity_id = parts.entity_id
  );
end
$$;
comment on function analytics.shown_contributors(text, analytics.anomalies, integer) is
  'The contributors of an anomaly as in responses. Null if the entity has fewer than two children, or the day was checked before version 0.3.0.';

create function analytics.detected_metrics(anomaly analytics.anomalies)
returns text[]
language sql stable
as $$
  select pg_catalog.array_agg(distinct detectors.metric)
  from analytics.detectors
  where detectors.detector = any (analytics.detectors_of(detected_metrics.anomaly));
$$;
comment on function analytics.detected_metrics(analytics.anomalies) is 'The metrics that deviated in an episode.';
grant execute on function analytics.detected_metrics(analytics.anomalies) to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;

create function analytics.is_lower_limit(anomaly analytics.anomalies, metric text)
returns boolean
-- plpgsql keeps the plan of the query.
language plpgsql stable
as $$
begin
  return is_lower_limit.metric in ('cpa', 'cpc') and not exists (
    select
    from analytics.rollups_daily as facts
    where facts.brand_id = (is_lower_limit.anomaly).brand_id and facts.level = (is_lower_limit.anomaly).level
      and facts.entity_id = (is_lower_limit.anomaly).entity_id and facts.day = (is_lower_limit.anomaly).day
      and case is_lower_limit.metric when 'cpa' then facts.conversions_micros else facts.clicks end > 0
  );
end
$$;
comment on function analytics.is_lower_limit(analytics.anomalies, text) is
  'Returns whether the value of an anomaly of cpa or cpc is the spend of a day without a conversion or click. The cost has no value then. The spend, as if '
  'there had been one, is its lower limit.';
grant execute on function analytics.is_lower_limit(analytics.anomalies, text) to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;

create function analytics.detection_reliability(brand_id text, first_on date, last_on date default null)
returns jsonb
-- plpgsql keeps the plan of the query.
language plpgsql stable
as $$
begin
  return (
    select case when sum(held.tests) > 0 then platform.statement(
      'false_alarms_are_expected',
      pg_catalog.jsonb_build_object(
        'days', count(held.tests), 'tests', sum(held.tests), 'expected', pg_catalog.round(sum(held.expected_false_alarms)::numeric, 1),
        'expected_with_outliers', pg_catalog.round(sum(held.expected_alarms)::numeric, 1)
      )
    ) end
    from analytics.detected_days as held
    where held.brand_id = detection_reliability.brand_id and held.day >= detection_reliability.first_on
      and (detection_reliability.last_on is null or held.day <= detection_reliability.last_on)
  );
end
$$;
comment on function analytics.detection_reliability(text, date, date) is
  'A statement of how many anomalies of a brand are expected to be false alarms from a day on, or in a range of days. Null if no test is known.';

grant execute on function analytics.shown_contributors(text, analytics.anomalies, integer), analytics.detection_reliability(text, date, date)
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;

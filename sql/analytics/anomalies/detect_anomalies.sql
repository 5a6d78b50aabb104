create function analytics.record_series_failures(brand_id text, day date, scores analytics.series_score[])
returns json
language plpgsql volatile
as $$
declare
  v_failures constant json := (
    select coalesce(pg_catalog.json_agg(failed.failure order by failed.failure ->> 'subject'), '[]')
    from pg_catalog.unnest(record_series_failures.scores) as scores
    join analytics.entities on entities.brand_id = record_series_failures.brand_id and entities.entity_id = scores.entity_id
    cross join lateral (
      select pg_catalog.json_build_object(
        'subject', pg_catalog.format(
          '%s of %s %s %s on %s', scores.detector, entities.platform, scores.level, entities.external_id, record_series_failures.day
        ),
        'error_class', scores.error_class,
        'cause', scores.cause
      ) as failure
    ) as failed
    where scores.error_class is not null
  );
begin
  delete from core.job_failures as held
  where held.brand_id = record_series_failures.brand_id
    and held.queue = 'anomalies'
    and held.day = record_series_failures.day
    and held.subject not in (select failure ->> 'subject' from pg_catalog.json_array_elements(v_failures) as failure);
  perform core.record_failure(
    record_series_failures.brand_id, 'anomalies', failure ->> 'subject', failure ->> 'error_class', record_series_failures.day
  )
  from pg_catalog.json_array_elements(v_failures) as failure;
  return v_failures;
end
$$;
comment on function analytics.record_series_failures(text, date, analytics.series_score[]) is
  'Records the series of a day that could not be tested, removes earlier failures of the day, and returns the failures with their causes.';

create function analytics.show_worst_days(brand_id text, day date)
returns text[]
language sql volatile
as $$
  with worst as (
    select distinct on (held.anomaly_id) held.anomaly_id, found.key::date as day, deviations.*
    from analytics.anomalies as held
    cross join lateral pg_catalog.jsonb_each(held.deviations) as found
    cross join lateral pg_catalog.jsonb_to_record(found.value) as deviations (
      value double precision, expected double precision, scale double precision, z_score double precision, impact double precision,
      spend_share double precision
    )
    where held.brand_id = show_worst_days.brand_id and show_worst_days.day between held.first_on and held.last_on
    order by held.anomaly_id, deviations.impact desc, found.key
  ),
  moved as (
    update analytics.anomalies as held
    set
      day = worst.day, value = worst.value, expected = worst.expected, scale = worst.scale, z_score = worst.z_score, impact = worst.impact,
      spend_share = worst.spend_share
    from worst
    where held.brand_id = show_worst_days.brand_id and held.anomaly_id = worst.anomaly_id and held.day <> worst.day
    returning held.anomaly_id
  )
  select coalesce(pg_catalog.array_agg(moved.anomaly_id), '{}') from moved;
$$;
comment on function analytics.show_worst_days(text, date) is
  'Shows each episode around a day with its day of the largest impact, which newer reports of the day can have changed. Returns the ids of the changed episodes.';

create function analytics.detect_anomalies(brand_id text, day date)
returns json
language plpgsql volatile
as $$
declare
  v_scores constant analytics.series_score[] := array(
    select scores from analytics.score_entities(detect_anomalies.brand_id, detect_anomalies.day) as scores
  );
  v_deviations constant analytics.deviation[] := array(
    select deviations
    from analytics.group_deviations(
      array(select significant from analytics.significant_scores(detect_anomalies.brand_id, detect_anomalies.day, v_scores) as significant)
    ) as deviations
  );
  v_alarms constant record := analytics.expected_false_alarms(detect_anomalies.brand_id, detect_anomalies.day, v_scores);
  v_found constant integer := pg_catalog.cardinality(v_deviations);
  v_moved text[];
begin
  perform analytics.resolve_episodes(
    detect_anomalies.brand_id, detect_anomalies.day,
    analytics.record_deviations(detect_anomalies.brand_id, detect_anomalies.day, v_deviations)
  );
  v_moved := analytics.show_worst_days(detect_anomalies.brand_id, detect_anomalies.day);
  update analytics.anomalies as held
  set contributors = analytics.contributors(held.brand_id, held)
  where held.brand_id = detect_anomalies.brand_id and (held.day = detect_anomalies.day or held.anomaly_id = any (v_moved));
  insert into analytics.detected_days (brand_id, day, tested, flagged, tests, expected_false_alarms, expected_alarms, detectors)
  select
    detect_anomalies.brand_id, detect_anomalies.day, count(*), v_found, pg_catalog.cardinality(v_scores), v_alarms.on_ordinary_days, v_alarms.on_all_days,
    array(select active.detector from analytics.active_detectors(detect_anomalies.brand_id) as active order by active.position)
  from analytics.rollups_daily as facts
  where facts.brand_id = detect_anomalies.brand_id and facts.level in ('account', 'campaign') and facts.day = detect_anomalies.day
  on conflict on constraint detected_days_pkey do update
  set
    tested = excluded.tested, flagged = excluded.flagged, tests = excluded.tests, expected_false_alarms = excluded.expected_false_alarms,
    expected_alarms = excluded.expected_alarms,
    detectors = excluded.detectors, detected_at = platform.now(), changed_at = null;
  return pg_catalog.json_build_object(
    'found', v_found,
    'failures', analytics.record_series_failures(detect_anomalies.brand_id, detect_anomalies.day, v_scores)
  );
end
$$;
comment on function analytics.detect_anomalies(text, date) is
  'Checks a finished day of a brand and records its anomalies: false-discovery control over all tests of the day, causes before consequences, one row for '
  'each episode. Returns the number of anomalies, and the series that could not be tested. A second check of a day changes only what newer reports have '
  'changed; statuses set by a person stay.';
grant execute on function
  analytics.record_series_failures(text, date, analytics.series_score[]),
  analytics.show_worst_days(text, date),
  analytics.detect_anomalies(text, date)
to vitrine_worker;

create function analytics.note_changed_days(brand_id text, days date[])
returns void
language sql volatile
as $$
  update analytics.detected_days as held
  set changed_at = platform.now()
  where held.brand_id = note_changed_days.brand_id
    -- The expected values of a day follow from the days before it.
    and held.day >= (select min(day) from pg_catalog.unnest(note_changed_days.days) as day)
    and held.changed_at is null
    -- Platforms revise the last four weeks of their reports.
    and held.day > (select max(known.day) - 28 from analytics.detected_days as known where known.brand_id = note_changed_days.brand_id);
$$;
comment on function analytics.note_changed_days(text, date[]) is
  'Marks the checked days from the first of these days on as due again.';
grant execute on function analytics.note_changed_days(text, date[]) to vitrine_worker;

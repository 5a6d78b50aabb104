create function analytics.days_to_detect(brand_id text, days_max integer default 35)
returns setof date
language sql stable
as $$
  -- Oldest first, because an episode depends on the days before it.
  select days.day::date
  from analytics.data_status
  join core.brands using (brand_id)
  cross join lateral (
    select least(data_status.last_on, (platform.now() at time zone brands.timezone)::date - 1) as last_on
  ) as finished
  cross join lateral pg_catalog.generate_series(
    (finished.last_on - days_to_detect.days_max + 1)::timestamp, finished.last_on, interval '1 day'
  ) as days (day)
  left join analytics.detected_days as held on held.brand_id = days_to_detect.brand_id and held.day = days.day::date
  where data_status.brand_id = days_to_detect.brand_id
    and data_status.kind = 'ads_daily'
    and (
      held.day is null
      or held.changed_at is not null
      or exists (
        select from core.job_failures as failed
        where failed.brand_id = days_to_detect.brand_id and failed.queue = 'anomalies' and failed.day = days.day::date
      )
    )
  order by 1;
$$;
comment on function analytics.days_to_detect(text, integer) is
  'Returns the finished days of a brand that are due for a check, oldest first, at most days_max days back. Days are due if they were not checked, '
  'if an import changed them since the check, or if their check failed.';

create function analytics.detect_due_day(brand_id text, day date)
returns json
language plpgsql volatile
as $$
begin
  -- The lock blocks imports. The check sees the changes of earlier imports. A later import marks the day as changed.
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('analytics.import/' || detect_due_day.brand_id, 0));
  return analytics.detect_anomalies(detect_due_day.brand_id, detect_due_day.day);
end
$$;
comment on function analytics.detect_due_day(text, date) is
  'Checks one day of a brand while no import runs. The worker calls it in one transaction per day, so that a failed day does not affect the others.';

create function analytics.end_detection(brand_id text, days_max integer default 35)
returns void
language plpgsql volatile
as $$
declare
  v_first_on date;
begin
  select least(data_status.last_on, (platform.now() at time zone brands.timezone)::date - 1) - end_detection.days_max + 1
  into v_first_on
  from analytics.data_status
  join core.brands using (brand_id)
  where data_status.brand_id = end_detection.brand_id and data_status.kind = 'ads_daily';
  update analytics.detected_days as held
  set changed_at = null
  where held.brand_id = end_detection.brand_id and held.changed_at is not null and held.day < v_first_on;
  delete from core.job_failures as held
  where held.brand_id = end_detection.brand_id and held.queue = 'anomalies'
    and (
      held.day < v_first_on
      or held.subject like 'alert rule %' and held.subject <> all (
        array(
          select 'alert rule ' || rules.rule_id from analytics.alert_rules as rules where rules.brand_id = end_detection.brand_id and rules.is_on
        )
      )
    );
end
$$;
comment on function analytics.end_detection(text, integer) is
  'Ends a run of detection. Clears the changes and failures of days that are too old to be checked again, and the failures of alert rules that are '
  'gone or off.';

create function analytics.detect_due_anomalies(brand_id text, days_max integer default 35)
returns integer
language plpgsql volatile
as $$
declare
  v_found integer := 0;
  v_day date;
begin
  for v_day in select day from analytics.days_to_detect(detect_due_anomalies.brand_id, detect_due_anomalies.days_max) as day loop
    begin
      v_found := v_found + (analytics.detect_due_day(detect_due_anomalies.brand_id, v_day) ->> 'found')::integer;
    exception when others then
      raise log 'Detection of % for brand % failed: %', v_day, detect_due_anomalies.brand_id, sqlerrm;
      perform core.record_failure(detect_due_anomalies.brand_id, 'anomalies', 'day ' || v_day, sqlstate, v_day);
    end;
  end loop;
  perform analytics.end_detection(detect_due_anomalies.brand_id, detect_due_anomalies.days_max);
  return v_found;
end
$$;
comment on function analytics.detect_due_anomalies(text, integer) is
  'Checks every due day of a brand in one transaction, each day in a savepoint. Used after a brand is filled with data. Returns the number of '
  'anomalies found.';

create function analytics.detected_through(brand_id text)
returns date
language plpgsql stable
as $$
begin
  return (
    select least(
      max(held.day),
      min(held.day) filter (where held.changed_at is not null) - 1,
      (
        select min(failed.day) - 1
        from core.job_failures as failed
        where failed.brand_id = detected_through.brand_id and failed.queue = 'anomalies'
      )
    )
    from analytics.detected_days as held
    where held.brand_id = detected_through.brand_id
  );
end
$$;
comment on function analytics.detected_through(text) is 'Returns the last day through which all days have an up-to-date check, or null.';

grant execute on function
  analytics.days_to_detect(text, integer),
  analytics.detect_due_day(text, date),
  analytics.end_detection(text, integer),
  analytics.detect_due_anomalies(text, integer)
to vitrine_worker;
create function analytics.detected_from(brand_id text, detector text default null)
returns date
language plpgsql stable
as $$
begin
  return (
    select pg_catalog.lower(period.days)
    from (
      select pg_catalog.range_agg(pg_catalog.daterange(held.day, held.day + 1)) as days
      from analytics.detected_days as held
      where held.brand_id = detected_from.brand_id and (detected_from.detector is null or detected_from.detector = any (held.detectors))
    ) as detected
    cross join lateral pg_catalog.unnest(detected.days) as period (days)
    where period.days @> analytics.detected_through(detected_from.brand_id)
  );
end
$$;
comment on function analytics.detected_from(text, text) is
  'Returns the first day from which every day through analytics.detected_through was checked, or was checked by a detector. Null if none was.';

create function analytics.detector_days(brand_id text)
returns table (detector text, metric text, detected_from date)
language sql stable
as $$
  select active.detector, active.metric, analytics.detected_from(detector_days.brand_id, active.detector)
  from analytics.active_detectors(detector_days.brand_id) as active
  order by active.position;
$$;
comment on function analytics.detector_days(text) is
  'Returns the detectors that run for a brand, each with the day from which it has checked every day. Null for a detector that has not run yet.';

grant execute on function analytics.detected_from(text, text), analytics.detector_days(text), analytics.detected_through(text) to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;

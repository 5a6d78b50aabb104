create function analytics.alert_data(anomaly analytics.anomalies)
returns jsonb
language sql immutable
return pg_catalog.jsonb_build_object(
  'anomaly_id', alert_data.anomaly.anomaly_id, 'detector', alert_data.anomaly.detector, 'level', alert_data.anomaly.level,
  'status', alert_data.anomaly.status, 'day', alert_data.anomaly.day, 'value', alert_data.anomaly.value, 'z_score', alert_data.anomaly.z_score
);
comment on function analytics.alert_data(analytics.anomalies) is 'Returns the data of the events alert.triggered and alert.resolved about an anomaly.';
grant execute on function analytics.alert_data(analytics.anomalies) to vitrine_worker, vitrine_key, vitrine_person;

create function analytics.alert()
returns trigger
language plpgsql volatile
as $$
begin
  insert into events.outbox (brand_id, type, data)
  select
    changed.brand_id,
    'alert.triggered',
    analytics.alert_data(row(changed.*)::analytics.anomalies)
  from changed
  join core.brands on brands.brand_id = changed.brand_id
  where not brands.is_simulated
    -- Older anomalies, such as those of a first import, send no alert.
    and changed.day >= (platform.now() at time zone brands.timezone)::date - 7;
  return null;
end
$$;
comment on function analytics.alert() is 'Emits alert.triggered for each new anomaly of the last 7 days. Skips simulated brands.';
grant execute on function analytics.alert() to vitrine_worker;

create trigger anomalies_found after insert on analytics.anomalies
referencing new table as changed for each statement execute function analytics.alert();

create function analytics.alert_cause()
returns trigger
language plpgsql volatile
as $$
begin
  -- Keys and people who set a status fire the trigger too, and write events by events.emit only.
  perform events.emit(
    now_held.brand_id,
    'alert.triggered',
    analytics.alert_data(row(now_held.*)::analytics.anomalies)
  )
  from now_held
  join was_held using (brand_id, anomaly_id)
  join core.brands on brands.brand_id = now_held.brand_id
  where not brands.is_simulated
    and was_held.detector <> now_held.detector
    and now_held.day >= (platform.now() at time zone brands.timezone)::date - 7;
  return null;
end
$$;
comment on function analytics.alert_cause() is
  'Emits alert.triggered again for each anomaly of the last 7 days whose cause was found after its consequences: it is reported for another detector now.';
grant execute on function analytics.alert_cause() to vitrine_worker;

create trigger anomalies_explained after update on analytics.anomalies
referencing old table as was_held new table as now_held for each statement execute function analytics.alert_cause();

create function analytics.alert_over()
returns trigger
language plpgsql volatile
as $$
begin
  perform events.emit(
    now_held.brand_id, 'alert.resolved', analytics.alert_data(row(now_held.*)::analytics.anomalies)
  )
  from now_held
  join was_held using (brand_id, anomaly_id)
  join core.brands on brands.brand_id = now_held.brand_id
  where not brands.is_simulated
    and was_held.status <> now_held.status
    and now_held.status in ('resolved', 'false_positive')
    and now_held.day >= (platform.now() at time zone brands.timezone)::date - 30;
  return null;
end
$$;
comment on function analytics.alert_over() is 'Emits alert.resolved for anomalies of the last 30 days that become resolved or false_positive.';
grant execute on function analytics.alert_over() to vitrine_worker;

create trigger anomalies_over after update on analytics.anomalies
referencing old table as was_held new table as now_held for each statement execute function analytics.alert_over();

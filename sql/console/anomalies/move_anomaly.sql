create function console.move_anomaly(brand_id text, anomaly_id text, status text)
returns jsonb
language sql volatile
as $$
  select pg_catalog.jsonb_build_object(
    'id', move_anomaly.anomaly_id,
    'status', analytics.move_anomaly(move_anomaly.brand_id, move_anomaly.anomaly_id, move_anomaly.status)
  );
$$;
comment on function console.move_anomaly(text, text, text) is 'Confirms, dismisses or resolves an anomaly on behalf of an analyst.';
grant execute on function console.move_anomaly(text, text, text), analytics.move_anomaly(text, text, text) to vitrine_person;
call core.register_operation('console.move_anomaly', 'console', access => 'write', role => 'analyst');

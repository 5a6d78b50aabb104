create function analytics.change_anomaly(brand_id text, anomaly_id text, status text)
returns json
language plpgsql volatile
as $$
begin
  if current_user = 'vitrine_simulated' then
    perform platform.fail('DNIED', 'test_keys_cannot_change_anomalies');
  end if;
  perform analytics.move_anomaly(core.data_brand_id(change_anomaly.brand_id), change_anomaly.anomaly_id, change_anomaly.status);
  return analytics.anomaly(change_anomaly.brand_id, change_anomaly.anomaly_id);
end
$$;
comment on function analytics.change_anomaly(text, text, text) is
  'PATCH /v1/anomalies/{anomaly_id}: confirms, dismisses or resolves an anomaly. Raises NTFND for an unknown id, BADRQ for a status that cannot follow, and DNIED '
  'for a test key: the simulated brand is the same for all test keys.';
grant execute on function analytics.change_anomaly(text, text, text) to vitrine_key, vitrine_simulated, vitrine_person;
call core.register_operation('analytics.change_anomaly', 'write:anomalies', access => 'write', role => 'analyst', served_by => '{analytics,console}');

create function analytics.move_anomaly(brand_id text, anomaly_id text, status text)
returns text
language plpgsql volatile
as $$
declare
  v_anomaly analytics.anomalies;
  v_allowed text[];
begin
  select * into v_anomaly
  from analytics.anomalies
  where anomalies.brand_id = move_anomaly.brand_id and anomalies.anomaly_id = move_anomaly.anomaly_id
  for update;
  if not found then
    perform platform.fail('NTFND', 'names_no_anomaly_of_this_brand', 'anomaly_id', pg_catalog.json_build_object('anomaly_id', move_anomaly.anomaly_id));
  end if;
  if not exists (
    select from analytics.anomaly_transitions as allowed where allowed.from_status = v_anomaly.status and allowed.to_status = move_anomaly.status
  ) then
    select pg_catalog.array_agg(allowed.to_status order by allowed.to_status) into v_allowed
    from analytics.anomaly_transitions as allowed
    where allowed.from_status = v_anomaly.status;
    perform platform.fail(
      'BADRQ', 'cannot_follow_the_present_status', 'status',
      pg_catalog.json_build_object('present_status', v_anomaly.status, 'status', move_anomaly.status, 'allowed', v_allowed)
    );
  end if;
  update analytics.anomalies
  set status = move_anomaly.status, changed_at = platform.now()
  where anomalies.brand_id = move_anomaly.brand_id and anomalies.anomaly_id = move_anomaly.anomaly_id;
  if move_anomaly.status = 'false_positive' then
    insert into analytics.anomaly_thresholds as held (brand_id, detector, entity_id, z_min)
    select v_anomaly.brand_id, detector, v_anomaly.entity_id, 3.5
    from pg_catalog.unnest(analytics.detectors_of(v_anomaly)) as detector
    on conflict on constraint anomaly_thresholds_pkey do update set z_min = least(5, held.z_min + 0.5);
  end if;
  return move_anomaly.status;
end
$$;
comment on function analytics.move_anomaly(text, text, text) is
  'Sets the status of an anomaly, as analytics.anomaly_transitions allows, and returns it. A false positive raises the minimum z of the series of its detectors. '
  'Raises NTFND for an unknown anomaly and BADRQ for a status that cannot follow.';
grant execute on function analytics.move_anomaly(text, text, text) to vitrine_key, vitrine_person, vitrine_worker;

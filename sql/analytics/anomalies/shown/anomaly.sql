create function analytics.anomaly(brand_id text, anomaly_id text)
returns json
language plpgsql stable
as $$
declare
  v_brand constant core.brands := core.data_brand(anomaly.brand_id);
  v_anomaly analytics.anomalies;
begin
  select held.* into v_anomaly
  from analytics.anomalies as held
  where held.brand_id = v_brand.brand_id and held.anomaly_id = anomaly.anomaly_id;
  if not found then
    perform platform.fail('NTFND', 'names_no_anomaly_of_this_brand', 'anomaly_id', pg_catalog.json_build_object('anomaly_id', anomaly.anomaly_id));
  end if;
  return pg_catalog.json_build_object(
    'brand_id', anomaly.brand_id, 'currency', v_brand.currency, 'timezone', v_brand.timezone, 'anomaly', analytics.anomaly_with_neighbors(v_brand, v_anomaly)
  );
end
$$;
comment on function analytics.anomaly(text, text) is 'GET /v1/anomalies/{anomaly_id}: one anomaly. Raises NTFND for an unknown id.';
grant execute on function analytics.anomaly(text, text) to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
call core.register_operation('analytics.anomaly', 'read:marketing', served_by => '{analytics,console}');

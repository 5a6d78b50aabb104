create function webhooks.test_endpoint(id text)
returns json
language plpgsql volatile
as $$
declare
  v_endpoint constant webhooks.endpoints := webhooks.hold_endpoint(test_endpoint.id);
  v_delivery webhooks.deliveries;
begin
  if v_endpoint.status <> 'active' then
    perform platform.fail('BADRQ', 'this_endpoint_is_disabled', 'id');
  elsif pg_catalog.cardinality(core.scope_brand_ids()) = 0 then
    perform platform.fail('DNIED', 'this_key_reaches_no_brand', 'id');
  end if;
  insert into webhooks.deliveries (brand_id, endpoint_id, event_id, type, data, occurred_at)
  values (
    coalesce(v_endpoint.brand_id, (core.scope_brand_ids())[1]), v_endpoint.endpoint_id, events.new_event_id(), 'webhook.test',
    pg_catalog.jsonb_build_object('endpoint_id', v_endpoint.endpoint_id, 'message', 'It works.'), platform.clock()
  )
  returning deliveries.* into v_delivery;
  perform webhooks.wake_worker();
  return pg_catalog.json_build_object('data', webhooks.show_delivery(v_delivery));
end
$$;
comment on function webhooks.test_endpoint(text) is
  'POST /api/webhooks/{id}/test: sends webhook.test, regardless of the event types of the endpoint. Raises BADRQ for a disabled endpoint.';
grant execute on function webhooks.test_endpoint(text) to vitrine_key, vitrine_simulated, vitrine_person;
grant execute on function events.new_event_id() to vitrine_key, vitrine_person;
call core.register_operation('webhooks.test_endpoint', 'write:webhooks', brand => 'none', access => 'write', served_by => '{webhooks,console}');

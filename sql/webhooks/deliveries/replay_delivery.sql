create function webhooks.replay_delivery(id text, delivery_id text)
returns json
language plpgsql volatile
as $$
declare
  v_delivery webhooks.deliveries;
begin
  perform webhooks.require_endpoint(replay_delivery.id);
  -- A pending delivery is brought forward. A delivery in progress keeps its lease.
  update webhooks.deliveries as held
  set status = 'pending', failures = 0, next_attempt_at = platform.clock(), delivered_at = null
  where held.endpoint_id = replay_delivery.id and held.delivery_id = replay_delivery.delivery_id
  returning held.* into v_delivery;
  if v_delivery.delivery_id is null then
    perform platform.fail('NTFND', 'names_no_delivery_of_this_endpoint', 'delivery_id');
  end if;
  perform webhooks.wake_worker();
  return pg_catalog.json_build_object('data', webhooks.show_delivery(v_delivery));
end
$$;
comment on function webhooks.replay_delivery(text, text) is
  'POST /api/webhooks/{id}/deliveries/{delivery_id}/replay: sends an event again under the same webhook-id, with a new set of retries. Raises NTFND '
  'for an unknown endpoint or delivery.';
grant execute on function webhooks.replay_delivery(text, text) to vitrine_key, vitrine_simulated, vitrine_person;
call core.register_operation('webhooks.replay_delivery', 'write:webhooks', brand => 'none', access => 'write', served_by => '{webhooks,console}');

create function webhooks.update_endpoint(
  id text,
  url text default null,
  types text[] default null,
  description text default null,
  status text default null
)
returns json
language plpgsql volatile
as $$
begin
  perform webhooks.require_endpoint(update_endpoint.id);
  perform webhooks.require_types(update_endpoint.types);
  update webhooks.endpoints as held
  set
    url = coalesce(update_endpoint.url, held.url),
    types = coalesce(update_endpoint.types, held.types),
    description = coalesce(update_endpoint.description, held.description),
    status = coalesce(update_endpoint.status, held.status),
    disabled_reason = case coalesce(update_endpoint.status, held.status) when 'disabled' then coalesce(held.disabled_reason, 'by_request') end,
    -- Enabling an endpoint resets its failures.
    failures = case when update_endpoint.status = 'active' then 0 else held.failures end,
    failing_since = case when update_endpoint.status = 'active' then null else held.failing_since end,
    quiet_until = case when update_endpoint.status = 'active' then null else held.quiet_until end
  where held.endpoint_id = update_endpoint.id;
  if update_endpoint.status = 'active' then
    perform webhooks.wake_worker();
  end if;
  return webhooks.endpoint(update_endpoint.id);
end
$$;
comment on function webhooks.update_endpoint(text, text, text[], text, text) is
  'PATCH /api/webhooks/{id}: changes the given members. Pending deliveries of a disabled endpoint are sent when it is active again.';
grant execute on function webhooks.update_endpoint(text, text, text[], text, text) to vitrine_key, vitrine_simulated, vitrine_person;
call core.register_operation('webhooks.update_endpoint', 'write:webhooks', brand => 'none', access => 'write');

create function webhooks.event_types()
returns json
language sql stable
as $$
  select pg_catalog.json_build_object('data', pg_catalog.json_agg(
    pg_catalog.json_build_object('type', types.type, 'is_streamed', types.is_streamed)
    order by types.position
  ))
  from events.types;
$$;
comment on function webhooks.event_types() is 'GET /api/webhooks/event-types: returns all event types of webhooks.';
grant execute on function webhooks.event_types() to vitrine_key, vitrine_simulated, vitrine_person;
call core.register_operation('webhooks.event_types', 'write:webhooks', brand => 'none', served_by => '{webhooks,console}');

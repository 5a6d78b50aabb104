create function webhooks.endpoints()
returns json
language sql stable
as $$
  select pg_catalog.json_build_object('data', coalesce(
    pg_catalog.json_agg(webhooks.show_endpoint(endpoints) order by endpoints.created_at, endpoints.endpoint_id), '[]'
  ))
  from webhooks.endpoints;
$$;
comment on function webhooks.endpoints() is 'GET /api/webhooks: returns the endpoints that the key reaches, oldest first.';
grant execute on function webhooks.endpoints() to vitrine_key, vitrine_simulated, vitrine_person;
call core.register_operation('webhooks.endpoints', 'write:webhooks', brand => 'none', served_by => '{webhooks,console}');

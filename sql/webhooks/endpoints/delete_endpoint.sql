create function webhooks.delete_endpoint(id text)
returns json
language plpgsql volatile
as $$
begin
  perform webhooks.require_endpoint(delete_endpoint.id);
  delete from webhooks.endpoints where endpoints.endpoint_id = delete_endpoint.id;
  return pg_catalog.json_build_object('data', pg_catalog.json_build_object('id', delete_endpoint.id, 'deleted', true));
end
$$;
comment on function webhooks.delete_endpoint(text) is
  'DELETE /api/webhooks/{id}: deletes an endpoint, its secrets and its deliveries. Raises NTFND for an unknown endpoint.';
grant execute on function webhooks.delete_endpoint(text) to vitrine_key, vitrine_simulated, vitrine_person;
call core.register_operation('webhooks.delete_endpoint', 'write:webhooks', brand => 'none', access => 'write', served_by => '{webhooks,console}');

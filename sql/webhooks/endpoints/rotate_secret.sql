create function webhooks.rotate_secret(id text, sealed_secret text, end_previous boolean default false)
returns json
language plpgsql volatile
as $$
declare
  v_first_ends_at timestamptz;
begin
  -- Concurrent rotations wait for each other here, so that neither overlooks the other's secret. The endpoint may have been deleted meanwhile.
  perform from webhooks.endpoints where endpoints.endpoint_id = rotate_secret.id for update;
  perform webhooks.require_endpoint(rotate_secret.id);
  delete from webhooks.secrets
  where secrets.endpoint_id = rotate_secret.id and (rotate_secret.end_previous or secrets.expires_at <= platform.clock());
  select min(secrets.expires_at) into v_first_ends_at
  from webhooks.secrets
  where secrets.endpoint_id = rotate_secret.id
  having count(*) >= 4;
  -- A former secret is valid for 24 hours, even after further rotations.
  if v_first_ends_at is not null then
    perform platform.fail('BADRQ', 'this_endpoint_has_too_many_secrets', 'id', pg_catalog.json_build_object('until', platform.utc(v_first_ends_at)));
  end if;
  update webhooks.secrets set expires_at = platform.clock() + interval '24 hours'
  where secrets.endpoint_id = rotate_secret.id and secrets.expires_at is null;
  insert into webhooks.secrets (endpoint_id, sealed)
  values (rotate_secret.id, rotate_secret.sealed_secret);
  return webhooks.endpoint(rotate_secret.id);
end
$$;
comment on function webhooks.rotate_secret(text, text, boolean) is
  'POST /api/webhooks/{id}/rotate-secret: creates a new secret. Deliveries are also signed with each former secret for 24 hours after its '
  'replacement, unless end_previous ends them at once. Raises BADRQ if four secrets are in use.';
grant execute on function webhooks.rotate_secret(text, text, boolean) to vitrine_key, vitrine_simulated, vitrine_person;
call core.register_operation('webhooks.rotate_secret', 'write:webhooks', brand => 'none', access => 'write', served_by => '{webhooks,console}');

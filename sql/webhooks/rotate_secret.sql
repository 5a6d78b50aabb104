create function webhooks.rotate_secret(id text, sealed_secret text)
returns json
language plpgsql volatile
as $$
begin
  perform webhooks.hold_endpoint(rotate_secret.id);
  -- Two at once, never three: a second rotation within the day ends the oldest.
  delete from webhooks.secrets where secrets.endpoint_id = rotate_secret.id and secrets.expires_at is not null;
  update webhooks.secrets set expires_at = platform.now() + interval '24 hours' where secrets.endpoint_id = rotate_secret.id;
  insert into webhooks.secrets (endpoint_id, sealed)
  values (rotate_secret.id, pg_catalog.decode(rotate_secret.sealed_secret, 'hex'));
  return webhooks.endpoint(rotate_secret.id);
end
$$;
comment on function webhooks.rotate_secret(text, text) is
  'POST /api/webhooks/{id}/rotate-secret: a new secret. Deliveries are signed with the one before as well, for a day.';
grant execute on function webhooks.rotate_secret(text, text) to vitrine_key, vitrine_simulated, vitrine_person;
call core.register_operation('webhooks.rotate_secret', 'write:webhooks', brand => 'none', access => 'write');

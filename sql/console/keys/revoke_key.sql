create function console.revoke_key(brand_id text, key_id text)
returns jsonb
language plpgsql volatile
as $$
begin
  update core.api_keys set revoked_at = platform.clock()
  where api_keys.key_id = revoke_key.key_id and api_keys.revoked_at is null;
  if not found then
    perform platform.fail('NTFND', 'there_is_no_such_key');
  end if;
  return pg_catalog.jsonb_build_object('id', revoke_key.key_id);
end
$$;
comment on function console.revoke_key(text, text) is
  'Revokes a key of the brand, or of its account, immediately. Raises NTFND for an unknown or revoked key.';
grant execute on function console.revoke_key(text, text) to vitrine_person;
call core.register_operation('console.revoke_key', 'console', access => 'write');

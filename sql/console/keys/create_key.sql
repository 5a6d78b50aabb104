create function console.admit_key(brand_id text, prefix text, scopes text[])
returns jsonb
language plpgsql stable
as $$
begin
  perform core.key_scopes(admit_key.prefix, admit_key.scopes);
  if (
    select count(*) from core.api_keys
    where api_keys.brand_id = admit_key.brand_id
      and api_keys.revoked_at is null
      and coalesce(api_keys.expires_at > platform.clock(), true)
  ) >= 50 then
    perform platform.fail('BADRQ', 'this_brand_has_too_many_keys', 'name', pg_catalog.json_build_object('keys_max', 50));
  end if;
  return '{}'::jsonb;
end
$$;
comment on function console.admit_key(text, text, text[]) is
  'Checks whether such a key may be created, before the caller generates it. Raises BADRQ if it may not, such as for a brand with 50 active keys.';

create function console.create_key(brand_id text, prefix text, name text, scopes text[], days integer, hash text, display text)
returns jsonb
language plpgsql volatile
as $$
declare
  v_key core.api_keys;
begin
  perform console.admit_key(create_key.brand_id, create_key.prefix, create_key.scopes);
  v_key.key_id := platform.new_id('key');
  insert into core.api_keys (key_id, account_id, brand_id, prefix, hash, display, name, scopes, expires_at)
  select
    v_key.key_id, brands.account_id, brands.brand_id, create_key.prefix, pg_catalog.decode(create_key.hash, 'hex'), create_key.display,
    create_key.name, core.key_scopes(create_key.prefix, create_key.scopes), platform.clock() + pg_catalog.make_interval(days => create_key.days)
  from core.brands
  where brands.brand_id = create_key.brand_id;
  return pg_catalog.jsonb_build_object('id', v_key.key_id, 'name', create_key.name);
end
$$;
comment on function console.create_key(text, text, text, text[], integer, text, text) is
  'Creates a key of this brand from its hash. The caller generates the key and shows it once. days is its lifetime. Null means no expiration.';
grant execute on function
  console.admit_key(text, text, text[]),
  console.create_key(text, text, text, text[], integer, text, text)
to vitrine_person;
call core.register_operation('console.admit_key', 'console', is_part => true, role => 'admin');
call core.register_operation('console.create_key', 'console', access => 'write');

create function sources.count_token_keys()
returns table (key_id text, secrets bigint)
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select connections.key_id, count(*) from sources.connections where connections.sealed is not null group by connections.key_id order by 1;
$$;
comment on function sources.count_token_keys() is 'Returns the number of grants for each key that encrypts them.';
revoke execute on function sources.count_token_keys() from public;

create function sources.list_grants_of_other_keys(key_id text, after text, "limit" integer)
returns table (secret_id text, sealed text)
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select connections.connection_id, connections.sealed
  from sources.connections
  where connections.key_id <> list_grants_of_other_keys.key_id and connections.connection_id > list_grants_of_other_keys.after
  order by connections.connection_id
  limit list_grants_of_other_keys."limit";
$$;
comment on function sources.list_grants_of_other_keys(text, text, integer) is
  'Returns encrypted grants that have another key, in the order of their connections, after an id.';
revoke execute on function sources.list_grants_of_other_keys(text, text, integer) from public;

create function sources.reseal_grant(secret_id text, sealed_before text, sealed text)
returns boolean
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  -- A refresh meanwhile stored another grant, under the newest key.
  update sources.connections as held set sealed = reseal_grant.sealed
  where held.connection_id = reseal_grant.secret_id and held.sealed = reseal_grant.sealed_before;
  return found;
end
$$;
comment on function sources.reseal_grant(text, text, text) is
  'Replaces an encrypted grant by the same grant under another key. Returns false if it was changed meanwhile.';
revoke execute on function sources.reseal_grant(text, text, text) from public;

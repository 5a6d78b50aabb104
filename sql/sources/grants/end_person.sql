create function sources.end_person(
  platform text, client_id text, subject text, granted_by timestamptz, code_hash bytea default null
)
returns void
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_connection_id text;
begin
  for v_connection_id in
    select held.connection_id
    from sources.connections as held
    where held.platform = end_person.platform and held.client_id = end_person.client_id and held.subject = end_person.subject
      and held.granted_at <= end_person.granted_by
  loop
    perform sources.end_at_platform(v_connection_id, 'deauthorized', 'grant_is_dead');
    if end_person.code_hash is not null then
      update sources.connections as held set subject = null where held.connection_id = v_connection_id;
      delete from sources.reachable_accounts as held where held.connection_id = v_connection_id;
    end if;
  end loop;
  if end_person.code_hash is not null then
    delete from sources.deletions as held where held.deleted_at < platform.clock() - interval '1 year';
    insert into sources.deletions (code_hash, platform) values (end_person.code_hash, end_person.platform);
  end if;
end
$$;
comment on function sources.end_person(text, text, text, timestamptz, bytea) is
  'Ends the connections that a person of a platform gave to a registration of Vitrine by this time, because the platform says that the person removed it. '
  'Their sources need a new access. With the hash of a confirmation code it also deletes what is stored of the person: grants, id and the accounts that '
  'they reached. The person of Vitrine who connected it (connected_by) may be another one, and stays. '
  'It returns nothing, so that its caller learns nothing about persons.';
revoke execute on function sources.end_person(text, text, text, timestamptz, bytea) from public;

create function sources.deletion(code_hash bytea)
returns text
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select platform.utc(deletions.deleted_at) from sources.deletions where deletions.code_hash = deletion.code_hash;
$$;
comment on function sources.deletion(bytea) is 'Returns when what was stored of a person was deleted, for a confirmation code. Null for an unknown code.';
revoke execute on function sources.deletion(bytea) from public;

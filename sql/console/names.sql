create function console.person_name(person_id uuid)
returns text
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select platform.person_email(person_name.person_id);
$$;
comment on function console.person_name(uuid) is 'Returns the e-mail address of a person who created or decided a proposal.';

create function console.app_name(credential_id text, person_id uuid)
returns text
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select clients.client_name
  from oauth.grants
  join oauth.clients using (client_id)
  where grants.person_id = app_name.person_id and app_name.credential_id = 'app_' || md5(clients.client_id || '/' || app_name.person_id)
  limit 1;
$$;
comment on function console.app_name(text, uuid) is
  'Returns the name of a connected app by its credential id, which core.call derives. Null if it is unknown.';
revoke execute on function console.person_name(uuid), console.app_name(text, uuid) from public;
grant execute on function console.person_name(uuid), console.app_name(text, uuid) to vitrine_person, vitrine_worker;
grant execute on function console.person_name(uuid) to vitrine_gate;

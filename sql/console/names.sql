create function console.person_name(person_id uuid)
returns text
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select platform.person_email(person_name.person_id);
$$;
comment on function console.person_name(uuid) is 'By which address somebody signs in who proposed or decided something.';

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
  'What an app of somebody calls itself, by the id that it acts under (core.call); null where nothing is known of it.';
revoke execute on function console.person_name(uuid), console.app_name(text, uuid) from public;
grant execute on function console.person_name(uuid), console.app_name(text, uuid) to vitrine_person;

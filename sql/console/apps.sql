create function console.apps()
returns jsonb
language sql stable security definer
set search_path = pg_catalog, pg_temp
return oauth.person_grants(core.scope_person_id());
comment on function console.apps() is 'Returns the apps that the signed-in person has connected.';
revoke execute on function console.apps() from public;
grant execute on function console.apps() to vitrine_person;
call core.register_operation('console.apps', 'console', brand => 'none');

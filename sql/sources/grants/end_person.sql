create function sources.end_person(platform text, client_id text, subject text, granted_by timestamptz, is_deletion boolean)
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
    if end_person.is_deletion then
      update sources.connections as held set subject = null where held.connection_id = v_connection_id;
      delete from sources.reachable_accounts as held where held.connection_id = v_connection_id;
    end if;
  end loop;
end
$$;
comment on function sources.end_person(text, text, text, timestamptz, boolean) is
  'Ends the connections that a person of a platform gave to a registration of Vitrine by this time, because the platform says that the person removed it. '
  'Their sources need a new grant. is_deletion: also deletes what is stored of the person: grants, id and the accounts that they reached. The person of '
  'Vitrine who connected it (connected_by) may be another one, and stays.';
revoke execute on function sources.end_person(text, text, text, timestamptz, boolean) from public;

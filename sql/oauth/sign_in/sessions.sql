create function oauth.require_session(session_hash bytea, is_recent boolean default false)
returns uuid
language plpgsql stable
as $$
declare
  v_person_id constant uuid := oauth.session_person(require_session.session_hash);
begin
  if v_person_id is null then
    perform platform.fail('NAUTH', 'your_session_has_ended');
  elsif require_session.is_recent and not oauth.is_recent_session(require_session.session_hash) then
    perform platform.fail('DNIED', 'this_session_is_too_old');
  end if;
  return v_person_id;
end
$$;
comment on function oauth.require_session(bytea, boolean) is
  'Returns the person of a session. Raises NAUTH without one, and DNIED if it must be recent and began more than 30 minutes ago.';

create function oauth.show_security(session_hash bytea)
returns jsonb
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_person_id constant uuid := oauth.require_session(show_security.session_hash);
begin
  perform oauth.use_session(show_security.session_hash);
  return jsonb_build_object(
    'person', platform.person_email(v_person_id),
    'name', (select known.name from platform.list_people(v_person_id::text) as known),
    'sole_brands', core.sole_brands(v_person_id),
    'has_totp', oauth.has_totp(v_person_id),
    'passkeys', oauth.passkeys_of(v_person_id),
    'recovery_codes', (select count(*) from oauth.recovery_codes where recovery_codes.person_id = v_person_id),
    'sessions', (
      select jsonb_agg(
        jsonb_build_object(
          'id', sessions.session_id,
          'device', sessions.device,
          'network', sessions.network,
          'created_at', platform.utc(sessions.created_at),
          'used_at', platform.utc(sessions.used_at),
          'is_current', sessions.session_hash = show_security.session_hash
        )
        order by sessions.session_hash = show_security.session_hash desc, sessions.used_at desc, sessions.session_id
      )
      from oauth.sessions
      where sessions.person_id = v_person_id
        and sessions.expires_at > platform.clock()
        and sessions.used_at > platform.clock() - interval '2 hours'
    )
  );
end
$$;
comment on function oauth.show_security(bytea) is
  'Returns the name, the second factors and the open sessions of the person of a session. Raises NAUTH without a session.';

create function oauth.change_name(session_hash bytea, name text, client_ip text)
returns void
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_person_id constant uuid := oauth.require_session(change_name.session_hash);
begin
  perform core.set_name(v_person_id, change_name.name);
  perform oauth.record('name_changed', person_id => v_person_id, client_ip => change_name.client_ip);
end
$$;
comment on function oauth.change_name(bytea, text, text) is
  'Changes the name of the person of a session. Raises NAUTH without one, and BADRQ for an unsuitable name or an account of a hosted platform.';

create function oauth.end_session(session_hash bytea, session_id text, client_ip text)
returns void
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_person_id constant uuid := oauth.require_session(end_session.session_hash);
begin
  delete from oauth.sessions where sessions.person_id = v_person_id and sessions.session_id = end_session.session_id;
  if not found then
    perform platform.fail('NTFND', 'you_have_no_such_session');
  end if;
  perform oauth.record('session_ended', person_id => v_person_id, client_ip => end_session.client_ip);
end
$$;
comment on function oauth.end_session(bytea, text, text) is
  'Ends a session of the same person. Raises NAUTH without a session, and NTFND for a session that is unknown or of another person.';

create function oauth.end_other_sessions(session_hash bytea, client_ip text)
returns void
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_person_id constant uuid := oauth.require_session(end_other_sessions.session_hash);
begin
  perform oauth.end_sessions_except(v_person_id, end_other_sessions.session_hash);
  perform oauth.record('other_sessions_ended', person_id => v_person_id, client_ip => end_other_sessions.client_ip);
end
$$;
comment on function oauth.end_other_sessions(bytea, text) is 'Ends all other sessions of the person of a session. Raises NAUTH without one.';

create function oauth.session_email(session_hash bytea)
returns text
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select platform.person_email(oauth.require_session(session_email.session_hash));
$$;
comment on function oauth.session_email(bytea) is 'Returns the e-mail address of the person of a session. Raises NAUTH without one.';

create function oauth.change_password(session_hash bytea, password text, new_password text, device_hash bytea, client_ip text)
returns boolean
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_person_id constant uuid := oauth.require_session(change_password.session_hash);
  v_email constant text := platform.person_email(v_person_id);
  v_person record;
  v_session oauth.sessions;
begin
  perform oauth.refuse_guessing(v_email, change_password.client_ip, change_password.device_hash);
  select found.* into v_person from platform.find_person(v_email) as found;
  if not oauth.is_password(v_person.person_id, v_person.encrypted_password, change_password.password) then
    perform oauth.fail_password(v_email, change_password.client_ip, change_password.device_hash);
    return false;
  end if;
  select sessions.* into v_session from oauth.sessions where sessions.session_hash = change_password.session_hash;
  -- oauth.end_person ends all sessions. This one continues.
  perform core.set_password(v_person_id, change_password.new_password);
  insert into oauth.sessions values (v_session.*);
  perform oauth.remember_device(v_person_id, change_password.device_hash);
  perform oauth.record('password_changed', person_id => v_person_id, client_ip => change_password.client_ip);
  return true;
end
$$;
comment on function oauth.change_password(bytea, text, text, bytea, text) is
  'Changes the password of the person of a session, and ends all other sessions, all grants and all known devices. Returns false for a wrong password. '
  'Raises NAUTH without a session, RLMTD like oauth.refuse_guessing, and BADRQ for an unsuitable password or an account of a hosted platform.';

create function oauth.delete_person(session_hash bytea, email text, client_ip text)
returns void
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_person_id constant uuid := oauth.require_session(delete_person.session_hash, is_recent => true);
begin
  if lower(btrim(delete_person.email)) is distinct from platform.person_email(v_person_id) then
    perform platform.fail('BADRQ', 'must_be_your_address', 'email');
  end if;
  perform core.delete_person(v_person_id);
  -- The event names no person, because the person is deleted.
  perform oauth.record('person_deleted', client_ip => delete_person.client_ip);
end
$$;
comment on function oauth.delete_person(bytea, text, text) is
  'Deletes the person of a session who typed their address. Raises NAUTH without a session, DNIED for one that began more than 30 minutes ago, BADRQ '
  'for another address, and NMOVE for the only owner of a brand.';

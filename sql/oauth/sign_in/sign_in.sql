create function oauth.open_session(person_id uuid, session_hash bytea, device_hash bytea, device text, client_ip text)
returns void
language plpgsql volatile
as $$
begin
  if not platform.may_sign_in(open_session.person_id) then
    perform platform.fail('DNIED', 'this_account_may_not_sign_in');
  end if;
  insert into oauth.sessions (session_hash, person_id, device, network, created_at, expires_at)
  values (
    open_session.session_hash, open_session.person_id, open_session.device, oauth.network_of(open_session.client_ip),
    platform.clock(), platform.clock() + interval '12 hours'
  );
  perform oauth.remember_device(open_session.person_id, open_session.device_hash);
  perform oauth.record('signed_in', person_id => open_session.person_id, client_ip => open_session.client_ip);
end
$$;
comment on function oauth.open_session(uuid, bytea, bytea, text, text) is
  'Opens a session of twelve hours, and makes the device known. Raises DNIED for a person who may not sign in.';

create function oauth.is_password(person_id uuid, encrypted_password text, password text)
returns boolean
language sql volatile
as $$
  -- An unknown account takes as long as a known one.
  select coalesce(
    extensions.crypt(is_password.password, coalesce(nullif(is_password.encrypted_password, ''), extensions.gen_salt('bf', 10)))
      = is_password.encrypted_password,
    false
  ) and is_password.person_id is not null;
$$;
comment on function oauth.is_password(uuid, text, text) is
  'Returns whether this is the password of a person, by the bcrypt hash. False for nulls, after the same time.';

create function oauth.sign_in(email text, password text, session_hash bytea, device_hash bytea, device text, client_ip text)
returns text
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_person record;
begin
  perform oauth.refuse_guessing(sign_in.email, sign_in.client_ip, sign_in.device_hash);
  select found.* into v_person from platform.find_person(sign_in.email) as found;
  if not oauth.is_password(v_person.person_id, v_person.encrypted_password, sign_in.password) then
    perform oauth.fail_password(sign_in.email, sign_in.client_ip, sign_in.device_hash);
    return 'wrong';
  end if;
  return oauth.begin_session(v_person.person_id, sign_in.session_hash, sign_in.device_hash, sign_in.device, sign_in.client_ip);
end
$$;
comment on function oauth.sign_in(text, text, bytea, bytea, text, text) is
  'Opens a session if the password is correct (bcrypt) and there is no second factor. Returns signed_in, second_factor, or wrong. Does not reveal whether '
  'the account exists. Raises RLMTD like oauth.refuse_guessing. oauth.admit_password precedes it in a transaction of its own, so that a check does not '
  'hold the locks of the budgets.';

create function oauth.enter_hosted_session(hosted_session_id uuid, session_hash bytea, device_hash bytea, device text, client_ip text)
returns text
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_person_id constant uuid := platform.session_person(enter_hosted_session.hosted_session_id);
begin
  if v_person_id is null then
    return 'wrong';
  end if;
  return oauth.begin_session(
    v_person_id, enter_hosted_session.session_hash, enter_hosted_session.device_hash, enter_hosted_session.device, enter_hosted_session.client_ip
  );
end
$$;
comment on function oauth.enter_hosted_session(uuid, bytea, bytea, text, text) is
  'Opens a session for a person who has just signed in on the hosting platform. It checks the platform''s session in auth.sessions and does not '
  'trust the caller. Returns as oauth.sign_in, and wrong without such a session.';

create function oauth.sign_out(session_hash bytea)
returns void
language sql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
  delete from oauth.sessions where sessions.session_hash = sign_out.session_hash;
  delete from oauth.pending_sign_ins where pending_sign_ins.pending_hash = sign_out.session_hash;
$$;
comment on function oauth.sign_out(bytea) is 'Ends a session.';

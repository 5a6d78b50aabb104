create function oauth.failures(bucket text)
returns integer
language sql stable
as $$
  select coalesce(
    (
      select sign_in_failures.failures from oauth.sign_in_failures
      where sign_in_failures.bucket = failures.bucket and sign_in_failures.window_start > platform.now() - interval '1 hour'
    ),
    0
  );
$$;
comment on function oauth.failures(text) is 'Returns the number of wrong passwords in a bucket since its hour began.';

create function oauth.count_failure(bucket text)
returns void
language sql volatile
as $$
  insert into oauth.sign_in_failures as held (bucket, window_start, failures)
  values (count_failure.bucket, platform.now(), 1)
  on conflict (bucket) do update
  set
    failures = case when held.window_start > platform.now() - interval '1 hour' then held.failures + 1 else 1 end,
    window_start = case when held.window_start > platform.now() - interval '1 hour' then held.window_start else platform.now() end;
$$;
comment on function oauth.count_failure(text) is 'Counts one wrong password. The hour begins with the first one.';

create function oauth.admit_sign_in(email text, client_ip text)
returns void
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  perform oauth.admit('sign_in:' || admit_sign_in.client_ip, 20);
  if oauth.failures(admit_sign_in.email) >= 100 or oauth.failures(admit_sign_in.email || ' ' || admit_sign_in.client_ip) >= 10 then
    perform platform.fail('RLMTD', 'too_many_wrong_passwords', given => pg_catalog.json_build_object('retry_after', 3600));
  end if;
end
$$;
comment on function oauth.admit_sign_in(text, text) is
  'Raises RLMTD against password guessing. Limits: 20 attempts a minute from an IP address; 10 wrong passwords an hour for an account from an IP '
  'address, and 100 for an account in total.';

create function oauth.fail_sign_in(email text, client_ip text)
returns void
language sql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
  select oauth.count_failure(fail_sign_in.email);
  select oauth.count_failure(fail_sign_in.email || ' ' || fail_sign_in.client_ip);
  select oauth.record('sign_in_failed', client_ip => fail_sign_in.client_ip);
$$;
comment on function oauth.fail_sign_in(text, text) is 'Counts a wrong password for an account, whether or not it exists.';

create function oauth.open_session(person_id uuid, session_hash bytea, client_ip text)
returns void
language sql volatile
as $$
  insert into oauth.sessions (session_hash, person_id, created_at, expires_at)
  values (open_session.session_hash, open_session.person_id, platform.now(), platform.now() + interval '12 hours');
  select oauth.record('signed_in', person_id => open_session.person_id, client_ip => open_session.client_ip);
$$;
comment on function oauth.open_session(uuid, bytea, text) is 'Opens a session of twelve hours.';

create function oauth.sign_in(email text, password text, session_hash bytea, client_ip text)
returns boolean
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_person record;
begin
  perform oauth.admit_sign_in(sign_in.email, sign_in.client_ip);
  select found.* into v_person from platform.find_person(sign_in.email) as found;
  -- An unknown account takes as long as a known one.
  if extensions.crypt(sign_in.password, coalesce(nullif(v_person.encrypted_password, ''), extensions.gen_salt('bf', 10)))
    is distinct from v_person.encrypted_password
  then
    perform oauth.fail_sign_in(sign_in.email, sign_in.client_ip);
    return false;
  end if;
  perform oauth.open_session(v_person.person_id, sign_in.session_hash, sign_in.client_ip);
  return true;
end
$$;
comment on function oauth.sign_in(text, text, bytea, text) is
  'Opens a session if the password is correct (bcrypt), and returns whether it is. Does not reveal whether the account exists. Raises RLMTD like '
  'oauth.admit_sign_in.';

create function oauth.enter_hosted_session(hosted_session_id uuid, session_hash bytea, client_ip text)
returns boolean
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_person_id constant uuid := platform.session_person(enter_hosted_session.hosted_session_id);
begin
  if v_person_id is null then
    return false;
  end if;
  perform oauth.open_session(v_person_id, enter_hosted_session.session_hash, enter_hosted_session.client_ip);
  return true;
end
$$;
comment on function oauth.enter_hosted_session(uuid, bytea, text) is
  'Opens a session for a person who has just signed in on the hosting platform. It checks the platform''s session in auth.sessions and does not '
  'trust the caller. Returns false without such a session.';

create function oauth.sign_out(session_hash bytea)
returns void
language sql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
  delete from oauth.sessions where sessions.session_hash = sign_out.session_hash;
$$;
comment on function oauth.sign_out(bytea) is 'Ends a session.';

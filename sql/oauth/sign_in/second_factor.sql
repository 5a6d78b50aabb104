create function oauth.has_totp(person_id uuid)
returns boolean
language sql stable
as $$
  select exists (
    select from oauth.totp_secrets where totp_secrets.person_id = has_totp.person_id and totp_secrets.confirmed_at is not null
  );
$$;
comment on function oauth.has_totp(uuid) is 'Returns whether a person has set up an authenticator app.';

create function oauth.has_second_factor(person_id uuid)
returns boolean
language sql stable
as $$
  select oauth.has_totp(has_second_factor.person_id)
    or exists (select from oauth.passkeys where passkeys.person_id = has_second_factor.person_id);
$$;
comment on function oauth.has_second_factor(uuid) is 'Returns whether the sign-in of a person requires a second factor.';

create function oauth.spend_recovery_code(person_id uuid, code text)
returns boolean
language plpgsql volatile
as $$
begin
  delete from oauth.recovery_codes
  where recovery_codes.person_id = spend_recovery_code.person_id
    and recovery_codes.code_hash = sha256(convert_to(lower(regexp_replace(spend_recovery_code.code, '[^A-Za-z0-9]', '', 'g')), 'UTF8'));
  return found;
end
$$;
comment on function oauth.spend_recovery_code(uuid, text) is
  'Returns whether this is an unused recovery code, and deletes it. Letter case and separators do not count.';

create function oauth.begin_session(person_id uuid, session_hash bytea, device_hash bytea, device text, client_ip text)
returns text
language plpgsql volatile
as $$
begin
  if not oauth.has_second_factor(begin_session.person_id) then
    perform oauth.open_session(
      begin_session.person_id, begin_session.session_hash, begin_session.device_hash, begin_session.device, begin_session.client_ip
    );
    return 'signed_in';
  end if;
  insert into oauth.pending_sign_ins (pending_hash, person_id, expires_at)
  values (begin_session.session_hash, begin_session.person_id, platform.clock() + interval '10 minutes');
  return 'second_factor';
end
$$;
comment on function oauth.begin_session(uuid, bytea, bytea, text, text) is
  'After the right password: opens a session (signed_in), or remembers that the second factor is required (second_factor).';

create function oauth.pending_person(pending_hash bytea)
returns uuid
language plpgsql volatile
as $$
declare
  v_person_id uuid;
begin
  select pending_sign_ins.person_id into v_person_id
  from oauth.pending_sign_ins
  where pending_sign_ins.pending_hash = pending_person.pending_hash
    and pending_sign_ins.expires_at > platform.clock()
    and pending_sign_ins.failures < 5
  for update;
  if v_person_id is null then
    perform platform.fail('NAUTH', 'you_must_sign_in_again');
  end if;
  return v_person_id;
end
$$;
comment on function oauth.pending_person(bytea) is
  'Returns the person of a sign-in that waits for the second factor, and locks it. Raises NAUTH after ten minutes or five wrong codes.';

create function oauth.second_factor_bucket(person_id uuid, device_hash bytea)
returns text
language sql stable
as $$
  select oauth.bucket('second_factor', second_factor_bucket.person_id::text, case
    when exists (
      select from oauth.devices
      where devices.person_id = second_factor_bucket.person_id and devices.device_hash = second_factor_bucket.device_hash
    ) then encode(second_factor_bucket.device_hash, 'hex')
  end);
$$;
comment on function oauth.second_factor_bucket(uuid, bytea) is
  'Returns the bucket of wrong codes of a person: one for each known device, and one for all others, who know the password but not the factor.';

create function oauth.show_second_factor(pending_hash bytea)
returns jsonb
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_person_id constant uuid := oauth.pending_person(show_second_factor.pending_hash);
begin
  return jsonb_build_object(
    'person', platform.person_email(v_person_id),
    'person_id', v_person_id,
    'has_totp', oauth.has_totp(v_person_id),
    'sealed_totp', (
      select totp_secrets.sealed from oauth.totp_secrets where totp_secrets.person_id = v_person_id and totp_secrets.confirmed_at is not null
    ),
    'has_passkey', exists (select from oauth.passkeys where passkeys.person_id = v_person_id)
  );
end
$$;
comment on function oauth.show_second_factor(bytea) is
  'Returns the person of a sign-in that waits for the second factor, which factors the person has, and the encrypted secret of the '
  'app. Raises NAUTH without a waiting sign-in.';

create function oauth.sign_in_with_code(
  pending_hash bytea,
  code text,
  secret bytea,
  session_hash bytea,
  device_hash bytea,
  device text,
  client_ip text
)
returns text
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_person_id constant uuid := oauth.pending_person(sign_in_with_code.pending_hash);
  v_bucket constant text := oauth.second_factor_bucket(v_person_id, sign_in_with_code.device_hash);
begin
  if oauth.attempts(v_bucket) >= 10 then
    perform platform.fail('RLMTD', 'too_many_wrong_codes_were_entered', given => pg_catalog.json_build_object('retry_after', 3600));
  end if;
  if oauth.spend_totp(v_person_id, sign_in_with_code.secret, sign_in_with_code.code) or oauth.spend_recovery_code(v_person_id, sign_in_with_code.code) then
    delete from oauth.pending_sign_ins where pending_sign_ins.pending_hash = sign_in_with_code.pending_hash;
    perform oauth.open_session(
      v_person_id, sign_in_with_code.session_hash, sign_in_with_code.device_hash, sign_in_with_code.device, sign_in_with_code.client_ip
    );
    return 'signed_in';
  elsif sign_in_with_code.secret is null and oauth.has_totp(v_person_id) then
    return 'unreadable';
  end if;
  update oauth.pending_sign_ins set failures = failures + 1 where pending_sign_ins.pending_hash = sign_in_with_code.pending_hash;
  perform oauth.count_attempt(v_bucket);
  perform oauth.record('second_factor_failed', person_id => v_person_id, client_ip => sign_in_with_code.client_ip);
  return 'wrong';
end
$$;
comment on function oauth.sign_in_with_code(bytea, text, bytea, bytea, bytea, text, text) is
  'Opens a session if the code of the app, or a recovery code, is correct. The caller decrypts the secret of the app; null if it cannot. Returns signed_in, '
  'wrong, or unreadable for a code that was not checked against the app and is not counted. Raises NAUTH without a waiting sign-in, and RLMTD '
  'after ten wrong codes an hour.';

create function oauth.end_sessions_except(person_id uuid, session_hash bytea)
returns void
language sql volatile
as $$
  delete from oauth.sessions
  where sessions.person_id = end_sessions_except.person_id and sessions.session_hash <> end_sessions_except.session_hash;
$$;
comment on function oauth.end_sessions_except(uuid, bytea) is
  'Ends all sessions of a person except one. A new second factor does this, because the other sessions began without it.';

create function oauth.renew_recovery_codes(session_hash bytea, recovery_hashes text[], client_ip text)
returns void
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_person_id constant uuid := oauth.require_session(renew_recovery_codes.session_hash, is_recent => true);
begin
  if not oauth.has_second_factor(v_person_id) then
    perform platform.fail('NMOVE', 'there_is_no_second_factor');
  end if;
  perform oauth.replace_recovery_codes(v_person_id, renew_recovery_codes.recovery_hashes);
  perform oauth.record('recovery_codes_renewed', person_id => v_person_id, client_ip => renew_recovery_codes.client_ip);
end
$$;
comment on function oauth.renew_recovery_codes(bytea, text[], text) is
  'Replaces all recovery codes of the person of a session. Raises NMOVE without a second factor.';

create function oauth.remove_second_factors(person_id uuid)
returns void
language sql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
  delete from oauth.totp_secrets where totp_secrets.person_id = remove_second_factors.person_id;
  delete from oauth.passkeys where passkeys.person_id = remove_second_factors.person_id;
  delete from oauth.recovery_codes where recovery_codes.person_id = remove_second_factors.person_id;
  delete from oauth.sessions where sessions.person_id = remove_second_factors.person_id;
  select oauth.notify(remove_second_factors.person_id, 'second_factors_removed');
  select oauth.record('second_factors_removed', person_id => remove_second_factors.person_id);
$$;
comment on function oauth.remove_second_factors(uuid) is
  'For the operator: removes the second factors and recovery codes of a person who lost them, and ends the sessions.';

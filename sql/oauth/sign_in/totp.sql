create function oauth.hotp(secret bytea, counter bigint)
returns text
language plpgsql immutable
as $$
declare
  v_mac constant bytea := extensions.hmac(int8send(hotp.counter), hotp.secret, 'sha1');
  v_at constant integer := get_byte(v_mac, 19) & 15;
  v_number constant integer := ((get_byte(v_mac, v_at) & 127) << 24) | (get_byte(v_mac, v_at + 1) << 16)
    | (get_byte(v_mac, v_at + 2) << 8) | get_byte(v_mac, v_at + 3);
begin
  return lpad((v_number % 1000000)::text, 6, '0');
end
$$;
comment on function oauth.hotp(bytea, bigint) is 'Returns the code of six digits for a secret and a counter (RFC 4226, section 5.3).';

create function oauth.spend_totp(person_id uuid, secret bytea, code text)
returns boolean
language plpgsql volatile
as $$
declare
  v_step constant bigint := floor(extract(epoch from platform.clock()) / 30);
  -- Apps show a space in the middle.
  v_code constant text := regexp_replace(spend_totp.code, '\s', '', 'g');
begin
  update oauth.totp_secrets
  set last_step = (
    select max(tried.step) from generate_series(v_step - 1, v_step + 1) as tried (step)
    where oauth.hotp(spend_totp.secret, tried.step) = v_code
  )
  where totp_secrets.person_id = spend_totp.person_id
    and totp_secrets.secret_hash = sha256(spend_totp.secret)
    and exists (
      select from generate_series(v_step - 1, v_step + 1) as tried (step)
      where oauth.hotp(spend_totp.secret, tried.step) = v_code and tried.step > coalesce(totp_secrets.last_step, -1)
    );
  return found;
end
$$;
comment on function oauth.spend_totp(uuid, bytea, text) is
  'Returns whether a code of an authenticator app is correct and the secret is that of the person, for this time step of 30 seconds, the last or the '
  'next one (RFC 6238, section 5.2). A step is accepted once, also by concurrent calls.';

create function oauth.show_totp_setup(session_hash bytea)
returns jsonb
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_person_id constant uuid := oauth.require_session(show_totp_setup.session_hash, is_recent => true);
begin
  if oauth.has_totp(v_person_id) then
    perform platform.fail('NMOVE', 'an_authenticator_app_exists');
  end if;
  return jsonb_build_object(
    'person', platform.person_email(v_person_id),
    'person_id', v_person_id,
    'sealed_totp', (select totp_secrets.sealed from oauth.totp_secrets where totp_secrets.person_id = v_person_id)
  );
end
$$;
comment on function oauth.show_totp_setup(bytea) is
  'Returns the person of a session, and the encrypted secret of an app whose first code is not yet entered, or null. Raises NMOVE if an app is set up.';

create function oauth.start_totp(session_hash bytea, sealed text, secret_hash bytea)
returns void
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_person_id constant uuid := oauth.require_session(start_totp.session_hash, is_recent => true);
begin
  insert into oauth.totp_secrets (person_id, sealed, secret_hash) values (v_person_id, start_totp.sealed, start_totp.secret_hash)
  on conflict on constraint totp_secrets_pkey do update set sealed = excluded.sealed, secret_hash = excluded.secret_hash, last_step = null
  where totp_secrets.confirmed_at is null;
  if not found then
    perform platform.fail('NMOVE', 'an_authenticator_app_exists');
  end if;
end
$$;
comment on function oauth.start_totp(bytea, text, bytea) is
  'Stores the encrypted secret of an authenticator app of the person of a session. It replaces an unconfirmed one. Raises NMOVE if an app is set up.';

create function oauth.confirm_totp(session_hash bytea, code text, secret bytea, recovery_hashes text[], client_ip text)
returns boolean
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_person_id constant uuid := oauth.require_session(confirm_totp.session_hash, is_recent => true);
begin
  if oauth.has_totp(v_person_id) then
    perform platform.fail('NMOVE', 'an_authenticator_app_exists');
  elsif not exists (select from oauth.totp_secrets where totp_secrets.person_id = v_person_id) then
    perform platform.fail('NMOVE', 'no_setup_of_an_app_has_begun');
  elsif oauth.attempts(oauth.bucket('totp', v_person_id::text)) >= 10 then
    perform platform.fail('RLMTD', 'too_many_wrong_codes_were_entered', given => pg_catalog.json_build_object('retry_after', 3600));
  elsif not oauth.spend_totp(v_person_id, confirm_totp.secret, confirm_totp.code) then
    perform oauth.count_attempt(oauth.bucket('totp', v_person_id::text));
    return false;
  end if;
  update oauth.totp_secrets set confirmed_at = platform.clock() where totp_secrets.person_id = v_person_id;
  perform oauth.replace_recovery_codes(v_person_id, confirm_totp.recovery_hashes);
  perform oauth.end_sessions_except(v_person_id, confirm_totp.session_hash);
  perform oauth.notify(v_person_id, 'app_added');
  perform oauth.record('totp_added', person_id => v_person_id, client_ip => confirm_totp.client_ip);
  return true;
end
$$;
comment on function oauth.confirm_totp(bytea, text, bytea, text[], text) is
  'Makes the authenticator app a second factor if its code is correct, and returns whether it is. Replaces the recovery codes and ends '
  'all other sessions. Raises NMOVE if an app is set up, or no setup has begun.';

create function oauth.remove_totp(session_hash bytea, client_ip text)
returns void
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_person_id constant uuid := oauth.require_session(remove_totp.session_hash, is_recent => true);
  v_was_confirmed boolean;
begin
  delete from oauth.totp_secrets
  where totp_secrets.person_id = v_person_id
  returning totp_secrets.confirmed_at is not null into v_was_confirmed;
  if v_was_confirmed then
    perform oauth.notify(v_person_id, 'app_removed');
  end if;
  perform oauth.forget_recovery_codes(v_person_id);
  perform oauth.record('totp_removed', person_id => v_person_id, client_ip => remove_totp.client_ip);
end
$$;
comment on function oauth.remove_totp(bytea, text) is 'Removes the authenticator app of the person of a session.';

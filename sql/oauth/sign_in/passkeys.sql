create function oauth.base64_url(bytes bytea)
returns text
language sql immutable
return rtrim(translate(encode(base64_url.bytes, 'base64'), E'+/\n', '-_'), '=');
comment on function oauth.base64_url(bytea) is 'Returns bytes in base64url without padding (RFC 4648, section 5).';

create function oauth.put_challenge(holder_hash bytea, person_id uuid)
returns text
language plpgsql volatile
as $$
declare
  -- The database creates the challenge, so that a leaked login of the functions cannot replay an old response.
  v_challenge constant bytea := extensions.gen_random_bytes(32);
begin
  insert into oauth.passkey_challenges (holder_hash, person_id, challenge, expires_at)
  values (put_challenge.holder_hash, put_challenge.person_id, v_challenge, platform.clock() + interval '5 minutes')
  on conflict on constraint passkey_challenges_pkey do update
  set person_id = excluded.person_id, challenge = excluded.challenge, expires_at = excluded.expires_at;
  return oauth.base64_url(v_challenge);
end
$$;
comment on function oauth.put_challenge(bytea, uuid) is
  'Creates the challenge of a session or of a browser, in place of an earlier one. Returns it in base64url, as clients sign it.';

create function oauth.open_challenge(holder_hash bytea)
returns text
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_challenge bytea;
begin
  select passkey_challenges.challenge into v_challenge
  from oauth.passkey_challenges
  where passkey_challenges.holder_hash = open_challenge.holder_hash and passkey_challenges.expires_at > platform.clock();
  if v_challenge is null then
    perform platform.fail('BADRQ', 'this_passkey_request_is_over');
  end if;
  return oauth.base64_url(v_challenge);
end
$$;
comment on function oauth.open_challenge(bytea) is
  'Returns the open challenge of a session or a browser in base64url. Raises BADRQ if it was used, has expired or does not exist.';

create function oauth.drop_challenge(holder_hash bytea)
returns void
language sql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
  delete from oauth.passkey_challenges where passkey_challenges.holder_hash = drop_challenge.holder_hash;
$$;
comment on function oauth.drop_challenge(bytea) is 'Ends the open challenge of a session or a browser after a response that is not valid.';

create function oauth.passkeys_of(person_id uuid)
returns jsonb
language sql stable
as $$
  select coalesce(
    jsonb_agg(
      jsonb_build_object(
        'id', oauth.base64_url(passkeys.credential_id),
        'name', passkeys.name,
        'is_synced', passkeys.is_synced,
        'needs_password', passkeys.needs_password,
        'created_at', platform.utc(passkeys.created_at),
        'used_at', platform.utc(passkeys.used_at)
      )
      order by passkeys.created_at, passkeys.credential_id
    ),
    '[]'
  )
  from oauth.passkeys
  where passkeys.person_id = passkeys_of.person_id;
$$;
comment on function oauth.passkeys_of(uuid) is 'Returns the passkeys of a person, the oldest first, without their public keys.';

create function oauth.start_passkey(session_hash bytea)
returns jsonb
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_person_id constant uuid := oauth.require_session(start_passkey.session_hash, is_recent => true);
begin
  return jsonb_build_object(
    'challenge', oauth.put_challenge(start_passkey.session_hash, v_person_id),
    'person', platform.person_email(v_person_id),
    'user_handle', oauth.base64_url(uuid_send(v_person_id)),
    'passkeys', oauth.passkeys_of(v_person_id)
  );
end
$$;
comment on function oauth.start_passkey(bytea) is
  'Creates the challenge of a new passkey of the person of a session. Returns it with the e-mail address, the user handle (base64url) and the present '
  'passkeys. Raises NAUTH without a session, and DNIED without a recent one.';

create function oauth.add_passkey(
  session_hash bytea,
  challenge text,
  name text,
  credential_id bytea,
  public_key bytea,
  rp_id text,
  counter bigint,
  may_be_synced boolean,
  is_synced boolean,
  recovery_hashes text[],
  client_ip text
)
returns boolean
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_person_id constant uuid := oauth.require_session(add_passkey.session_hash, is_recent => true);
  v_needs_codes boolean;
begin
  -- Of two concurrent uses, the second finds nothing.
  delete from oauth.passkey_challenges
  where passkey_challenges.holder_hash = add_passkey.session_hash
    and passkey_challenges.person_id = v_person_id
    and oauth.base64_url(passkey_challenges.challenge) = add_passkey.challenge
    and passkey_challenges.expires_at > platform.clock();
  if not found then
    perform platform.fail('BADRQ', 'this_passkey_request_is_over');
  elsif (select count(*) from oauth.passkeys where passkeys.person_id = v_person_id) >= 20 then
    perform platform.fail('NMOVE', 'you_have_too_many_passkeys');
  end if;
  insert into oauth.passkeys (credential_id, person_id, name, public_key, rp_id, counter, may_be_synced, is_synced, created_at)
  values (
    add_passkey.credential_id, v_person_id, add_passkey.name, add_passkey.public_key, add_passkey.rp_id, add_passkey.counter,
    add_passkey.may_be_synced, add_passkey.is_synced, platform.clock()
  )
  on conflict on constraint passkeys_pkey do nothing;
  if not found then
    perform platform.fail('NMOVE', 'this_passkey_exists');
  end if;
  v_needs_codes := not exists (select from oauth.recovery_codes where recovery_codes.person_id = v_person_id);
  if v_needs_codes then
    perform oauth.replace_recovery_codes(v_person_id, add_passkey.recovery_hashes);
  end if;
  perform oauth.end_sessions_except(v_person_id, add_passkey.session_hash);
  perform oauth.notify(v_person_id, 'passkey_added');
  perform oauth.record('passkey_added', person_id => v_person_id, client_ip => add_passkey.client_ip);
  return v_needs_codes;
end
$$;
comment on function oauth.add_passkey(bytea, text, text, bytea, bytea, text, bigint, boolean, boolean, text[], text) is
  'Adds a passkey to the person of a session, who could add any, so the caller verifies the response. Uses the challenge and ends all other sessions. Sets '
  'these recovery codes if the person has none, and returns whether it did. Raises BADRQ for a challenge that is over, and NMOVE for a known passkey.';

create function oauth.remove_passkey(session_hash bytea, credential_id bytea, client_ip text)
returns void
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_person_id constant uuid := oauth.require_session(remove_passkey.session_hash, is_recent => true);
begin
  delete from oauth.passkeys where passkeys.person_id = v_person_id and passkeys.credential_id = remove_passkey.credential_id;
  if not found then
    perform platform.fail('NTFND', 'you_have_no_such_passkey');
  end if;
  perform oauth.forget_recovery_codes(v_person_id);
  perform oauth.notify(v_person_id, 'passkey_removed');
  perform oauth.record('passkey_removed', person_id => v_person_id, client_ip => remove_passkey.client_ip);
end
$$;
comment on function oauth.remove_passkey(bytea, bytea, text) is
  'Removes a passkey of the person of a session. Raises DNIED without a recent session, and NTFND for a passkey that is unknown or of another person.';

create function oauth.start_passkey_sign_in(browser_hash bytea, pending_hash bytea, client_ip text)
returns jsonb
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_person_id uuid;
begin
  perform oauth.admit('passkey:' || start_passkey_sign_in.client_ip, 20);
  perform oauth.admit('passkey:' || oauth.network_of(start_passkey_sign_in.client_ip), 60);
  select pending_sign_ins.person_id into v_person_id
  from oauth.pending_sign_ins
  where pending_sign_ins.pending_hash = start_passkey_sign_in.pending_hash and pending_sign_ins.expires_at > platform.clock();
  return jsonb_build_object(
    'challenge', oauth.put_challenge(start_passkey_sign_in.browser_hash, v_person_id),
    'passkeys', case when v_person_id is null then '[]' else oauth.passkeys_of(v_person_id) end
  );
end
$$;
comment on function oauth.start_passkey_sign_in(bytea, bytea, text) is
  'Creates the challenge of a browser that signs in with a passkey. Returns it with the passkeys of the person if the browser has a sign-in that waits for '
  'the second factor; only these are accepted then. Without one, the passkey says who signs in. Raises RLMTD after 20 challenges a minute for an '
  'address, and 60 for its network.';

create function oauth.find_passkey(browser_hash bytea, credential_id bytea)
returns jsonb
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_challenge constant text := oauth.open_challenge(find_passkey.browser_hash);
  v_person_id constant uuid := (
    select passkey_challenges.person_id from oauth.passkey_challenges
    where passkey_challenges.holder_hash = find_passkey.browser_hash
  );
  v_passkey oauth.passkeys;
begin
  select passkeys.* into v_passkey from oauth.passkeys where passkeys.credential_id = find_passkey.credential_id;
  if v_passkey.credential_id is null then
    perform platform.fail('BADRQ', 'this_passkey_is_not_accepted');
  elsif v_passkey.needs_password and v_person_id is null then
    perform platform.fail('BADRQ', 'this_passkey_needs_the_new_password');
  end if;
  return jsonb_build_object(
    'challenge', v_challenge, 'public_key', encode(v_passkey.public_key, 'hex'), 'counter', v_passkey.counter
  );
end
$$;
comment on function oauth.find_passkey(bytea, bytea) is
  'Returns the open challenge of a browser, and the public key (hexadecimal) and the counter of a passkey. Raises BADRQ without a challenge, for an '
  'unknown passkey, and for one that needs the password first.';

create function oauth.is_assertion(
  passkey oauth.passkeys,
  challenge oauth.passkey_challenges,
  user_handle bytea,
  authenticator_data bytea,
  client_data bytea,
  signature bytea
)
returns boolean
language plpgsql stable
as $$
declare
  v_passkey constant oauth.passkeys := is_assertion.passkey;
  v_challenge constant oauth.passkey_challenges := is_assertion.challenge;
  v_client jsonb;
  v_flags integer;
  v_counter bigint;
begin
  if v_passkey.credential_id is null or v_challenge.holder_hash is null or v_challenge.expires_at <= platform.clock()
    or length(is_assertion.authenticator_data) < 37 then
    return false;
  end if;
  begin
    v_client := convert_from(is_assertion.client_data, 'UTF8')::jsonb;
  exception
    -- Raised by text that is not UTF-8 or not JSON, and by deep nesting. An error would restore the challenge, which is used in any case.
    when data_exception or program_limit_exceeded then
      return false;
  end;
  v_flags := get_byte(is_assertion.authenticator_data, 32);
  v_counter := oauth.number_of(substr(is_assertion.authenticator_data, 34, 4));
  return
    coalesce(v_challenge.person_id = v_passkey.person_id, is_assertion.user_handle is not null and not v_passkey.needs_password)
    and coalesce(is_assertion.user_handle = uuid_send(v_passkey.person_id), true)
    and v_client ->> 'type' is not distinct from 'webauthn.get'
    and v_client ->> 'challenge' is not distinct from oauth.base64_url(v_challenge.challenge)
    and substr(is_assertion.authenticator_data, 1, 32) = sha256(convert_to(v_passkey.rp_id, 'UTF8'))
    -- Bits of the flags: 1 the person was present, 4 the person was verified, 8 may be synced (BE).
    and v_flags & 5 = 5
    and (v_flags & 8 <> 0) = v_passkey.may_be_synced
    -- A counter that does not grow is a sign of a copied authenticator.
    and (v_counter > v_passkey.counter or v_counter = 0 and v_passkey.counter = 0)
    and oauth.is_signature(
      v_passkey.public_key, is_assertion.authenticator_data || sha256(is_assertion.client_data), is_assertion.signature
    );
end
$$;
comment on function oauth.is_assertion(oauth.passkeys, oauth.passkey_challenges, bytea, bytea, bytea, bytea) is
  'Returns whether a response of an authenticator proves a passkey (Web Authentication, level 3, section 7.2). The caller has compared the origin, which the '
  'database does not know. The host is in the signed data.';

create function oauth.sign_in_with_passkey(
  browser_hash bytea,
  credential_id bytea,
  user_handle bytea,
  authenticator_data bytea,
  client_data bytea,
  signature bytea,
  pending_hash bytea,
  session_hash bytea,
  device_hash bytea,
  device text,
  client_ip text
)
returns boolean
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_challenge oauth.passkey_challenges;
  v_passkey oauth.passkeys;
begin
  -- Of two concurrent uses, the second finds no challenge. A response that is not valid uses it too.
  delete from oauth.passkey_challenges
  where passkey_challenges.holder_hash = sign_in_with_passkey.browser_hash
  returning passkey_challenges.* into v_challenge;
  select passkeys.* into v_passkey from oauth.passkeys where passkeys.credential_id = sign_in_with_passkey.credential_id for update;
  if not oauth.is_assertion(
    v_passkey, v_challenge, sign_in_with_passkey.user_handle, sign_in_with_passkey.authenticator_data, sign_in_with_passkey.client_data,
    sign_in_with_passkey.signature
  ) or not platform.may_sign_in(v_passkey.person_id) then
    perform oauth.record('passkey_refused', person_id => v_passkey.person_id, client_ip => sign_in_with_passkey.client_ip);
    return false;
  end if;
  update oauth.passkeys
  set
    counter = oauth.number_of(substr(sign_in_with_passkey.authenticator_data, 34, 4)),
    is_synced = get_byte(sign_in_with_passkey.authenticator_data, 32) & 16 <> 0,
    needs_password = false,
    used_at = platform.clock()
  where passkeys.credential_id = v_passkey.credential_id;
  delete from oauth.pending_sign_ins where pending_sign_ins.pending_hash = sign_in_with_passkey.pending_hash;
  perform oauth.open_session(
    v_passkey.person_id, sign_in_with_passkey.session_hash, sign_in_with_passkey.device_hash, sign_in_with_passkey.device,
    sign_in_with_passkey.client_ip
  );
  return true;
end
$$;
comment on function oauth.sign_in_with_passkey(bytea, bytea, bytea, bytea, bytea, bytea, bytea, bytea, bytea, text, text) is
  'Opens a session if the response of an authenticator proves a passkey, and returns whether it does. Uses the challenge of the browser in any '
  'case. No password is needed, because the authenticator verifies the person. Returns false for a person who may not sign in.';

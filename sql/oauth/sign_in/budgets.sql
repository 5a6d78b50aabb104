create function oauth.bucket(variadic parts text[])
returns text
language sql immutable
return pg_catalog.array_to_json(bucket.parts)::text;
comment on function oauth.bucket(text[]) is
  'Returns the name of a bucket of oauth.attempt_counts: a kind, then its parts. As JSON, because an entered e-mail address can contain any separator.';

create function oauth.attempts(bucket text)
returns integer
language sql stable
as $$
  select coalesce(
    (
      select attempt_counts.attempts from oauth.attempt_counts
      where attempt_counts.bucket = attempts.bucket and attempt_counts.window_start > platform.clock() - interval '1 hour'
    ),
    0
  );
$$;
comment on function oauth.attempts(text) is 'Returns the count of a bucket since its hour began.';

create function oauth.count_attempt(bucket text)
returns void
language sql volatile
as $$
  insert into oauth.attempt_counts as held (bucket, window_start, attempts)
  values (count_attempt.bucket, platform.clock(), 1)
  on conflict (bucket) do update
  set
    attempts = case when held.window_start > platform.clock() - interval '1 hour' then held.attempts + 1 else 1 end,
    window_start = case when held.window_start > platform.clock() - interval '1 hour' then held.window_start else platform.clock() end;
$$;
comment on function oauth.count_attempt(text) is 'Counts one attempt in a bucket. The hour begins with the first one.';

create function oauth.origin_bucket(email text, client_ip text, device_hash bytea)
returns text
language sql stable
as $$
  select oauth.bucket('account', origin_bucket.email, case
    when oauth.knows_device(origin_bucket.email, origin_bucket.device_hash) then encode(origin_bucket.device_hash, 'hex')
    else oauth.network_of(origin_bucket.client_ip)
  end);
$$;
comment on function oauth.origin_bucket(text, text, bytea) is
  'Returns the bucket of wrong passwords of an account with the origin of the attempt: the device if it is known, otherwise the network.';

create function oauth.refuse_guessing(email text, client_ip text, device_hash bytea)
returns void
language plpgsql stable
as $$
begin
  if oauth.attempts(oauth.origin_bucket(refuse_guessing.email, refuse_guessing.client_ip, refuse_guessing.device_hash)) >= 10 then
    perform platform.fail('RLMTD', 'too_many_wrong_passwords_were_entered', given => pg_catalog.json_build_object('retry_after', 3600));
  elsif oauth.attempts(oauth.bucket('account', refuse_guessing.email)) >= 100
    and not oauth.knows_device(refuse_guessing.email, refuse_guessing.device_hash) then
    perform platform.fail('RLMTD', 'this_account_is_under_attack', given => pg_catalog.json_build_object('retry_after', 3600));
  end if;
end
$$;
comment on function oauth.refuse_guessing(text, text, bytea) is
  'Raises RLMTD after 10 wrong passwords an hour for an account from a known device or from a network, and after 100 for an account from all networks. '
  'Known devices are exempt from the second limit.';

create function oauth.admit_password(email text, client_ip text, device_hash bytea)
returns boolean
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_is_known constant boolean := oauth.knows_device(admit_password.email, admit_password.device_hash);
begin
  perform oauth.refuse_guessing(admit_password.email, admit_password.client_ip, admit_password.device_hash);
  if v_is_known then
    perform oauth.admit('sign_in:' || encode(admit_password.device_hash, 'hex'), 20);
  else
    perform oauth.admit('sign_in:' || admit_password.client_ip, 20);
    perform oauth.admit('sign_in:' || oauth.network_of(admit_password.client_ip), 60);
    if core.take('sign_in:all', 240) is null then
      perform platform.fail('RLMTD', 'too_many_people_are_signing_in', given => pg_catalog.json_build_object('retry_after', 60));
    end if;
  end if;
  return v_is_known;
end
$$;
comment on function oauth.admit_password(text, text, bytea) is
  'Admits one check of a password, which takes long, and returns whether the device is known. Raises RLMTD like oauth.refuse_guessing, and beyond 20 checks '
  'a minute from a known device. Unknown devices: 20 checks a minute from an address, 60 from its network, 240 in total.';

create function oauth.fail_password(email text, client_ip text, device_hash bytea)
returns void
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  perform oauth.count_attempt(oauth.origin_bucket(fail_password.email, fail_password.client_ip, fail_password.device_hash));
  if not oauth.knows_device(fail_password.email, fail_password.device_hash) then
    perform oauth.count_attempt(oauth.bucket('account', fail_password.email));
  end if;
  perform oauth.record('sign_in_failed', client_ip => fail_password.client_ip);
end
$$;
comment on function oauth.fail_password(text, text, bytea) is 'Counts a wrong password for an account, whether or not it exists.';

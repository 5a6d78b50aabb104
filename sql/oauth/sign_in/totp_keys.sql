create function oauth.count_totp_keys()
returns table (key_id text, secrets bigint)
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select totp_secrets.key_id, count(*)
  from oauth.totp_secrets
  where totp_secrets.confirmed_at is not null
  group by totp_secrets.key_id
  order by totp_secrets.key_id;
$$;
comment on function oauth.count_totp_keys() is 'Returns the number of authenticator apps for each key that encrypts their secrets.';

create function oauth.list_totp_secrets_of_other_keys(key_id text, after text, "limit" integer)
returns table (secret_id text, sealed text)
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select totp_secrets.person_id::text, totp_secrets.sealed
  from oauth.totp_secrets
  where totp_secrets.key_id <> list_totp_secrets_of_other_keys.key_id
    and totp_secrets.person_id::text > list_totp_secrets_of_other_keys.after
  order by totp_secrets.person_id::text
  limit list_totp_secrets_of_other_keys."limit";
$$;
comment on function oauth.list_totp_secrets_of_other_keys(text, text, integer) is
  'Returns encrypted secrets of authenticator apps that have another key, by the id of the person, in this order, after an id.';

create function oauth.reseal_totp_secret(secret_id text, sealed_before text, sealed text)
returns boolean
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  -- Two concurrent rotations do not overwrite each other, and a removed app stays removed.
  update oauth.totp_secrets as held set sealed = reseal_totp_secret.sealed
  where held.person_id = reseal_totp_secret.secret_id::uuid and held.sealed = reseal_totp_secret.sealed_before;
  return found;
end
$$;
comment on function oauth.reseal_totp_secret(text, text, text) is
  'Replaces an encrypted secret by the same secret under another key. Returns false if it was changed or removed meanwhile.';

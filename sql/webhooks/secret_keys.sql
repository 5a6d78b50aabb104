create function webhooks.count_secret_keys()
returns table (key_id text, secrets bigint, endpoints bigint)
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select
    secrets.key_id, count(*),
    count(distinct secrets.endpoint_id) filter (where endpoints.status = 'active')
  from webhooks.secrets
  join webhooks.endpoints using (endpoint_id)
  where secrets.expires_at is null or secrets.expires_at > platform.clock()
  group by secrets.key_id
  order by secrets.key_id;
$$;
comment on function webhooks.count_secret_keys() is
  'Returns, for each key that encrypts webhook secrets, the number of secrets that still sign, and of the active endpoints that they belong to.';
revoke execute on function webhooks.count_secret_keys() from public;

create function webhooks.list_secrets_of_other_keys(key_id text, after text, "limit" integer)
returns table (secret_id text, endpoint_id text, sealed text)
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select secrets.secret_id, secrets.endpoint_id, secrets.sealed
  from webhooks.secrets
  where secrets.key_id <> list_secrets_of_other_keys.key_id
    and secrets.secret_id > list_secrets_of_other_keys.after
    and (secrets.expires_at is null or secrets.expires_at > platform.clock())
  order by secrets.secret_id
  limit list_secrets_of_other_keys."limit";
$$;
comment on function webhooks.list_secrets_of_other_keys(text, text, integer) is
  'Returns encrypted secrets that still sign and have another key, in the order of their ids, after an id.';
revoke execute on function webhooks.list_secrets_of_other_keys(text, text, integer) from public;

create function webhooks.reseal_secret(secret_id text, sealed_before text, sealed text)
returns boolean
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  -- Two concurrent rotations do not overwrite each other, and a deleted secret stays deleted.
  update webhooks.secrets as held set sealed = reseal_secret.sealed
  where held.secret_id = reseal_secret.secret_id and held.sealed = reseal_secret.sealed_before;
  return found;
end
$$;
comment on function webhooks.reseal_secret(text, text, text) is
  'Replaces an encrypted secret by the same secret under another key. Returns false if it was changed or deleted meanwhile.';
revoke execute on function webhooks.reseal_secret(text, text, text) from public;

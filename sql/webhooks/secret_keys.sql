create function webhooks.count_secret_keys()
returns table (key_id text, secrets bigint, endpoints bigint, slack_channels bigint)
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select
    held.key_id, count(*),
    count(distinct held.endpoint_id) filter (where held.is_active),
    count(*) filter (where held.endpoint_id is null and held.is_active)
  from (
    select secrets.key_id, secrets.endpoint_id, endpoints.status = 'active' as is_active
    from webhooks.secrets
    join webhooks.endpoints using (endpoint_id)
    where secrets.expires_at is null or secrets.expires_at > platform.clock()
    union all
    select receivers.key_id, null, receivers.disabled_at is null from core.slack_receivers as receivers
  ) as held
  group by held.key_id
  order by held.key_id;
$$;
comment on function webhooks.count_secret_keys() is
  'Returns, for each key that encrypts webhook secrets, the number of secrets that still sign and of addresses of Slack channels, of the active endpoints, '
  'and of the Slack channels that are not disabled.';
revoke execute on function webhooks.count_secret_keys() from public;

create function webhooks.list_secrets_of_other_keys(key_id text, after text, "limit" integer)
returns table (secret_id text, endpoint_id text, sealed text)
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select held.secret_id, held.endpoint_id, held.sealed
  from (
    select secrets.secret_id, secrets.endpoint_id, secrets.sealed, secrets.key_id
    from webhooks.secrets
    where secrets.expires_at is null or secrets.expires_at > platform.clock()
    union all
    select receivers.receiver_id, null, receivers.sealed, receivers.key_id from core.slack_receivers as receivers
  ) as held
  where held.key_id <> list_secrets_of_other_keys.key_id and held.secret_id > list_secrets_of_other_keys.after
  order by held.secret_id
  limit list_secrets_of_other_keys."limit";
$$;
comment on function webhooks.list_secrets_of_other_keys(text, text, integer) is
  'Returns encrypted secrets that still sign, and addresses of Slack channels (without endpoint_id), that have another key, in the order of their ids, after '
  'an id.';
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
  if found then
    return true;
  end if;
  update core.slack_receivers as held set sealed = reseal_secret.sealed
  where held.receiver_id = reseal_secret.secret_id and held.sealed = reseal_secret.sealed_before;
  return found;
end
$$;
comment on function webhooks.reseal_secret(text, text, text) is
  'Replaces an encrypted secret, or address of a Slack channel, by the same one under another key. Returns false if it was changed or deleted meanwhile.';
revoke execute on function webhooks.reseal_secret(text, text, text) from public;

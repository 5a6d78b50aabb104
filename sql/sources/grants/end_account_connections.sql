create function sources.end_account_connections(account_id text)
returns void
language sql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
  update sources.sources as held
  set status = 'disconnected', disconnected_at = platform.now(), attention = null, attention_since = null, retry_at = null
  from sources.connections
  where connections.account_id = end_account_connections.account_id and held.connection_id = connections.connection_id
    and held.status <> 'disconnected';
  update sources.connections as held
  set ended_at = platform.now(), ended_for = 'disconnected'
  where held.account_id = end_account_connections.account_id and held.ended_at is null;
$$;
comment on function sources.end_account_connections(text) is
  'Disconnects all sources of an account and ends its grants, so that the worker revokes them at the platforms. For the operator who deletes the account.';
revoke execute on function sources.end_account_connections(text) from public;

create function sources.count_unrevoked(account_id text)
returns bigint
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select count(*) from sources.connections
  where connections.account_id = count_unrevoked.account_id and connections.ended_at is not null and connections.sealed is not null;
$$;
comment on function sources.count_unrevoked(text) is 'Returns the number of ended grants of an account that are not revoked at their platform yet.';
revoke execute on function sources.count_unrevoked(text) from public;

create function sources.add_authorization(
  brand_id text, platform text, state_hash text, bound_to text, sealed_verifier text, redirect_uri text, shop text default null,
  source_id text default null
)
returns void
language sql volatile
as $$
  delete from sources.authorizations as held
  where held.brand_id = add_authorization.brand_id and held.expires_at < platform.clock() - interval '1 day';
  insert into sources.authorizations (brand_id, state_hash, platform, bound_to, sealed_verifier, redirect_uri, shop, source_id)
  values (
    add_authorization.brand_id, pg_catalog.decode(add_authorization.state_hash, 'hex'), add_authorization.platform, add_authorization.bound_to,
    add_authorization.sealed_verifier, add_authorization.redirect_uri, add_authorization.shop,
    add_authorization.source_id
  );
$$;
comment on function sources.add_authorization(text, text, text, text, text, text, text, text) is
  'Records an authorization that begins at a platform. state_hash is hexadecimal. source_id: the source whose access is renewed.';

create function sources.spend_authorization(brand_id text, state_hash text, bound_to text)
returns jsonb
language plpgsql volatile
as $$
declare
  v_taken sources.authorizations;
begin
  -- A code that is exchanged while the access of the same person is revoked would give tokens that are dead.
  for v_tries in 1 .. 12 loop
    exit when not sources.is_revoking(spend_authorization.brand_id, spend_authorization.state_hash);
    if v_tries = 12 then
      perform platform.fail('STALE', 'an_earlier_access_is_being_ended');
    end if;
    perform pg_catalog.pg_sleep(0.25);
  end loop;
  update sources.authorizations as held
  set taken_at = platform.clock()
  where held.brand_id = spend_authorization.brand_id
    and held.state_hash = pg_catalog.decode(spend_authorization.state_hash, 'hex')
    and held.bound_to = spend_authorization.bound_to
    and held.taken_at is null
    and held.expires_at > platform.clock()
  returning held.* into v_taken;
  if not found then
    -- A person who signed in again has another session.
    perform platform.fail('BADRQ', 'authorization_is_used')
    from sources.authorizations as held
    where held.brand_id = spend_authorization.brand_id and held.state_hash = pg_catalog.decode(spend_authorization.state_hash, 'hex')
      and held.taken_at is not null;
    perform platform.fail('BADRQ', 'authorization_is_foreign');
  end if;
  return pg_catalog.jsonb_build_object(
    'platform', v_taken.platform, 'sealed_verifier', v_taken.sealed_verifier, 'redirect_uri', v_taken.redirect_uri, 'shop', v_taken.shop,
    'renews', (
      select pg_catalog.jsonb_build_object('connection_id', renewed.connection_id, 'account_ids', pg_catalog.jsonb_agg(held.external_id))
      from sources.sources as renewed
      join sources.sources as held on held.brand_id = renewed.brand_id and held.connection_id = renewed.connection_id
      where renewed.brand_id = v_taken.brand_id and renewed.source_id = v_taken.source_id and renewed.platform = v_taken.platform
        and held.status <> 'disconnected'
      group by renewed.connection_id
    )
  );
end
$$;
comment on function sources.spend_authorization(text, text, text) is
  'Takes a pending authorization of the same session, once. Raises BADRQ: authorization_is_used, or authorization_is_foreign for one of another session and '
  'an expired one. renews: the connection whose access the person renews, and its accounts in the brand. Null if the person connects accounts. '
  'Waits up to three seconds while an earlier access is revoked, and then raises STALE (an_earlier_access_is_being_ended).';

create function sources.add_connection(brand_id text, "grant" jsonb, accounts jsonb)
returns text
language plpgsql volatile
as $$
declare
  v_connection_id constant text := add_connection."grant" ->> 'connection_id';
begin
  insert into sources.connections (
    connection_id, account_id, platform, client_id, subject, shop, scopes, sealed, access_expires_at, refresh_expires_at, connected_by
  )
  select
    v_connection_id, brands.account_id, given.platform, given.client_id, given.subject, given.shop, coalesce(given.scopes, '{}'), given.sealed,
    given.access_expires_at, given.refresh_expires_at, given.connected_by
  from core.brands
  cross join pg_catalog.jsonb_to_record(add_connection."grant") as given (
    platform text, client_id text, subject text, shop text, scopes text[], sealed text, access_expires_at timestamptz, refresh_expires_at timestamptz,
    connected_by text
  )
  where brands.brand_id = add_connection.brand_id;
  insert into sources.reachable_accounts (connection_id, external_id, name, currency, timezone, manager_id, manager_name, unavailable)
  select v_connection_id, given.*
  from pg_catalog.jsonb_to_recordset(add_connection.accounts) as given (
    external_id text, name text, currency text, timezone text, manager_id text, manager_name text, unavailable text
  )
  on conflict on constraint reachable_accounts_pkey do nothing;
  -- From here on the connection shows that the access is in use.
  update sources.authorizations as held
  set stored_at = platform.clock()
  where held.brand_id = add_connection.brand_id and held.state_hash = pg_catalog.decode(add_connection."grant" ->> 'state_hash', 'hex');
  return v_connection_id;
end
$$;
comment on function sources.add_connection(text, jsonb, jsonb) is
  'Stores a sealed grant for the account of a brand, with the accounts that it reaches. Returns the id of the connection.';

create function sources.add_sources(brand_id text, connection_id text, external_ids text[])
returns jsonb
language plpgsql volatile
as $$
declare
  v_unknown text[];
  v_unavailable text[];
  v_earlier text[];
  v_stale sources.sources;
begin
  perform core.keep_units(add_sources.brand_id);
  select
    pg_catalog.array_agg(asked.id) filter (where reached.external_id is null),
    pg_catalog.array_agg(asked.id) filter (where reached.unavailable is not null)
  into v_unknown, v_unavailable
  from pg_catalog.unnest(add_sources.external_ids) as asked (id)
  left join (
    select listed.external_id, listed.unavailable
    from sources.reachable_accounts as listed
    join sources.connections on connections.connection_id = listed.connection_id
    join core.brands on brands.account_id = connections.account_id
    where listed.connection_id = add_sources.connection_id and brands.brand_id = add_sources.brand_id and connections.ended_at is null
  ) as reached on reached.external_id = asked.id;
  if v_unknown is not null then
    perform platform.fail(
      'BADRQ', 'names_no_account_of_the_connection', 'account_ids', pg_catalog.json_build_object('account_ids', v_unknown)
    );
  elsif v_unavailable is not null then
    perform platform.fail(
      'BADRQ', 'names_an_account_that_cannot_be_read', 'account_ids', pg_catalog.json_build_object('account_ids', v_unavailable)
    );
  end if;
  v_earlier := sources.earlier_connections(add_sources.brand_id, add_sources.connection_id, add_sources.external_ids);
  for v_stale in
    update sources.sources as held
    set stale_since = null
    from sources.connections
    where connections.connection_id = add_sources.connection_id and connections.platform = held.platform and connections.ended_at is null
      and held.brand_id = add_sources.brand_id and held.external_id = any (add_sources.external_ids) and held.stale_since is not null
    returning held.*
  loop
    perform events.emit(add_sources.brand_id, 'alert.resolved', sources.stale_alert(v_stale));
  end loop;
  insert into sources.sources as held (brand_id, connection_id, platform, external_id, name, currency, timezone, manager_id)
  select
    add_sources.brand_id, connections.connection_id, connections.platform, reached.external_id, reached.name, reached.currency, reached.timezone,
    reached.manager_id
  from sources.connections
  join sources.reachable_accounts as reached on reached.connection_id = connections.connection_id
  where connections.connection_id = add_sources.connection_id
    and connections.ended_at is null
    and reached.external_id = any (add_sources.external_ids)
  on conflict on constraint sources_external_key do update
  set
    connection_id = excluded.connection_id,
    name = excluded.name,
    currency = excluded.currency,
    timezone = excluded.timezone,
    manager_id = excluded.manager_id,
    status = case held.status when 'paused' then 'paused' else 'connected' end,
    attention = null,
    attention_since = null,
    disconnected_at = null,
    is_deletion_due = false,
    retry_at = null,
    -- The first plan replaces the windows that were not read before.
    planned = case when held.status = 'disconnected' then '{}' else held.planned - '{hourly,nightly,weekly}'::text[] end;
  update sources.windows as held
  set due_at = platform.clock(), attempts = 0
  from sources.sources
  where sources.brand_id = add_sources.brand_id and sources.connection_id = add_sources.connection_id
    and sources.external_id = any (add_sources.external_ids)
    and held.brand_id = sources.brand_id and held.source_id = sources.source_id and held.state <> 'read';
  perform sources.end_replaced_connections(v_earlier);
  return (
    select pg_catalog.jsonb_agg(
      pg_catalog.jsonb_build_object('id', held.source_id, 'account_id', held.external_id, 'name', held.name) order by held.external_id
    )
    from sources.sources as held
    where held.brand_id = add_sources.brand_id and held.connection_id = add_sources.connection_id and held.external_id = any (add_sources.external_ids)
  );
end
$$;
comment on function sources.add_sources(text, text, text[]) is
  'Connects accounts that a grant reaches to a brand, and returns their sources. An account that was connected before continues with the new grant, '
  'its open alert is resolved, and a connection that has no source any more ends.';

create function sources.take_grant(connection_id text, seconds integer default null, lease text default null)
returns jsonb
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_held sources.connections;
begin
  if take_grant.seconds is not null then
    update sources.connections as held
    set lease = take_grant.lease, refreshing_until = platform.clock() + make_interval(secs => take_grant.seconds)
    where held.connection_id = take_grant.connection_id and coalesce(held.refreshing_until <= platform.clock(), true)
    returning held.* into v_held;
    if not found then
      return null;
    end if;
  else
    select held.* into v_held from sources.connections as held where held.connection_id = take_grant.connection_id;
  end if;
  return jsonb_build_object(
    'connection_id', v_held.connection_id, 'platform', v_held.platform, 'shop', v_held.shop, 'sealed', v_held.sealed, 'version', v_held.version,
    'refreshed_at', platform.utc(v_held.refreshed_at), 'ended_at', platform.utc(v_held.ended_at)
  );
end
$$;
comment on function sources.take_grant(text, integer, text) is
  'Returns the sealed grant of a connection. With seconds it also takes the lease for a refresh. Returns null if another process has it.';
revoke execute on function sources.take_grant(text, integer, text) from public;

create function sources.store_grant(
  connection_id text, version integer, sealed text, access_expires_at timestamptz, refresh_expires_at timestamptz, scopes text[]
)
returns boolean
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  update sources.connections as held
  set
    sealed = store_grant.sealed, version = held.version + 1, access_expires_at = store_grant.access_expires_at,
    refresh_expires_at = store_grant.refresh_expires_at, scopes = coalesce(store_grant.scopes, held.scopes), refreshed_at = platform.clock(),
    refreshing_until = null
  where held.connection_id = store_grant.connection_id and held.version = store_grant.version;
  if not found then
    return false;
  end if;
  -- Another process that exchanged the same refresh token later may have called the grant dead.
  update sources.sources as held
  set retry_at = platform.clock()
  where held.connection_id = store_grant.connection_id and held.status = 'needs_attention' and held.attention ->> 'reason' = 'grant_is_dead';
  return true;
end
$$;
comment on function sources.store_grant(text, integer, text, timestamptz, timestamptz, text[]) is
  'Replaces the grant of this version after a refresh, and ends the lease. Returns false if another process replaced it. '
  'It does not require the lease, because the only copy of a rotated refresh token would be lost.';
revoke execute on function sources.store_grant(text, integer, text, timestamptz, timestamptz, text[]) from public;

create function sources.release_grant(connection_id text, lease text)
returns void
language sql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
  update sources.connections as held
  set refreshing_until = null, revoking_until = null
  where held.connection_id = release_grant.connection_id and held.lease = release_grant.lease;
$$;
comment on function sources.release_grant(text, text) is 'Ends the lease of a refresh that failed, unless another process has it.';
revoke execute on function sources.release_grant(text, text) from public;

create function sources.keep_grant(connection_id text, lease text, seconds integer)
returns void
language sql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
  update sources.connections as held
  set
    refreshing_until = platform.clock() + make_interval(secs => keep_grant.seconds),
    revoking_until = case when held.revoking_until is not null then platform.clock() + make_interval(secs => keep_grant.seconds) end
  where held.connection_id = keep_grant.connection_id and held.lease = keep_grant.lease and held.refreshing_until is not null;
$$;
comment on function sources.keep_grant(text, text, integer) is 'Extends the lease of a refresh that is running, unless another process has it.';
revoke execute on function sources.keep_grant(text, text, integer) from public;

create function sources.fail_connection(connection_id text, attention jsonb)
returns integer
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_failed integer;
begin
  update sources.sources as held
  set status = 'needs_attention', attention = fail_connection.attention, attention_since = coalesce(held.attention_since, platform.now()), retry_at = null
  where held.connection_id = fail_connection.connection_id and held.status in ('connected', 'needs_attention');
  get diagnostics v_failed = row_count;
  update sources.connections as held set refreshing_until = null where held.connection_id = fail_connection.connection_id;
  return v_failed;
end
$$;
comment on function sources.fail_connection(text, jsonb) is
  'Stops all sources of a grant that the platform no longer accepts, in every brand, until a person gives access again. Returns their number.';
revoke execute on function sources.fail_connection(text, jsonb) from public;

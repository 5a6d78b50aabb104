create function sources.end_source(brand_id text, source_id text, deletes_data boolean)
returns void
language plpgsql volatile
as $$
begin
  update sources.sources as held
  set
    status = 'disconnected', disconnected_at = coalesce(held.disconnected_at, platform.now()), attention = null, attention_since = null,
    retry_at = null, is_deletion_due = end_source.deletes_data
  where held.brand_id = end_source.brand_id and held.source_id = end_source.source_id;
  -- Days that were never read stay known, because the stored days do not become whole.
  delete from sources.windows as held
  where held.brand_id = end_source.brand_id and held.source_id = end_source.source_id and held.state <> 'read'
    and (held.read_at is not null or held.purpose not in ('recent', 'backfill'));
  perform sources.end_unused_connections();
end
$$;
comment on function sources.end_source(text, text, boolean) is
  'Disconnects a source. The worker revokes a grant without sources at the platform, and deletes the data of the account if that is asked.';

create function sources.is_in_use(connection_id text)
returns boolean
language sql stable
as $$
  select exists (select from sources.sources where sources.connection_id = is_in_use.connection_id and sources.status <> 'disconnected');
$$;
comment on function sources.is_in_use(text) is 'Whether a source that is not disconnected has this connection, in any brand that the caller sees.';

create function sources.end_unused_connections()
returns void
language sql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
  update sources.connections as held
  set ended_at = platform.now(), ended_for = 'disconnected'
  where held.ended_at is null
    -- A new grant has no sources until accounts are chosen.
    and exists (select from sources.sources where sources.connection_id = held.connection_id)
    and not sources.is_in_use(held.connection_id);
$$;
comment on function sources.end_unused_connections() is 'Ends grants whose sources are all disconnected.';
revoke execute on function sources.end_unused_connections() from public;

create function sources.earlier_connections(brand_id text, connection_id text, external_ids text[])
returns text[]
language sql stable
return array(
  select distinct held.connection_id
  from sources.sources as held
  join sources.connections on connections.connection_id = earlier_connections.connection_id and connections.platform = held.platform
  where held.brand_id = earlier_connections.brand_id and held.external_id = any (earlier_connections.external_ids)
    and held.connection_id <> earlier_connections.connection_id
);
comment on function sources.earlier_connections(text, text, text[]) is
  'Returns the other connections that accounts of the platform of a connection use in a brand.';

create function sources.end_replaced_connections(connection_ids text[])
returns void
language sql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
  update sources.connections as held
  set ended_at = platform.now(), ended_for = 'replaced'
  from core.brands
  where held.connection_id = any (end_replaced_connections.connection_ids)
    and held.ended_at is null
    and brands.brand_id = any (core.scope_brand_ids()) and brands.account_id = held.account_id
    and not sources.is_in_use(held.connection_id);
$$;
comment on function sources.end_replaced_connections(text[]) is
  'Ends connections of the account in scope whose sources continue with another connection. Those that still have a source stay.';
revoke execute on function sources.end_replaced_connections(text[]) from public;

create function sources.end_abandoned_connections()
returns void
language sql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
  update sources.connections as held
  set ended_at = platform.now(), ended_for = 'expired'
  where held.ended_at is null
    and held.granted_at < platform.clock() - interval '1 day'
    and not exists (select from sources.sources where sources.connection_id = held.connection_id);
$$;
comment on function sources.end_abandoned_connections() is 'Ends connections for which no account was chosen within a day.';
revoke execute on function sources.end_abandoned_connections() from public;

create function sources.connections_to_revoke()
returns table (connection_id text, platform text)
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select connections.connection_id, connections.platform
  from sources.connections
  where connections.ended_at is not null and connections.sealed is not null
    and coalesce(connections.refreshing_until <= platform.clock(), true)
    -- An account can be chosen at the moment at which the connection ends.
    and not sources.is_in_use(connections.connection_id)
  order by connections.connection_id;
$$;
comment on function sources.connections_to_revoke() is 'Returns ended grants that are not revoked at their platform yet.';
revoke execute on function sources.connections_to_revoke() from public;

create function sources.shares_access(connection_id text)
returns boolean
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select exists (
    select
    from sources.connections as held
    join sources.connections as others on others.connection_id <> held.connection_id
    where held.connection_id = shares_access.connection_id
      and others.sealed is not null
      and (others.ended_at is null or sources.is_in_use(others.connection_id))
      and coalesce(others.client_id = held.client_id, true)
      and case
        when held.subject is not null and others.subject is not null
          then others.platform = held.platform and others.subject = held.subject
        when others.platform = held.platform or '{google_ads,ga4}'::text[] @> array[others.platform, held.platform]
          then others.person_id = held.person_id
            or others.person_id is null and held.person_id is null and others.account_id = held.account_id
            or others.platform = held.platform and exists (
              select
              from sources.reachable_accounts as reached
              join sources.reachable_accounts as same on same.external_id = reached.external_id
              where reached.connection_id = held.connection_id and same.connection_id = others.connection_id
            )
        else false
      end
  );
$$;
comment on function sources.shares_access(text) is
  'Whether another connection that has not ended may depend on the same access at the platform: of the same person or shop for the same registration of '
  'Vitrine. Where the platform does not name the person (Google), these count as one person: grants of one person of Vitrine, grants of the command line '
  'for one account of Vitrine, and grants that reach a common account of the platform.';
revoke execute on function sources.shares_access(text) from public;

create function sources.begin_revocation(connection_id text, lease text, seconds integer)
returns text
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('sources.revocation', 0));
  if exists (
    select
    from sources.connections as held
    join sources.authorizations as begun
      on begun.platform = held.platform or '{google_ads,ga4}'::text[] @> array[begun.platform, held.platform]
    join core.brands on brands.brand_id = begun.brand_id
    where held.connection_id = begin_revocation.connection_id
      and begun.taken_at > platform.clock() - interval '3 minutes' and begun.stored_at is null
      -- Others may be of the same person too, but must not delay the revocation without end.
      and (brands.account_id = held.account_id or begun.shop = held.shop or held.ended_at > platform.now() - interval '1 hour')
  ) then
    return 'waits';
  end if;
  if sources.shares_access(begin_revocation.connection_id) then
    return 'shared';
  end if;
  update sources.connections as held
  set
    refreshing_until = platform.clock() + make_interval(secs => begin_revocation.seconds),
    revoking_until = platform.clock() + make_interval(secs => begin_revocation.seconds)
  where held.connection_id = begin_revocation.connection_id and held.lease = begin_revocation.lease and held.ended_at is not null;
  return case when found then 'begun' else 'waits' end;
end
$$;
comment on function sources.begin_revocation(text, text, integer) is
  'Announces that all access of a person or shop is revoked at the platform. shared: another connection depends on it. waits: a code that may be of the '
  'same person is being exchanged, or another process has the lease. begun: sources.spend_authorization waits until the grant is forgotten or released.';
revoke execute on function sources.begin_revocation(text, text, integer) from public;

create function sources.is_revoking(brand_id text, state_hash text)
returns boolean
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  -- Until the end of this transaction no revocation begins.
  perform pg_advisory_xact_lock(hashtextextended('sources.revocation', 0));
  return exists (
    select
    from sources.authorizations as begun
    join sources.connections as held
      on held.platform = begun.platform or '{google_ads,ga4}'::text[] @> array[begun.platform, held.platform]
    where begun.brand_id = is_revoking.brand_id and begun.brand_id = any (core.scope_brand_ids())
      and begun.state_hash = decode(is_revoking.state_hash, 'hex')
      and held.revoking_until > platform.clock()
      and coalesce(held.shop = begun.shop, true)
  );
end
$$;
comment on function sources.is_revoking(text, text) is
  'Whether an access that may be of the same person or shop as a pending authorization of the brand in scope is being revoked at its platform.';
revoke execute on function sources.is_revoking(text, text) from public;

create function sources.forget_grant(connection_id text)
returns void
language sql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
  update sources.connections as held set sealed = null, refreshing_until = null, revoking_until = null
  where held.connection_id = forget_grant.connection_id and held.ended_at is not null;
$$;
comment on function sources.forget_grant(text) is 'Removes the tokens of an ended grant after it was revoked.';
revoke execute on function sources.forget_grant(text) from public;

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

create function sources.end_at_platform(connection_id text, ended_for text, reason text)
returns void
language plpgsql volatile
as $$
begin
  perform sources.fail_connection(
    end_at_platform.connection_id, pg_catalog.jsonb_build_object('reason', end_at_platform.reason, 'values', pg_catalog.jsonb_build_object())
  );
  update sources.connections as held
  set
    ended_at = coalesce(held.ended_at, platform.now()), ended_for = coalesce(held.ended_for, end_at_platform.ended_for), sealed = null,
    -- A refresh that runs meanwhile cannot store its grant.
    version = held.version + 1, refreshing_until = null
  where held.connection_id = end_at_platform.connection_id;
end
$$;
comment on function sources.end_at_platform(text, text, text) is
  'Ends a connection whose access has ended at the platform, and removes its tokens. Its sources need attention for this reason.';

create function sources.connected_brands(connection_id text, external_id text)
returns jsonb
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select coalesce(
    jsonb_agg(jsonb_build_object('brand_id', held.brand_id, 'connection_id', held.connection_id) order by held.brand_id), '[]'
  )
  from sources.connections
  join sources.sources as held on held.platform = connections.platform
  join core.memberships on memberships.brand_id = held.brand_id and memberships.person_id = core.scope_person_id()
  where connections.connection_id = connected_brands.connection_id and held.external_id = connected_brands.external_id
    and held.status <> 'disconnected';
$$;
comment on function sources.connected_brands(text, text) is
  'Returns the brands of the person in scope to which an account of a platform is connected, each with the connection that its source uses.';
revoke execute on function sources.connected_brands(text, text) from public;

create function sources.unreached_sources(connection_id text)
returns jsonb
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  with own as (
    select held.* from sources.connections as held where held.connection_id = unreached_sources.connection_id
  ),
  reached as (
    select listed.external_id
    from sources.reachable_accounts as listed
    where listed.connection_id = unreached_sources.connection_id and listed.unavailable is null
  ),
  seen as (
    select held.*, others.person_id, others.subject
    from own
    join core.brands on brands.account_id = own.account_id
    join core.memberships on memberships.brand_id = brands.brand_id and memberships.person_id = core.scope_person_id()
    join sources.sources as held on held.brand_id = brands.brand_id and held.platform = own.platform and held.status <> 'disconnected'
    join sources.connections as others on others.connection_id = held.connection_id
  )
  select coalesce(
    jsonb_agg(
      jsonb_build_object(
        'brand_id', seen.brand_id, 'source_id', seen.source_id, 'connection_id', seen.connection_id, 'account_id', seen.external_id,
        'name', seen.name, 'status', seen.status
      )
      order by seen.name, seen.external_id, seen.brand_id
    ), '[]'
  )
  from seen
  cross join own
  where seen.connection_id <> own.connection_id
    and seen.external_id not in (select reached.external_id from reached)
    and (
      seen.person_id = own.person_id or seen.subject = own.subject or seen.status = 'needs_attention'
      or seen.connection_id in (
        select same.connection_id from seen as same where same.external_id in (select reached.external_id from reached)
      )
    );
$$;
comment on function sources.unreached_sources(text) is
  'Returns the sources of the brands of the person in scope that a person may expect from this grant, and that it does not reach: those of earlier '
  'grants of the same person or for the same accounts, and those that need attention.';
revoke execute on function sources.unreached_sources(text) from public;

create function sources.require_connection(brand_id text, connection_id text)
returns void
language plpgsql stable
as $$
begin
  if not exists (
    select
    from sources.connections
    join core.brands on brands.account_id = connections.account_id
    where connections.connection_id = require_connection.connection_id and connections.ended_at is null
      and brands.brand_id = require_connection.brand_id
      -- A grant can reach accounts of brands that other admins do not see.
      and (core.scope_person_id() is null or connections.person_id = core.scope_person_id())
  ) then
    perform platform.fail('NTFND', 'there_is_no_such_connection', 'connection_id');
  end if;
end
$$;
comment on function sources.require_connection(text, text) is
  'Raises NTFND unless a connection belongs to the account of a brand, and to the person in scope if there is one.';
grant execute on function sources.require_connection(text, text) to vitrine_person, vitrine_worker;

create function sources.reachable_accounts(brand_id text, connection_id text)
returns jsonb
language plpgsql stable
as $$
begin
  perform sources.require_connection(reachable_accounts.brand_id, reachable_accounts.connection_id);
  return pg_catalog.jsonb_build_object(
    'connection_id', reachable_accounts.connection_id,
    'platform', (select connections.platform from sources.connections where connections.connection_id = reachable_accounts.connection_id),
    'data', coalesce(
      (
        select pg_catalog.jsonb_agg(
          pg_catalog.jsonb_build_object(
            'account_id', reached.external_id, 'name', reached.name, 'currency', reached.currency, 'timezone', reached.timezone,
            'manager_id', reached.manager_id, 'manager_name', reached.manager_name, 'unavailable', reached.unavailable,
            'connected', sources.connected_brands(reached.connection_id, reached.external_id)
          )
          order by reached.name, reached.external_id
        )
        from sources.reachable_accounts as reached
        where reached.connection_id = reachable_accounts.connection_id
      ), '[]'
    ),
    'unreached', sources.unreached_sources(reachable_accounts.connection_id)
  );
end
$$;
comment on function sources.reachable_accounts(text, text) is
  'Returns the accounts that a grant reaches, for the person who gave the access to choose from, and connected ones that it does not reach. Raises '
  'NTFND for a grant of others.';
grant execute on function sources.reachable_accounts(text, text) to vitrine_person;
call core.register_operation('sources.reachable_accounts', 'console', role => 'admin', served_by => '{console}');

create function sources.stale_alert(source sources.sources)
returns jsonb
language sql stable
return pg_catalog.jsonb_build_object(
  'detector', 'data_stale', 'source_id', (stale_alert.source).source_id, 'platform', (stale_alert.source).platform,
  'account_id', (stale_alert.source).external_id, 'name', (stale_alert.source).name, 'data_through', (stale_alert.source).data_through,
  'reason', (stale_alert.source).attention ->> 'reason'
);
comment on function sources.stale_alert(sources.sources) is 'Returns the data of an alert about a source whose data stopped.';

create function sources.reachable_since(source sources.sources)
returns timestamptz
language sql stable
as $$
  select greatest(connections.connected_at, (reachable_since.source).last_read_at)
  from sources.connections
  where connections.connection_id = (reachable_since.source).connection_id;
$$;
comment on function sources.reachable_since(sources.sources) is 'Returns when a source was last read, or connected again after that.';

create function sources.has_stopped(source sources.sources)
returns boolean
language sql stable
return (has_stopped.source).status = 'needs_attention'
  or (has_stopped.source).status = 'connected' and sources.reachable_since(has_stopped.source) < platform.now() - interval '24 hours';
comment on function sources.has_stopped(sources.sources) is 'Returns whether a source needs attention or was not read for 24 hours.';

create function sources.access_ends_at(source sources.sources)
returns timestamptz
-- Readers of sources cannot read grants. The id of a connection cannot be guessed.
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select stated.ends_at
  from sources.connections
  -- Meta has no refresh token: a living access token is exchanged for the next one.
  cross join lateral (
    select case connections.platform when 'meta' then connections.access_expires_at else connections.refresh_expires_at end as ends_at
  ) as stated
  where connections.connection_id = (access_ends_at.source).connection_id and connections.ended_at is null
    and stated.ends_at < platform.clock() + interval '14 days'
    and (access_ends_at.source).status <> 'disconnected';
$$;
comment on function sources.access_ends_at(sources.sources) is
  'Returns when the access of a source ends unless it is used or renewed before, if that is within 14 days. Null otherwise.';
revoke execute on function sources.access_ends_at(sources.sources) from public;

create function sources.working_sources()
returns setof sources.sources
language sql stable
as $$
  select held.*
  from sources.sources as held
  join core.brands on brands.brand_id = held.brand_id
  where brands.status <> 'archived';
$$;
comment on function sources.working_sources() is 'Returns the sources of all brands in scope that are not archived.';

create function sources.troubled_sources()
returns table (brand_id text, source_id text, platform text, name text, reason text, "values" jsonb, since text)
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select
    held.brand_id, held.source_id, held.platform, held.name, stated.attention ->> 'reason', stated.attention -> 'values',
    platform.utc(coalesce(held.attention_since, held.last_read_at, held.connected_at))
  from sources.working_sources() as held
  cross join lateral (select sources.attention_of(held) as attention) as stated
  where sources.has_stopped(held)
  union all
  select
    held.brand_id, held.source_id, held.platform, held.name, held.version_notice ->> 'reason', held.version_notice -> 'values', null
  from sources.working_sources() as held
  where held.status in ('connected', 'needs_attention') and held.version_notice is not null
  union all
  select
    held.brand_id, held.source_id, held.platform, held.name, stated.notice ->> 'reason', stated.notice -> 'values', null
  from sources.working_sources() as held
  cross join lateral (
    select platform.statement(
      'access_ends_soon',
      pg_catalog.jsonb_build_object('ends_at', platform.utc(sources.access_ends_at(held)), 'is_paused', held.status = 'paused')
    ) as notice
  ) as stated
  where sources.access_ends_at(held) is not null and held.status in ('connected', 'paused')
  order by 1, 3, 4, 2;
$$;
comment on function sources.troubled_sources() is
  'Returns the sources of all brands, except archived ones, that need attention, were not read for 24 hours, use a version whose end is announced, or have '
  'an access that ends within 14 days, for the operator.';
revoke execute on function sources.troubled_sources() from public;

create function sources.raise_stale(source_ids text[] default null)
returns integer
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_source sources.sources;
  v_raised integer := 0;
begin
  for v_source in
    update sources.sources as held
    set stale_since = platform.now()
    from sources.working_sources() as working
    where working.brand_id = held.brand_id and working.source_id = held.source_id
      and held.stale_since is null and sources.has_stopped(held)
      and (raise_stale.source_ids is null or held.source_id = any (raise_stale.source_ids))
    returning held.*
  loop
    insert into events.outbox (brand_id, type, data) values (v_source.brand_id, 'alert.triggered', sources.stale_alert(v_source));
    v_raised := v_raised + 1;
  end loop;
  return v_raised;
end
$$;
comment on function sources.raise_stale(text[]) is
  'Emits alert.triggered (data_stale) once for each source of a brand that is not archived that needs attention or was not read for 24 hours: for these '
  'sources, or all. Returns the number of new alerts.';
revoke execute on function sources.raise_stale(text[]) from public;

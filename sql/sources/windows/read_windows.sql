create function sources.due_sources(brand_id text default null, source_id text default null, counts_waiting boolean default false)
returns table (brand_id text, source_id text)
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select held.brand_id, held.source_id
  from sources.sources as held
  join core.brands on brands.brand_id = held.brand_id
  where (due_sources.brand_id is null or held.brand_id = due_sources.brand_id)
    and (due_sources.source_id is null or held.source_id = due_sources.source_id)
    and (brands.status <> 'archived' or held.is_deletion_due)
    and (coalesce(held.busy_until <= platform.clock(), true) or due_sources.counts_waiting)
    and (coalesce(held.waits_until <= platform.clock(), true) or held.is_deletion_due or due_sources.counts_waiting)
    and (
      held.is_deletion_due
      or (
        (held.status = 'connected' or held.status = 'needs_attention' and held.retry_at <= platform.clock())
        and (
          coalesce((held.planned ->> 'hourly')::timestamptz < date_trunc('hour', platform.now()), true)
          or exists (
            select from sources.windows
            where windows.brand_id = held.brand_id and windows.source_id = held.source_id and windows.state <> 'read'
              and (windows.due_at <= platform.clock() or due_sources.counts_waiting)
          )
          or exists (
            select from sources.due_objects
            where due_objects.brand_id = held.brand_id and due_objects.source_id = held.source_id and due_objects.due_at <= platform.clock()
          )
        )
      )
    )
  order by held.brand_id, held.source_id;
$$;
comment on function sources.due_sources(text, text, boolean) is
  'Returns the sources that have work now, in all brands or one. counts_waiting includes those whose work waits or is done by another process.';
revoke execute on function sources.due_sources(text, text, boolean) from public;

create function sources.claim_source(brand_id text, source_id text, lease text, seconds integer)
returns jsonb
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_source sources.sources;
begin
  -- Claims run one at a time, so that the limits below hold.
  perform pg_advisory_xact_lock(hashtextextended('sources.claim', 0));
  update sources.sources as held
  set
    lease = claim_source.lease, busy_until = platform.clock() + make_interval(secs => claim_source.seconds)
  where held.brand_id = claim_source.brand_id and held.source_id = claim_source.source_id
    and held.brand_id = any (core.scope_brand_ids())
    and coalesce(held.busy_until <= platform.clock(), true)
    and (
      (held.status = 'connected' or held.status = 'needs_attention' and held.retry_at <= platform.clock())
        and coalesce(held.waits_until <= platform.clock(), true)
      or held.is_deletion_due
    )
    -- An account that two brands read, and the registration of Vitrine at the platform, have limits of their own.
    and not exists (
      select from sources.sources as others
      where others.platform = held.platform and others.external_id = held.external_id and others.source_id <> held.source_id
        and others.busy_until > platform.clock()
    )
    and (select count(*) from sources.sources as others where others.platform = held.platform and others.busy_until > platform.clock()) < 4
  returning held.* into v_source;
  if not found then
    return null;
  end if;
  return to_jsonb(v_source) - '{lease,planned}'::text[];
end
$$;
comment on function sources.claim_source(text, text, text, integer) is
  'Leases a source of the brand in scope to one process. Returns null if it needs a person, if its platform asked to wait, if another process reads it '
  'or the same account, or if four sources of the platform are being read.';
revoke execute on function sources.claim_source(text, text, text, integer) from public;

create function sources.keep_source(brand_id text, source_id text, lease text, seconds integer)
returns boolean
language plpgsql volatile
as $$
begin
  update sources.sources as held
  set busy_until = platform.clock() + pg_catalog.make_interval(secs => keep_source.seconds)
  where held.brand_id = keep_source.brand_id and held.source_id = keep_source.source_id and held.lease = keep_source.lease;
  return found;
end
$$;
comment on function sources.keep_source(text, text, text, integer) is 'Extends a lease, or ends it with 0 seconds. Returns false if another process has the source.';

create function sources.readable_windows(brand_id text, source_id text)
returns setof sources.windows
language sql stable
as $$
  select held.*
  from sources.windows as held
  where held.brand_id = readable_windows.brand_id and held.source_id = readable_windows.source_id and held.state <> 'read'
    -- A report that the platform prepares and a newer one of the same days could arrive in the wrong order.
    and (
      held.state = 'requested'
      or (
        not exists (
          select from sources.windows as others
          where others.brand_id = held.brand_id and others.source_id = held.source_id and others.report = held.report and others.state = 'requested'
            and others.first_on <= held.last_on and others.last_on >= held.first_on
        )
        and (
          select count(*) from sources.windows as others
          where others.brand_id = held.brand_id and others.source_id = held.source_id and others.state = 'requested'
        ) < 4
      )
    );
$$;
comment on function sources.readable_windows(text, text) is
  'Returns the windows of a source that can be read when they are due. A window waits while the platform prepares a report of the same days, or four '
  'others.';
grant execute on function sources.readable_windows(text, text) to vitrine_worker;

create function sources.next_window(brand_id text, source_id text)
returns jsonb
language sql stable
as $$
  select pg_catalog.to_jsonb(held) || pg_catalog.jsonb_build_object(
    'waited_seconds', extract(epoch from platform.clock() - held.requested_at), 'reported_at', coalesce(held.reported_at, platform.now())
  )
  from sources.readable_windows(next_window.brand_id, next_window.source_id) as held
  where held.due_at <= platform.clock()
  order by
    -- A prepared report frees its place at the platform, which a report that is not requested yet can wait for.
    held.state = 'requested' desc,
    pg_catalog.array_position('{hourly,recent,nightly,weekly,backfill}'::text[], held.purpose), held.last_on desc,
    pg_catalog.array_position('{ads_daily,ads_hourly,orders,products,sessions,transactions}'::text[], held.report), held.window_id
  limit 1;
$$;
comment on function sources.next_window(text, text) is
  'Returns the window of a source to read next: those whose report was requested, then today, then the newest days. Its reported_at is now, or when its asynchronous report was '
  'requested. Returns null if none is due now.';

create function sources.seconds_to_next_read(brand_id text, source_id text)
returns double precision
language sql stable
as $$
  -- greatest would ignore null.
  select
    case when count(*) > 0 then greatest(0, extract(epoch from greatest(min(due.due_at), min(held.waits_until)) - platform.clock())) end::double precision
  from sources.sources as held
  cross join lateral (
    select windows.due_at, windows.failure, windows.attempts from sources.readable_windows(held.brand_id, held.source_id) as windows
    union all
    select objects.due_at, objects.failure, objects.attempts from sources.waiting_objects(held.brand_id, held.source_id) as objects
  ) as due
  where held.brand_id = seconds_to_next_read.brand_id and held.source_id = seconds_to_next_read.source_id
    and (due.failure is null or due.attempts = 0) and due.due_at < 'infinity';
$$;
comment on function sources.seconds_to_next_read(text, text) is
  'Returns when the next window or single object of a source is due, without those that failed and wait for a person. One that is tried again has no '
  'failed attempt. Null if there is none.';

create function sources.require_lease(brand_id text, source_id text, lease text)
returns sources.sources
language plpgsql volatile
as $$
declare
  v_source sources.sources;
begin
  select held.* into v_source
  from sources.sources as held
  where held.brand_id = require_lease.brand_id and held.source_id = require_lease.source_id and held.lease = require_lease.lease
    and held.status in ('connected', 'needs_attention')
  for update;
  if not found then
    perform platform.fail('STALE', 'another_process_reads_this_source');
  end if;
  return v_source;
end
$$;
comment on function sources.require_lease(text, text, text) is
  'Locks a source that this process has leased and returns it. Raises STALE if another process has it, or a person paused or disconnected it.';

create function sources.require_window(brand_id text, window_id text, lease text)
returns sources.windows
language plpgsql volatile
as $$
declare
  v_window sources.windows;
begin
  select held.* into v_window
  from sources.windows as held
  where held.brand_id = require_window.brand_id and held.window_id = require_window.window_id;
  -- Without the window, no source is found.
  perform sources.require_lease(require_window.brand_id, v_window.source_id, require_window.lease);
  return v_window;
end
$$;
comment on function sources.require_window(text, text, text) is
  'Locks the source of a window, which this process has leased, and returns the window. Raises STALE if another process has the source, or if a person '
  'paused or disconnected it, which can delete windows that wait.';

create function sources.stored_days(source sources.sources, out first_on date, out last_on date)
language sql stable
as $$
  with reports as (
    select
      min(greatest(held.first_on, held.read_from)) filter (
        where held.read_at is not null and greatest(held.first_on, held.read_from) <= held.last_on
      ) as first_on,
      pg_catalog.range_agg(period.days) filter (where held.read_at is not null) as read,
      pg_catalog.range_agg(period.days) filter (where held.read_at is null) as unread
    from sources.windows as held
    cross join lateral (select pg_catalog.daterange(held.first_on, held.last_on, '[]') as days) as period
    where held.brand_id = (stored_days.source).brand_id and held.source_id = (stored_days.source).source_id
      -- A catalog has no days, and hours are part of days.
      and held.report not in ('ads_hourly', 'products')
    group by held.report
  ),
  joined as (
    select
      case when pg_catalog.bool_and(reports.first_on is not null) then max(reports.first_on) end as first_on,
      min(pg_catalog.upper(reports.read)) as end_on,
      pg_catalog.range_agg(coalesce(reports.unread, '{}') - coalesce(reports.read, '{}')) as unread
    from reports
  ),
  reach as (
    select
      joined.first_on,
      least(
        joined.end_on, pg_catalog.lower(coalesce(joined.unread, '{}') * pg_catalog.datemultirange(pg_catalog.daterange(joined.first_on, null)))
      ) as end_on
    from joined
    where joined.first_on is not null
  )
  select reach.first_on, reach.end_on - 1 from reach where reach.first_on < reach.end_on;
$$;
comment on function sources.stored_days(sources.sources) is
  'Returns the first and the last day of which all reports of a source are stored. The last day is the one before the first day that is planned and was '
  'not read. Both are null if there is no such day.';
grant execute on function sources.stored_days(sources.sources) to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst, vitrine_worker;

create function sources.note_request(brand_id text, window_id text, lease text, report_id text, seconds double precision, reported_at timestamptz)
returns void
language plpgsql volatile
as $$
begin
  perform sources.require_window(note_request.brand_id, note_request.window_id, note_request.lease);
  update sources.windows as held
  set
    state = 'requested', report_id = note_request.report_id, requested_at = coalesce(held.requested_at, platform.clock()),
    reported_at = coalesce(held.reported_at, note_request.reported_at),
    due_at = platform.clock() + pg_catalog.make_interval(secs => note_request.seconds)
  where held.brand_id = note_request.brand_id and held.window_id = note_request.window_id;
end
$$;
comment on function sources.note_request(text, text, text, text, double precision, timestamptz) is
  'Records the id of an asynchronous report, when it was requested by the clock of the data, and when to poll it next.';

create function sources.delay_window(
  brand_id text, window_id text, lease text, seconds double precision, restarts boolean default false, delays_source boolean default false,
  failure jsonb default null, counts boolean default true, is_internal boolean default false, trouble jsonb default null
)
returns void
language plpgsql volatile
as $$
declare
  v_window sources.windows;
begin
  v_window := sources.require_window(delay_window.brand_id, delay_window.window_id, delay_window.lease);
  update sources.windows as held
  set
    attempts = held.attempts + delay_window.counts::integer,
    internal_errors = held.internal_errors + delay_window.is_internal::integer,
    due_at = platform.clock() + pg_catalog.make_interval(secs => delay_window.seconds),
    failure = coalesce(delay_window.failure, held.failure),
    trouble = coalesce(delay_window.trouble, delay_window.failure),
    tried_at = platform.clock(),
    state = case when delay_window.restarts then 'due' else held.state end,
    report_id = case when delay_window.restarts then null else held.report_id end,
    requested_at = case when delay_window.restarts then null else held.requested_at end,
    reported_at = case when delay_window.restarts then null else held.reported_at end
  where held.brand_id = delay_window.brand_id and held.window_id = delay_window.window_id;
  if delay_window.failure is not null then
    perform sources.need_attention(delay_window.brand_id, v_window.source_id, delay_window.failure, 0);
  end if;
  if delay_window.delays_source then
    perform sources.wait_for_platform(delay_window.brand_id, v_window.source_id, delay_window.lease, delay_window.seconds);
  end if;
end
$$;
comment on function sources.delay_window(text, text, text, double precision, boolean, boolean, jsonb, boolean, boolean, jsonb) is
  'Records a failed attempt and when to try again. restarts discards an asynchronous report. delays_source makes the whole source wait. '
  'With a failure the source needs attention, and its other windows are still read. Without counts it is no failed attempt. is_internal: the attempt '
  'failed with an internal error. trouble: why it failed, {reason, values}; by default the failure.';

create function sources.wait_for_platform(brand_id text, source_id text, lease text, seconds double precision)
returns void
language sql volatile
as $$
  update sources.sources as held
  set waits_until = greatest(held.waits_until, platform.clock() + pg_catalog.make_interval(secs => wait_for_platform.seconds))
  where held.brand_id = wait_for_platform.brand_id and held.source_id = wait_for_platform.source_id and held.lease = wait_for_platform.lease;
$$;
comment on function sources.wait_for_platform(text, text, text, double precision) is
  'Makes a source wait as long as its platform asked. No process reads it before, also if a person asks for it.';

create function sources.split_window(brand_id text, window_id text, lease text)
returns boolean
language plpgsql volatile
as $$
declare
  v_window sources.windows;
  v_middle date;
begin
  v_window := sources.require_window(split_window.brand_id, split_window.window_id, split_window.lease);
  if v_window.first_on = v_window.last_on then
    return false;
  end if;
  v_middle := v_window.first_on + (v_window.last_on - v_window.first_on) / 2;
  delete from sources.windows as held where held.brand_id = split_window.brand_id and held.window_id = split_window.window_id;
  perform sources.add_window(v_window.brand_id, v_window.source_id, v_window.report, v_window.purpose, v_window.first_on, v_middle);
  perform sources.add_window(v_window.brand_id, v_window.source_id, v_window.report, v_window.purpose, v_middle + 1, v_window.last_on);
  return true;
end
$$;
comment on function sources.split_window(text, text, text) is
  'Replaces a window by its two halves, because the platform refuses its size. Returns false for a single day.';

create function sources.shorten_window(window_read sources.windows, last_on date)
returns void
language sql volatile
as $$
  delete from sources.windows as held
  where held.brand_id = (shorten_window.window_read).brand_id and held.source_id = (shorten_window.window_read).source_id
    and held.report = (shorten_window.window_read).report
    and held.first_on = (shorten_window.window_read).first_on and held.last_on = shorten_window.last_on;
  update sources.windows as held
  set last_on = shorten_window.last_on
  where held.brand_id = (shorten_window.window_read).brand_id and held.window_id = (shorten_window.window_read).window_id;
$$;
comment on function sources.shorten_window(sources.windows, date) is
  'Makes a window end earlier, because its last days cannot be stored yet. A window of the same days is replaced.';

create function sources.need_attention(brand_id text, source_id text, attention jsonb, retry_seconds double precision default null)
returns void
language sql volatile
as $$
  update sources.sources as held
  set
    status = 'needs_attention',
    attention = need_attention.attention,
    attention_since = coalesce(held.attention_since, platform.now()),
    retry_at = platform.clock() + pg_catalog.make_interval(secs => need_attention.retry_seconds)
  where held.brand_id = need_attention.brand_id and held.source_id = need_attention.source_id
    and held.status in ('connected', 'needs_attention');
$$;
comment on function sources.need_attention(text, text, jsonb, double precision) is
  'Stops a source until a person has acted, or until retry_seconds have passed. The stored data stays.';

create function sources.note_failed_run(brand_id text, source_id text, lease text, error text, attempts_max integer)
returns void
language plpgsql volatile
as $$
declare
  v_times integer;
begin
  if not exists (
    select from sources.sources as held
    where held.brand_id = note_failed_run.brand_id and held.source_id = note_failed_run.source_id and held.lease = note_failed_run.lease
  ) then
    return;
  end if;
  perform core.record_failure(note_failed_run.brand_id, 'sync_sources', note_failed_run.source_id, note_failed_run.error);
  select held.attempts into v_times
  from core.job_failures as held
  where held.brand_id = note_failed_run.brand_id and held.queue = 'sync_sources' and held.subject = note_failed_run.source_id;
  if v_times >= note_failed_run.attempts_max then
    perform sources.need_attention(
      note_failed_run.brand_id, note_failed_run.source_id,
      platform.statement('reading_failed', pg_catalog.jsonb_build_object('error', note_failed_run.error, 'times', v_times)), 3600
    );
  end if;
end
$$;
comment on function sources.note_failed_run(text, text, text, text, integer) is
  'Records that a run of a source failed with an internal error outside of its windows, unless another process has the source. After attempts_max runs '
  'in a row the source needs attention, and is tried every hour.';

create function sources.retry_source(brand_id text, source_id text)
returns void
language sql volatile
as $$
  update sources.windows as held
  set due_at = platform.clock(), attempts = 0
  where held.brand_id = retry_source.brand_id and held.source_id = retry_source.source_id and held.state <> 'read';
  update sources.due_objects as held
  set due_at = platform.clock(), attempts = 0
  where held.brand_id = retry_source.brand_id and held.source_id = retry_source.source_id and held.attempts > 0;
  update sources.sources as held
  set retry_at = case when held.status = 'needs_attention' then platform.clock() end, planned = held.planned - 'hourly'
  where held.brand_id = retry_source.brand_id and held.source_id = retry_source.source_id and held.status in ('connected', 'needs_attention');
$$;
comment on function sources.retry_source(text, text) is 'Makes a source due now, also one that needs attention.';

create function sources.note_version(brand_id text, source_id text, lease text, notice jsonb)
returns void
language sql volatile
as $$
  update sources.sources as held
  set version_notice = note_version.notice
  where held.brand_id = note_version.brand_id and held.source_id = note_version.source_id and held.lease = note_version.lease
    and held.version_notice is distinct from note_version.notice;
$$;
comment on function sources.note_version(text, text, text, jsonb) is
  'Records that the platform announced the end of the version of its API, {reason, values}, or null if it did not.';

create function sources.finish_window(
  brand_id text, window_id text, lease text, rows bigint, rows_changed bigint, unknown_fields integer, limitations text[] default '{}',
  read_from date default null, rows_left_out bigint default 0
)
returns void
language plpgsql volatile
as $$
declare
  v_window sources.windows;
  v_source sources.sources;
  v_is_well boolean;
  v_is_stale boolean;
begin
  v_window := sources.require_window(finish_window.brand_id, finish_window.window_id, finish_window.lease);
  v_source := sources.require_lease(finish_window.brand_id, v_window.source_id, finish_window.lease);
  update sources.windows as held
  set
    state = 'read', attempts = 0, internal_errors = 0, report_id = null, requested_at = null, reported_at = null, failure = null, trouble = null,
    tried_at = null, rows = finish_window.rows,
    rows_changed = finish_window.rows_changed, unknown_fields = finish_window.unknown_fields, limitations = finish_window.limitations,
    rows_left_out = finish_window.rows_left_out, read_at = platform.now(),
    -- Days that an earlier reply had stay, also when the platform no longer keeps them.
    read_from = case when held.read_at is null then finish_window.read_from
      when held.read_from is not null and finish_window.read_from is not null then least(held.read_from, finish_window.read_from)
    end
  where held.brand_id = finish_window.brand_id and held.window_id = finish_window.window_id;
  -- Smaller windows that were read long ago are part of this one.
  if finish_window.read_from is null then
    delete from sources.windows as held
    where held.brand_id = v_window.brand_id and held.source_id = v_window.source_id and held.report = v_window.report
      and held.purpose in ('hourly', 'nightly', 'weekly') and held.state = 'read' and held.planned_at < platform.now() - interval '8 days'
      and held.first_on >= v_window.first_on and held.last_on <= v_window.last_on and held.window_id <> v_window.window_id;
  end if;
  -- The platform can end the connection during the read.
  v_is_well := exists (
      select from sources.connections as held
      where held.connection_id = v_source.connection_id and held.ended_at is null and held.sealed is not null
    )
    and not exists (
      select from sources.windows as others
      where others.brand_id = v_window.brand_id and others.source_id = v_window.source_id and others.failure is not null
    )
    and not exists (
      select from sources.due_objects as objects
      where objects.brand_id = v_window.brand_id and objects.source_id = v_window.source_id and objects.failure is not null
    );
  -- Of a source that was reconnected, windows that failed before can remain.
  v_is_stale := not v_is_well and v_source.status = 'needs_attention';
  update sources.sources as held
  set
    last_read_at = platform.now(),
    data_through = (sources.stored_days(v_source)).last_on,
    status = case when v_is_well then 'connected' else held.status end,
    attention = case when not v_is_well then held.attention end,
    attention_since = case when not v_is_well then held.attention_since end,
    retry_at = case when not v_is_well then held.retry_at end,
    stale_since = case when v_is_stale then held.stale_since end
  where held.brand_id = finish_window.brand_id and held.source_id = v_window.source_id;
  if v_source.stale_since is not null and not v_is_stale then
    perform events.emit(finish_window.brand_id, 'alert.resolved', sources.stale_alert(v_source));
  end if;
end
$$;
comment on function sources.finish_window(text, text, text, bigint, bigint, integer, text[], date, bigint) is
  'Records a window as read. If no other window or object waits for a person and the connection has not ended, the source no longer needs attention. An open alert '
  'is resolved unless the source still needs attention.';

create function sources.first_day_to_read(today date)
returns date
language sql immutable
return (first_day_to_read.today - interval '37 months')::date;
comment on function sources.first_day_to_read(date) is 'Returns the first day that the backfill of an account can reach. A platform can keep less.';
grant execute on function sources.first_day_to_read(date) to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst, vitrine_worker;

create function sources.add_window(brand_id text, source_id text, report text, purpose text, first_on date, last_on date)
returns void
language sql volatile
as $$
  insert into sources.windows as held (brand_id, source_id, report, purpose, first_on, last_on)
  values (
    add_window.brand_id, add_window.source_id, add_window.report, add_window.purpose, add_window.first_on, add_window.last_on
  )
  on conflict on constraint windows_days_key do update
  set
    -- Days that were never read remain those of the first read or the backfill.
    purpose = case when held.read_at is null and held.purpose in ('recent', 'backfill') then held.purpose else excluded.purpose end,
    state = 'due', attempts = 0, due_at = excluded.due_at, planned_at = excluded.planned_at, report_id = null
  where held.state <> 'requested';
$$;
comment on function sources.add_window(text, text, text, text, date, date) is
  'Makes a window of a report of a source due. One whose report is being prepared stays as it is.';

create function sources.add_windows(
  brand_id text, source_id text, report text, purpose text, first_on date, last_on date, days_max integer
)
returns void
language sql volatile
as $$
  -- Smaller windows that wait are part of the new ones. What was read before remains read: it is stored.
  update sources.windows as held
  set state = 'read', attempts = 0, failure = null, trouble = null, tried_at = null
  where held.brand_id = add_windows.brand_id and held.source_id = add_windows.source_id and held.report = add_windows.report
    and held.purpose in ('hourly', 'nightly', 'weekly') and held.state = 'due' and held.read_at is not null
    and held.first_on >= add_windows.first_on and held.last_on <= add_windows.last_on;
  delete from sources.windows as held
  where held.brand_id = add_windows.brand_id and held.source_id = add_windows.source_id and held.report = add_windows.report
    and held.purpose in ('hourly', 'nightly', 'weekly') and held.state = 'due'
    and held.first_on >= add_windows.first_on and held.last_on <= add_windows.last_on;
  select sources.add_window(
    add_windows.brand_id, add_windows.source_id, add_windows.report, add_windows.purpose,
    greatest(add_windows.first_on, add_windows.last_on - (part.number + 1) * add_windows.days_max + 1),
    add_windows.last_on - part.number * add_windows.days_max
  )
  from pg_catalog.generate_series(0, (add_windows.last_on - add_windows.first_on) / add_windows.days_max) as part (number);
$$;
comment on function sources.add_windows(text, text, text, text, date, date, integer) is
  'Makes the days of a report of a source due, in windows of at most days_max days.';

create function sources.replace_unread_windows(brand_id text, source_id text, report text, first_on date)
returns void
language sql volatile
as $$
  -- What was read before remains read: it is stored.
  update sources.windows as held
  set state = 'read', attempts = 0, report_id = null, failure = null, trouble = null, tried_at = null
  where held.brand_id = replace_unread_windows.brand_id and held.source_id = replace_unread_windows.source_id
    and held.report = replace_unread_windows.report and held.state <> 'read' and held.read_at is not null;
  update sources.windows as held
  set state = 'read', read_at = platform.now(), read_from = held.last_on + 1, report_id = null, failure = null, limitations = '{days_no_longer_kept}'
  where held.brand_id = replace_unread_windows.brand_id and held.source_id = replace_unread_windows.source_id
    and held.report = replace_unread_windows.report and held.state <> 'read' and held.first_on < replace_unread_windows.first_on;
  delete from sources.windows as held
  where held.brand_id = replace_unread_windows.brand_id and held.source_id = replace_unread_windows.source_id
    and held.report = replace_unread_windows.report and held.state <> 'read';
$$;
comment on function sources.replace_unread_windows(text, text, text, date) is
  'Ends the windows of a report that were not read before its source was disconnected. New windows replace those from first_on on. Days before it can '
  'no longer be read.';

create function sources.last_night(timezone text, hour integer, weekday integer default null)
returns timestamptz
language sql stable
as $$
  select max(night.at)
  from pg_catalog.generate_series(0, 7) as back (days)
  cross join lateral (
    select (pg_catalog.date_trunc('day', platform.now() at time zone last_night.timezone) - pg_catalog.make_interval(days => back.days)
      + pg_catalog.make_interval(hours => last_night.hour)) as local_at
  ) as local
  cross join lateral (select local.local_at at time zone last_night.timezone as at) as night
  where night.at <= platform.now() and (last_night.weekday is null or extract(isodow from local.local_at) = last_night.weekday);
$$;
comment on function sources.last_night(text, integer, integer) is
  'Returns when this local hour last began, on any day or on one weekday (1 is Monday).';

create function sources.plan_windows(brand_id text, source_id text, lease text, reports jsonb, restatement jsonb)
returns text
language plpgsql volatile
as $$
declare
  v_source sources.sources;
  v_hourly constant integer := (plan_windows.restatement ->> 'hourly')::integer;
  v_nightly constant integer := (plan_windows.restatement ->> 'nightly')::integer;
  v_weekly constant integer := greatest((plan_windows.restatement ->> 'weekly')::integer, v_nightly);
  v_today date;
  v_through date;
  v_purpose text;
  v_first_on date;
  v_report record;
begin
  select held.* into v_source
  from sources.sources as held
  where held.brand_id = plan_windows.brand_id and held.source_id = plan_windows.source_id and held.lease = plan_windows.lease
  for update;
  if not found then
    perform platform.fail('STALE', 'another_process_reads_this_source');
  end if;
  v_today := (platform.now() at time zone v_source.timezone)::date;
  -- After a pause, the days since the last read are due too. Days that were planned before and not read are still due.
  select least(v_today, coalesce(max(held.last_on), v_today)) into v_through
  from sources.windows as held
  where held.brand_id = plan_windows.brand_id and held.source_id = plan_windows.source_id
    and held.report not in ('ads_hourly', 'products') and held.read_at is not null and coalesce(held.read_from <= held.last_on, true);
  v_purpose := case
    when not v_source.planned ? 'recent' then 'recent'
    when coalesce((v_source.planned ->> 'weekly')::timestamptz < sources.last_night(v_source.timezone, 4, 1), true) then 'weekly'
    when coalesce((v_source.planned ->> 'nightly')::timestamptz < sources.last_night(v_source.timezone, 3), true) then 'nightly'
    when coalesce((v_source.planned ->> 'hourly')::timestamptz < pg_catalog.date_trunc('hour', platform.now()), true) then 'hourly'
  end;
  if v_purpose is null then
    return null;
  end if;
  for v_report in
    select
      given.name, given.days_max,
      least(
        coalesce(given.days_back_max, 1200),
        case when not exists (
          select from sources.connections
          where connections.connection_id = v_source.connection_id and given.back_scope = any (connections.scopes)
        ) then given.days_back_max_without end
      ) as days_back_max
    from pg_catalog.jsonb_to_recordset(plan_windows.reports) as given (
      name text, days_max integer, days_back_max integer, back_scope text, days_back_max_without integer
    )
  loop
    if v_report.name = 'products' then
      -- Products have no days: a read lists all of them.
      if v_purpose <> 'hourly' then
        perform sources.add_windows(plan_windows.brand_id, plan_windows.source_id, 'products', v_purpose, v_today, v_today, 1);
      end if;
      continue;
    end if;
    v_first_on := case v_purpose
      when 'recent' then v_today - case v_report.name when 'ads_hourly' then v_nightly else 89 end
      when 'weekly' then v_through - v_weekly
      when 'nightly' then v_through - v_nightly
      else least(v_today - v_hourly + 1, v_through)
    end;
    if v_purpose = 'weekly' and v_report.name = 'ads_hourly' then
      -- Hours are kept up to date as far back as they were read.
      select greatest(v_first_on, least(min(held.first_on), v_through - v_nightly)) into v_first_on
      from sources.windows as held
      where held.brand_id = plan_windows.brand_id and held.source_id = plan_windows.source_id and held.report = 'ads_hourly';
    end if;
    v_first_on := greatest(v_first_on, v_today - v_report.days_back_max);
    if v_purpose = 'recent' then
      perform sources.replace_unread_windows(
        plan_windows.brand_id, plan_windows.source_id, v_report.name,
        case v_report.name when 'ads_hourly' then v_first_on else greatest(sources.first_day_to_read(v_today), v_today - v_report.days_back_max) end
      );
    end if;
    perform sources.add_windows(
      plan_windows.brand_id, plan_windows.source_id, v_report.name, v_purpose, v_first_on, v_today, v_report.days_max
    );
    if v_purpose = 'recent' and v_report.name <> 'ads_hourly' then
      v_first_on := greatest(sources.first_day_to_read(v_today), v_today - v_report.days_back_max);
      if v_first_on < v_today - 89 then
        perform sources.add_windows(
          plan_windows.brand_id, plan_windows.source_id, v_report.name, 'backfill', v_first_on, v_today - 90, v_report.days_max
        );
      end if;
    end if;
  end loop;
  update sources.sources as held
  set
    restatement_days = v_nightly,
    planned = held.planned || (
      select pg_catalog.jsonb_object_agg(done.purpose, platform.now())
      from (values ('hourly', 1), ('nightly', 2), ('weekly', 3), ('recent', 4)) as done (purpose, reach)
      where done.reach <= case v_purpose when 'hourly' then 1 when 'nightly' then 2 when 'weekly' then 3 else 4 end
    )
  where held.brand_id = plan_windows.brand_id and held.source_id = plan_windows.source_id;
  return v_purpose;
end
$$;
comment on function sources.plan_windows(text, text, text, jsonb, jsonb) is
  'Makes the windows of a source due that its clock demands, in the time zone of the account: at first the last 90 days and the backfill to 37 months, '
  'then the newest days every hour, the restatement window every night at 3:00, and a deeper one on Mondays at 4:00. reports are {name, days_max, '
  'days_back_max, back_scope, days_back_max_without}, restatement is {hourly, nightly, weekly} in days. Returns the purpose, or null if nothing is due.';

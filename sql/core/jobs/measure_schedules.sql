create function core.measure_schedules()
returns table (queue text, age_seconds double precision, overdue_seconds double precision)
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select
    held.queue,
    extract(epoch from platform.now() - held.run_at),
    -- The first missed time follows the last run. A schedule that never ran was missed at its last time.
    greatest(0, extract(epoch from platform.now() - coalesce(
      date_bin(held.every, held.run_at - held.past, '2000-01-01T00:00:00Z') + held.past + held.every,
      core.last_due(held.every, held.past)
    )))
  from (
    select
      schedules.queue, schedules.every, schedules.past,
      case when isfinite(schedules.made_at) then schedules.made_at end as run_at
    from core.schedules
    where schedules.made_at <> 'infinity'
  ) as held
  order by held.queue;
$$;
comment on function core.measure_schedules() is
  'Returns, for each schedule that is not disabled, the seconds since its jobs were last created (null if never), and since the first time that was '
  'missed (0 if none was).';
revoke execute on function core.measure_schedules() from public;

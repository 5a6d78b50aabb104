create function analytics.reminder_at(day date, timezone text)
returns timestamptz
language sql stable
return (reminder_at.day - 1 + time '08:00') at time zone reminder_at.timezone;
comment on function analytics.reminder_at(date, text) is
  'Returns when people are reminded of a switch on a day: at 08:00 on the day before, in the time zone of the brand.';

create function analytics.due_switches()
returns table (brand_id text, experiment_id text, day date)
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select held.brand_id, held.experiment_id, days.day
  from analytics.experiments as held
  join core.brands on brands.brand_id = held.brand_id and brands.status <> 'archived'
  cross join lateral (select (platform.clock() at time zone brands.timezone)::date as today) as local
  cross join lateral (values (local.today), (local.today + 1)) as days (day)
  -- Most blocks begin on another day. Whether the state changes is found only for the claimed ones.
  where held.status in ('planned', 'running') and (days.day - held.starts_on) % held.block_days = 0
    and days.day between held.starts_on and case held.status when 'planned' then held.starts_on else held.ends_on + 1 end
    and coalesce(held.reminded_through < days.day, true)
    and analytics.reminder_at(days.day, brands.timezone) <= platform.clock();
$$;
comment on function analytics.due_switches() is
  'Returns the days on which a block of an open experiment begins, and the day after the last block, for which people were not reminded yet: from 08:00 on '
  'the day before to the end of the day, in the time zone of the brand.';
revoke execute on function analytics.due_switches() from public;

create function analytics.claim_switches()
returns table (brand_id text, experiment_id text, day date)
language sql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
  with locked as materialized (
    select held.brand_id, held.experiment_id, due.day
    from analytics.due_switches() as due
    join analytics.experiments as held on held.brand_id = due.brand_id and held.experiment_id = due.experiment_id
    -- Another worker may have claimed it meanwhile.
    where coalesce(held.reminded_through < due.day, true)
    order by held.brand_id, held.experiment_id
    for update of held skip locked
  ),
  claimed as (
    update analytics.experiments as held set reminded_through = locked.day
    from locked
    where held.brand_id = locked.brand_id and held.experiment_id = locked.experiment_id
    returning held.brand_id, held.experiment_id, held.starts_on, held.pairs, held.block_days, held.seed, locked.day
  )
  select claimed.brand_id, claimed.experiment_id, claimed.day
  from claimed
  where exists (
    select from analytics.switches(claimed.starts_on, claimed.pairs, claimed.block_days, claimed.seed) as switches where switches.day = claimed.day
  );
$$;
comment on function analytics.claim_switches() is
  'Claims the due days of analytics.due_switches, and returns those on which the ads must be switched. Each day is claimed once, also by concurrent workers: it '
  'is recorded in the transaction of the caller.';
revoke execute on function analytics.claim_switches() from public;
grant execute on function analytics.reminder_at(date, text) to vitrine_gate, vitrine_worker;

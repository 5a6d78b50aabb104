create table core.schedules (
  queue text not null,
  every interval not null,
  past interval not null,
  is_of_brands boolean not null default false,
  made_at timestamptz not null default platform.now(),
  constraint schedules_pkey primary key (queue),
  constraint schedules_past_check check (past >= interval '0' and past < every)
);
comment on table core.schedules is 'When the queues of the worker are due, in UTC. After a downtime one run replaces all missed ones.';
comment on column core.schedules.past is 'The offset from the start of the minute, hour or day.';
comment on column core.schedules.is_of_brands is 'Whether the work is daily work of brands, which core.brand_schedules lists.';
comment on column core.schedules.made_at is 'When its jobs were last created. infinity disables the schedule.';

insert into core.schedules (queue, every, past, is_of_brands) values
  ('expirations', '1 minute', '0', false),
  ('limit_functions_login', '1 minute', '0', false),
  ('sync_sources', '1 minute', '0', false),
  ('configure_attribution', '1 minute', '0', false),
  ('import_uploads', '1 minute', '0', false),
  ('prune_rate_limits', '1 hour', '5 minutes', false),
  ('delete_brands', '1 hour', '10 minutes', false),
  ('extend_simulation', '1 hour', '20 minutes', false),
  ('maintain_partitions', '1 day', '2 hours 10 minutes', false),
  ('prune_events', '1 day', '3 hours 50 minutes', false),
  ('prune_oauth', '1 day', '4 hours 25 minutes', false),
  ('attribution', '1 hour', '15 minutes', true),
  ('anomalies', '1 hour', '25 minutes', true),
  ('forecasts', '1 hour', '35 minutes', true),
  ('trust', '1 hour', '40 minutes', true),
  ('prune_touches', '1 hour', '50 minutes', true);
-- A new installation needs partitions for the coming months immediately.
update core.schedules set made_at = '-infinity' where schedules.queue = 'maintain_partitions';

create table core.brand_schedules (
  brand_id text not null,
  queue text not null,
  made_at timestamptz not null,
  constraint brand_schedules_pkey primary key (brand_id, queue),
  constraint brand_schedules_brand_id_fkey foreign key (brand_id) references core.brands on delete cascade,
  constraint brand_schedules_queue_fkey foreign key (queue) references core.schedules on delete cascade
);
comment on table core.brand_schedules is 'When jobs of a brand''s daily work were last created, by queue. For a new brand, the time of its creation.';

create function core.last_due(every interval, past interval)
returns timestamptz
language sql stable
return pg_catalog.date_bin(last_due.every, platform.now() - last_due.past, '2000-01-01T00:00:00Z') + last_due.past;
comment on function core.last_due(interval, interval) is 'Returns when this schedule was last due.';

create function core.take_due(queues text[])
returns table (queue text, brand_ids text[])
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_is_of_brands boolean;
begin
  for take_due.queue, v_is_of_brands in
    update core.schedules as held
    set made_at = platform.now()
    where held.queue = any (take_due.queues)
      -- A time in the future was written under a wrong clock.
      and (held.made_at < core.last_due(held.every, held.past) or held.made_at > platform.now() and isfinite(held.made_at))
    returning held.queue, held.is_of_brands
  loop
    take_due.brand_ids := null;
    if v_is_of_brands then
      with taken as (
        insert into core.brand_schedules as held (brand_id, queue, made_at)
        select brands.brand_id, take_due.queue, platform.now()
        from core.brands
        left join core.brand_schedules as made on made.brand_id = brands.brand_id and made.queue = take_due.queue
        where brands.status <> 'archived'
          -- Each brand has its own hour, derived from its id, to spread the load of the night.
          and (
            made.made_at > platform.now()
            or coalesce(made.made_at, brands.created_at)
              < core.last_due('1 day', make_interval(hours => (hashtext(brands.brand_id) & 2147483647) % 24))
          )
        on conflict on constraint brand_schedules_pkey do update set made_at = excluded.made_at
        returning held.brand_id
      )
      select coalesce(array_agg(taken.brand_id order by taken.brand_id), '{}') into take_due.brand_ids from taken;
    end if;
    return next;
  end loop;
end
$$;
comment on function core.take_due(text[]) is
  'Returns which of these queues are due since their jobs were last created, with the due brands of daily work. They count as done when the '
  'transaction commits, so create the jobs within it. A concurrent call waits and then returns nothing.';

create function core.make_due(brand_id text, queue text)
returns void
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  if make_due.brand_id <> all (core.scope_brand_ids()) then
    return;
  end if;
  update core.schedules as held set made_at = platform.now() - held.every where held.queue = make_due.queue and isfinite(held.made_at);
  insert into core.brand_schedules as held (brand_id, queue, made_at)
  values (make_due.brand_id, make_due.queue, platform.now() - interval '1 day')
  on conflict on constraint brand_schedules_pkey do update set made_at = excluded.made_at;
end
$$;
comment on function core.make_due(text, text) is
  'Makes the daily work of a queue due for a brand in scope with the next tick, because its results are outdated.';

create function core.working_brands()
returns setof text
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select brands.brand_id from core.brands where brands.status <> 'archived' order by brands.brand_id;
$$;
comment on function core.working_brands() is 'Returns the brands that have daily work.';

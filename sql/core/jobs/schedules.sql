create table core.schedules (
  queue text not null,
  every interval not null,
  past interval not null,
  is_of_brands boolean not null default false,
  made_at timestamptz not null default platform.now(),
  constraint schedules_pkey primary key (queue),
  constraint schedules_past_check check (past >= interval '0' and past < every)
);
comment on table core.schedules is 'When the worker''s queues come due by themselves, in UTC. Of what was missed one is made up for, however late.';
comment on column core.schedules.past is 'How long past the beginning of the minute, hour or day.';
comment on column core.schedules.is_of_brands is 'Whether it is the daily work of brands: of whom, core.brand_schedules says.';
comment on column core.schedules.made_at is 'When jobs were last made of it; infinity where none are to be made.';

insert into core.schedules (queue, every, past, is_of_brands) values
  ('expirations', '1 minute', '0', false),
  ('prune_rate_limits', '1 hour', '5 minutes', false),
  ('extend_simulation', '1 hour', '20 minutes', false),
  ('maintain_partitions', '1 day', '2 hours 10 minutes', false),
  ('prune_events', '1 day', '3 hours 50 minutes', false),
  ('prune_oauth', '1 day', '4 hours 25 minutes', false),
  ('attribution', '1 hour', '15 minutes', true),
  ('anomalies', '1 hour', '25 minutes', true),
  ('forecasts', '1 hour', '35 minutes', true),
  ('trust', '1 hour', '40 minutes', true);
-- An installation that is new needs the months ahead now.
update core.schedules set made_at = '-infinity' where schedules.queue = 'maintain_partitions';

create table core.brand_schedules (
  brand_id text not null,
  queue text not null,
  made_at timestamptz not null,
  constraint brand_schedules_pkey primary key (brand_id, queue),
  constraint brand_schedules_brand_id_fkey foreign key (brand_id) references core.brands on delete cascade,
  constraint brand_schedules_queue_fkey foreign key (queue) references core.schedules on delete cascade
);
comment on table core.brand_schedules is 'When a brand''s daily work of each queue was last made jobs of; a brand that is new counts from when it was made.';

create function core.last_due(every interval, past interval)
returns timestamptz
language sql stable
return pg_catalog.date_bin(last_due.every, platform.now() - last_due.past, '2000-01-01T00:00:00Z') + last_due.past;
comment on function core.last_due(interval, interval) is 'When something of this rhythm last came due.';

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
      -- One that is still to come was made by a clock that was wrong.
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
          -- Each has an hour of its own by its id, so that nights are not one rush.
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
  'Which of these queues have come due since jobs were last made of them, and of daily work for which brands. It counts as made when the transaction '
  'ends well: make the jobs within it. Whoever asks meanwhile waits, and finds nothing.';

create function core.working_brands()
returns setof text
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select brands.brand_id from core.brands where brands.status <> 'archived' order by brands.brand_id;
$$;
comment on function core.working_brands() is 'The brands that daily work is done for.';

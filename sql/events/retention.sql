create function events.retention()
returns interval
language sql immutable
return interval '7 days';
comment on function events.retention() is 'How long events are kept at least.';

create function events.first_kept_day(timezone text)
returns date
language sql stable
return ((platform.now() - events.retention() - interval '1 microsecond') at time zone first_kept_day.timezone)::date + 1;
comment on function events.first_kept_day(text) is 'Returns the first day of a time zone of which every event is kept. Numbers of events of earlier days are not known.';
grant execute on function events.retention(), events.first_kept_day(text) to vitrine_gate, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst, vitrine_worker;

create function events.prune_events()
returns bigint
language sql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
  with pruned as (
    delete from events.outbox
    where outbox.seq is not null and outbox.occurred_at < platform.now() - events.retention()
    returning true
  )
  select count(*) from pruned;
$$;
comment on function events.prune_events() is 'Deletes events older than the retention time. Returns their number.';
revoke execute on function events.prune_events() from public;
grant execute on function events.prune_events() to vitrine_worker;

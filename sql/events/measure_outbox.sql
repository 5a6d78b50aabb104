create function events.measure_outbox(
  out unplaced bigint,
  out unplaced_seconds double precision,
  out due bigint,
  out due_seconds double precision
)
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select
    held.events, coalesce(extract(epoch from clock.at - held.oldest_at), 0),
    waiting.deliveries, coalesce(extract(epoch from clock.at - waiting.oldest_at), 0)
  from (select platform.now() as at) as clock
  cross join (
    select count(*) as events, min(outbox.occurred_at) as oldest_at from events.outbox where outbox.seq is null
  ) as held
  cross join (
    select count(*) as deliveries, min(deliveries.next_attempt_at) as oldest_at
    from webhooks.deliveries
    -- Pending events are few and indexed. A subquery, so that the clock is read once.
    where deliveries.status = 'pending' and deliveries.next_attempt_at <= (select platform.now())
  ) as waiting;
$$;
comment on function events.measure_outbox() is
  'Returns, over all brands, the number of events without a sequence number, the number of due deliveries, and the age of the oldest of each.';
revoke execute on function events.measure_outbox() from public;
grant execute on function events.measure_outbox() to vitrine_worker;

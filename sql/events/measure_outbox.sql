create function events.measure_outbox(
  out unplaced bigint,
  out unplaced_seconds double precision,
  out due bigint,
  out due_seconds double precision,
  out pending bigint,
  out failed bigint
)
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select
    held.events, coalesce(extract(epoch from clock.at - held.oldest_at), 0),
    waiting.deliveries, coalesce(extract(epoch from waiting.at - waiting.oldest_at), 0),
    waiting.pending, lost.deliveries
  from (select platform.now() as at) as clock
  cross join (
    select count(*) as events, min(outbox.occurred_at) as oldest_at from events.outbox where outbox.seq is null
  ) as held
  cross join (
    select
      max(current.at) as at,
      count(*) as pending,
      count(*) filter (where deliveries.next_attempt_at <= current.at) as deliveries,
      min(deliveries.next_attempt_at) filter (where deliveries.next_attempt_at <= current.at) as oldest_at
    from webhooks.deliveries
    cross join (select platform.clock() as at) as current
    -- Pending deliveries are few and indexed.
    where deliveries.status = 'pending'
  ) as waiting
  cross join (
    select count(*) as deliveries
    from webhooks.deliveries
    where deliveries.status = 'failed' and deliveries.created_at > (select platform.clock() - interval '7 days')
  ) as lost;
$$;
comment on function events.measure_outbox() is
  'Returns, over all brands, the number of events without a sequence number, the number of due deliveries, and the age of the oldest of each, '
  'the number of pending deliveries, due or not, and of deliveries of the last 7 days whose attempts all failed.';
revoke execute on function events.measure_outbox() from public;
grant execute on function events.measure_outbox() to vitrine_worker;

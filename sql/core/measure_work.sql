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
    (select count(*) from events.outbox where outbox.seq is null),
    (select coalesce(extract(epoch from platform.now() - min(outbox.occurred_at)), 0) from events.outbox where outbox.seq is null),
    (select count(*) from webhooks.deliveries where deliveries.next_attempt_at <= platform.now()),
    (
      select coalesce(extract(epoch from platform.now() - min(deliveries.next_attempt_at)), 0)
      from webhooks.deliveries where deliveries.next_attempt_at <= platform.now()
    );
$$;
comment on function events.measure_outbox() is
  'How many events have no place yet, how many deliveries are due, over all brands, and for how long the oldest of each has waited.';
revoke execute on function events.measure_outbox() from public;
grant execute on function events.measure_outbox() to vitrine_worker;

create function core.measure_work()
returns json
language plpgsql stable
as $$
declare
  v_queues json := '[]';
begin
  -- pg-boss makes its tables when it first starts.
  if pg_catalog.to_regclass('pgboss.job') is not null then
    select coalesce(pg_catalog.json_agg(pg_catalog.json_build_object(
      'name', 'vitrine_jobs', 'type', 'gauge', 'help', 'Jobs by their queue and state.',
      'labels', pg_catalog.json_build_object('queue', counted.name, 'state', counted.state), 'value', counted.jobs
    ) order by counted.name, counted.state), '[]')
    into v_queues
    from (
      select job.name, job.state::text as state, count(*) as jobs
      from pgboss.job
      where job.name not like '\_\_%' and job.state in ('created', 'retry', 'active', 'failed')
      group by job.name, job.state
    ) as counted;
  end if;
  return (
    select pg_catalog.json_agg(sample.value)
    from (
      select pg_catalog.json_array_elements(v_queues) as value
      union all
      select pg_catalog.json_build_object('name', told.name, 'type', 'gauge', 'help', told.help, 'labels', '{}'::json, 'value', told.value)
      from events.measure_outbox() as held
      cross join lateral (
        values
          ('vitrine_events_unplaced', 'Events that have no place in the order yet.', held.unplaced),
          ('vitrine_events_unplaced_seconds', 'How long the oldest of them has waited.', held.unplaced_seconds),
          ('vitrine_deliveries_due', 'Deliveries of webhooks that are due.', held.due),
          ('vitrine_deliveries_due_seconds', 'How long the oldest of them has been.', held.due_seconds)
      ) as told (name, help, value)
    ) as sample
  );
end
$$;
comment on function core.measure_work() is 'What waits for the worker, as the samples that its metrics are told in. Names queues, and nobody.';
grant execute on function core.measure_work() to vitrine_worker;

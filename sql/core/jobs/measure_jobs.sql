create function core.measure_jobs()
returns table (queue text, state text, jobs bigint)
language plpgsql stable
as $$
begin
  -- pg-boss creates its tables when it first starts.
  if pg_catalog.to_regclass('pgboss.job') is null then
    return;
  end if;
  return query
  select queues.name, states.state, coalesce(counted.jobs, 0)
  from pgboss.queue as queues
  cross join pg_catalog.unnest(array['created', 'retry', 'active', 'failed']) as states (state)
  left join (
    select job.name, job.state::text as state, count(*) as jobs from pgboss.job where job.state <> 'completed' group by job.name, job.state
  ) as counted on counted.name = queues.name and counted.state = states.state
  where queues.name not like '\_\_%'
  order by queues.name, states.state;
end
$$;
comment on function core.measure_jobs() is 'The number of waiting, running and failed jobs of each queue, without data of tenants.';
grant execute on function core.measure_jobs() to vitrine_worker;

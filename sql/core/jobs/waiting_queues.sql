create function core.waiting_queues()
returns setof text
language plpgsql stable
as $$
begin
  -- pg-boss creates its tables when it first starts.
  if pg_catalog.to_regclass('pgboss.job') is null then
    return;
  end if;
  return query
  select queues.name
  from pgboss.queue as queues
  where exists (
    select from pgboss.job where job.name = queues.name and job.state < 'active' and job.start_after <= pg_catalog.now()
  );
end
$$;
comment on function core.waiting_queues() is
  'Returns the queues with waiting jobs, in one query, so that an idle worker need not poll each queue.';
grant execute on function core.waiting_queues() to vitrine_worker;

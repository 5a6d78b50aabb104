create function core.waiting_queues()
returns setof text
language plpgsql stable
as $$
begin
  -- pg-boss makes its tables when it first starts.
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
  'The queues that have a job to do now. One question for all of them, so that an idle worker does not ask for the jobs of each.';
grant execute on function core.waiting_queues() to vitrine_worker;

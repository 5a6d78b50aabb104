create function core.excess_of_functions_login()
returns table (kind text, id bigint)
language sql stable
as $$
  select
    case when sessions.state = 'active' and sessions.xact_start > pg_catalog.clock_timestamp() - interval '1 minute' then 'statement' else 'session' end,
    sessions.pid
  from pg_catalog.pg_stat_activity as sessions
  where sessions.usename = 'vitrine_functions'
    and (
      -- A transaction, whether or not it works: its statement timeout is 8 s, its idle timeout 10 s.
      sessions.xact_start < pg_catalog.clock_timestamp() - interval '1 minute'
      or (sessions.state = 'active' and sessions.query_start < pg_catalog.clock_timestamp() - interval '15 seconds')
      or (sessions.state like 'idle in transaction%' and sessions.state_change < pg_catalog.clock_timestamp() - interval '15 seconds')
      -- The functions hold advisory locks within a transaction only.
      or (sessions.state = 'idle' and exists (select from pg_catalog.pg_locks where pg_locks.pid = sessions.pid and pg_locks.locktype = 'advisory'))
    )
  union all
  select 'large_object', objects.oid::bigint
  from pg_catalog.pg_largeobject_metadata as objects
  where objects.lomowner = 'vitrine_functions'::regrole;
$$;
comment on function core.excess_of_functions_login() is
  'Returns what sessions of vitrine_functions hold beyond the limits of the role: statements over 15 s, sessions with a transaction over a minute, idle in '
  'one for 15 s or with an advisory lock outside one, and large objects. The login can change the timeouts of its role, so they are enforced here too.';

create function core.limit_functions_login()
returns json
language sql volatile
as $$
  select coalesce(pg_catalog.json_object_agg(done.kind || 's_ended', done.ended), '{}')
  from (
    select
      excess.kind,
      count(*) filter (where case excess.kind
        when 'statement' then pg_catalog.pg_cancel_backend(excess.id::integer)
        when 'session' then pg_catalog.pg_terminate_backend(excess.id::integer)
        else pg_catalog.lo_unlink(excess.id::oid) = 1
      end) as ended
    from core.excess_of_functions_login() as excess
    group by excess.kind
  ) as done;
$$;
comment on function core.limit_functions_login() is
  'Cancels statements, terminates sessions and deletes large objects of vitrine_functions beyond its limits. Returns their numbers.';
grant execute on function core.excess_of_functions_login(), core.limit_functions_login() to vitrine_worker;

create function console.anomaly_moves()
returns jsonb
language sql stable
as $$
  select pg_catalog.jsonb_build_object('moves', coalesce(pg_catalog.jsonb_object_agg(allowed.from_status, allowed.to_statuses), '{}'))
  from (
    select transitions.from_status, pg_catalog.jsonb_agg(transitions.to_status order by transitions.to_status) as to_statuses
    from analytics.anomaly_transitions as transitions
    group by transitions.from_status
  ) as allowed;
$$;
comment on function console.anomaly_moves() is 'Returns the status changes of anomalies that are allowed. The page of anomalies offers them.';
grant execute on function console.anomaly_moves() to vitrine_person;
call core.register_operation('console.anomaly_moves', 'console', brand => 'none');

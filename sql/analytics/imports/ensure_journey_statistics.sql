create function analytics.ensure_journey_statistics(rows_imported bigint)
returns void
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  -- Without statistics of the brand, the planner joins touches and orders by time alone, which takes minutes instead of a second.
  if exists (
    select from pg_catalog.pg_class
    where pg_class.oid in ('analytics.touchpoints'::pg_catalog.regclass, 'analytics.orders'::pg_catalog.regclass)
      and (
        pg_catalog.pg_relation_size(pg_class.oid) > 2 * 8192 * greatest(pg_class.relpages, 10)
        or ensure_journey_statistics.rows_imported > greatest(1000, 0.02 * pg_class.reltuples)
      )
  ) then
    analyze analytics.touchpoints, analytics.orders;
  end if;
end
$$;
comment on function analytics.ensure_journey_statistics(bigint) is
  'Analyzes touchpoints and orders if their tables have more than doubled since the last analysis. Also analyzes them after an import of more than '
  '1,000 rows and more than 2 % of a table.';
grant execute on function analytics.ensure_journey_statistics(bigint) to vitrine_worker;

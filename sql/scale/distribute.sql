-- Distributes an installed, empty or filled database over the nodes of a Citus cluster: psql -v ON_ERROR_STOP=1 -f sql/scale/distribute.sql
-- on the coordinator, as the role that migrated. It is not part of load.sql, because a single Postgres does not need it.
--
-- Known limitations. None of this was tried on a cluster:
--   Policies read settings of the transaction (vitrine.brand_ids). The gate sets them with set_config, which Citus does not propagate to
--   its nodes. Without a change, the nodes see no brand and return no rows. Either run the statements of the gate where the rows are
--   (create_distributed_function of core.call by its brand), or let the gate use SET LOCAL with citus.propagate_set_commands = 'local'.
--   Triggers of distributed tables need citus.enable_unsafe_triggers. Triggers with transition tables run on each shard separately.
--   The event sequencer and the claim of deliveries read all brands at once. They are jobs and query every node.
\ir plan.sql
begin;
do $$
begin
  if not exists (select from pg_catalog.pg_extension where extname = 'citus') then
    raise exception 'This database has no Citus. Install it on every node, run create extension citus, and add the nodes first.';
  end if;
end
$$;
set local citus.enable_unsafe_triggers = on;
do $$
declare
  v_table record;
  v_first text;
begin
  for v_table in select * from distribution_plan loop
    if v_table.kind = 'reference' then
      perform create_reference_table(v_table.table_name);
    elsif v_table.kind = 'distributed' then
      perform create_distributed_table(v_table.table_name, 'brand_id', colocate_with => coalesce(v_first, 'none'));
      v_first := coalesce(v_first, v_table.table_name);
    end if;
  end loop;
end
$$;
commit;

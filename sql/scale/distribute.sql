-- Spreads an installed, empty or filled database over the nodes of a Citus cluster: psql -v ON_ERROR_STOP=1 -f sql/scale/distribute.sql
-- on the coordinator, as the role that migrated. Not part of load.sql, because one Postgres needs none of it.
--
-- What is known, and has not been tried on a cluster:
--   Policies read settings of the transaction (vitrine.brand_ids). The gate sets them by set_config, which Citus does not hand on
--   to its nodes; run the gate's statements where the rows are (create_distributed_function of core.call by its brand), or
--   have the gate use SET LOCAL with citus.propagate_set_commands = 'local'. Until then nodes see no brand: they answer nothing.
--   Triggers of distributed tables need citus.enable_unsafe_triggers, and those with transition tables run on each shard alone.
--   The sequencer of events and the claim of deliveries look at all brands at once: they are jobs, and ask every node.
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

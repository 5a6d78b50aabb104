-- A backup must contain every row, and a role without a policy reads no row and gets no error. Partitions are read through their parent.
create function core.hidden_from_backup()
returns table (table_name text)
language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select pg_class.oid::regclass::text
  from pg_class
  left join pg_policy on pg_policy.polrelid = pg_class.oid
    and pg_policy.polcmd in ('r', '*')
    and (0 = any (pg_policy.polroles) or 'vitrine_backup'::regrole = any (pg_policy.polroles))
  where pg_class.relowner = 'vitrine_owner'::regrole
    and pg_class.relkind in ('r', 'p')
    and not pg_class.relispartition
  group by pg_class.oid
  having not coalesce(bool_or(pg_policy.polpermissive and pg_get_expr(pg_policy.polqual, pg_policy.polrelid) = 'true'), false)
    or coalesce(bool_or(not pg_policy.polpermissive), false)
  order by 1;
$$;
comment on function core.hidden_from_backup() is
  'Returns the tables of which vitrine_backup may not read every row. vitrine backup refuses to run unless there are none.';

create procedure core.allow_backup()
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_schema text;
  v_table text;
begin
  for v_schema in
    select pg_namespace.nspname from pg_namespace where pg_namespace.nspowner = 'vitrine_owner'::regrole
  loop
    execute format('grant usage on schema %I to vitrine_backup', v_schema);
    execute format('grant select on all tables in schema %I to vitrine_backup', v_schema);
    execute format('grant select on all sequences in schema %I to vitrine_backup', v_schema);
  end loop;
  for v_table in
    select hidden_from_backup.table_name from core.hidden_from_backup()
  loop
    execute format('create policy backup on %s for select to vitrine_backup using (true)', v_table);
  end loop;
end
$$;
comment on procedure core.allow_backup() is
  'Lets vitrine_backup read every table and sequence. A migration that creates a table calls it at its end.';

call core.allow_backup();

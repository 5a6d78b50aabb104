-- Revokes what only a superuser can revoke, so it is not part of load.sql: a managed Postgres has no superuser for its customer. npm start and
-- vitrine migrate run it as a superuser, in the database of Vitrine and in the database postgres. It may run again.
do $$
declare
  v_function regprocedure;
  v_database name;
begin
  for v_function in
    select pg_proc.oid::regprocedure
    from pg_catalog.pg_proc
    where pg_proc.pronamespace = 'pg_catalog'::regnamespace
      and (
        -- Locks that block the requests of others, objects that fill the disk, and the end of sessions of the same role.
        pg_proc.proname ~ '^pg_(try_)?advisory_'
        or pg_proc.proname ~ '^lo_' or pg_proc.proname in ('loread', 'lowrite')
        or pg_proc.proname in ('pg_cancel_backend', 'pg_terminate_backend')
      )
  loop
    execute pg_catalog.format('revoke execute on function %s from public', v_function);
    execute pg_catalog.format('grant execute on function %s to vitrine_worker', v_function);
    if v_function::text like '%advisory%' then
      execute pg_catalog.format(
        'grant execute on function %s to vitrine_owner, vitrine_gate, vitrine_oauth, vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person',
        v_function
      );
    end if;
  end loop;
  -- Temporary tables fill the disk. The database of Vitrine has its own grant (platform/schemas.sql).
  foreach v_database in array array['postgres', 'template1'] loop
    if exists (select from pg_catalog.pg_database where pg_database.datname = v_database) then
      execute pg_catalog.format('revoke temporary on database %I from public', v_database);
    end if;
  end loop;
end
$$;
-- Sorts and hash tables of one session. Only a superuser can change it, unlike the timeouts of the role.
alter role vitrine_functions set temp_file_limit = '1GB';

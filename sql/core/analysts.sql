create function core.create_analyst(role_name text, password_verifier text, brand_ids text[], statement_timeout text default '60s')
returns void
language plpgsql volatile
as $$
declare
  v_database constant text := pg_catalog.current_database();
begin
  if create_analyst.role_name !~ '^[a-z][a-z0-9_]{0,62}$' or create_analyst.role_name ~ '^(pg|vitrine)_' then
    perform platform.fail('BADRQ', 'is_no_login_name', 'name', pg_catalog.json_build_object('name', create_analyst.role_name));
  elsif exists (select from pg_catalog.pg_roles where pg_roles.rolname = create_analyst.role_name) then
    perform platform.fail('BADRQ', 'this_login_name_is_taken', 'name', pg_catalog.json_build_object('name', create_analyst.role_name));
  elsif exists (select from pg_catalog.pg_namespace where pg_namespace.nspname = create_analyst.role_name) then
    perform platform.fail('BADRQ', 'this_name_is_taken_by_a_schema', 'name', pg_catalog.json_build_object('name', create_analyst.role_name));
  elsif create_analyst.password_verifier !~ '^SCRAM-SHA-256\$' then
    perform platform.fail('BADRQ', 'must_be_a_scram_verifier', 'password');
  end if;
  execute pg_catalog.format(
    'create role %I login password %L nosuperuser nocreatedb nocreaterole nobypassrls noreplication connection limit 10 in role vitrine_analyst',
    create_analyst.role_name, create_analyst.password_verifier
  );
  execute pg_catalog.format('alter role %I in database %I set statement_timeout = %L', create_analyst.role_name, v_database, create_analyst.statement_timeout);
  execute pg_catalog.format('alter role %I in database %I set idle_in_transaction_session_timeout = %L', create_analyst.role_name, v_database, '10min');
  execute pg_catalog.format('alter role %I in database %I set lock_timeout = %L', create_analyst.role_name, v_database, '5s');
  execute pg_catalog.format('alter role %I in database %I set search_path = %I', create_analyst.role_name, v_database, create_analyst.role_name);
  -- The operator owns the schema, so that the analyst cannot grant others access to it.
  execute pg_catalog.format('create schema %I', create_analyst.role_name);
  execute pg_catalog.format('grant usage, create on schema %1$I to %1$I', create_analyst.role_name);
  execute pg_catalog.format('comment on schema %I is %L', create_analyst.role_name, 'Temporary work of the analyst ' || create_analyst.role_name || '.');
  perform core.add_analyst(create_analyst.role_name, create_analyst.brand_ids);
end
$$;
comment on function core.create_analyst(text, text, text[], text) is
  'Makes a read-only login for psql: a member of vitrine_analyst that reads these brands, with a statement_timeout and a schema of its own name for temporary work.';

create function core.require_analyst(role_name text)
returns void
language plpgsql stable
as $$
begin
  -- The role that loads the database is a member of every group role but is not an analyst.
  if require_analyst.role_name like 'vitrine\_%' or require_analyst.role_name = session_user or not exists (
    select from pg_catalog.pg_roles
    join pg_catalog.pg_auth_members as members on members.member = pg_roles.oid
    where pg_roles.rolname = require_analyst.role_name
      and pg_roles.rolcanlogin
      and members.roleid = 'vitrine_analyst'::pg_catalog.regrole
      and not (pg_roles.rolsuper or pg_roles.rolcreaterole or pg_roles.rolbypassrls)
      and not pg_catalog.pg_has_role(pg_roles.oid, 'vitrine_owner', 'member')
  ) then
    perform platform.fail('NTFND', 'names_no_analyst', 'name', pg_catalog.json_build_object('name', require_analyst.role_name));
  end if;
end
$$;
comment on function core.require_analyst(text) is 'Raises NTFND if no analyst has this login name.';

create function core.add_analyst(role_name text, brand_ids text[])
returns void
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  perform core.require_analyst(add_analyst.role_name);
  insert into core.analyst_grants (role_name, brand_id)
  select add_analyst.role_name, given.brand_id from pg_catalog.unnest(add_analyst.brand_ids) as given (brand_id)
  on conflict on constraint analyst_grants_pkey do nothing;
end
$$;
comment on function core.add_analyst(text, text[]) is 'Grants more brands to the login of an analyst.';

create function core.list_analysts()
returns table (role_name text, brand_ids text[], statement_timeout text)
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select
    pg_roles.rolname,
    array(select held.brand_id from core.analyst_grants as held where held.role_name = pg_roles.rolname order by held.brand_id),
    (
      select pg_catalog.split_part(setting, '=', 2)
      from pg_catalog.pg_db_role_setting as settings
      join pg_catalog.pg_database on pg_database.oid = settings.setdatabase and pg_database.datname = pg_catalog.current_database()
      cross join lateral pg_catalog.unnest(settings.setconfig) as setting
      where settings.setrole = pg_roles.oid and setting like 'statement_timeout=%'
    )
  from pg_catalog.pg_roles
  join pg_catalog.pg_auth_members as members on members.member = pg_roles.oid
  where members.roleid = 'vitrine_analyst'::pg_catalog.regrole
    and pg_roles.rolcanlogin
    and exists (select from core.analyst_grants as held where held.role_name = pg_roles.rolname)
  order by 1;
$$;
comment on function core.list_analysts() is
  'Returns every analyst login with a brand in this database, its brands and its default statement_timeout.';

create function core.take_analyst_brands(role_name text, brand_ids text[])
returns void
language sql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
  delete from core.analyst_grants as held
  where held.role_name = take_analyst_brands.role_name and coalesce(held.brand_id = any (take_analyst_brands.brand_ids), true);
$$;
comment on function core.take_analyst_brands(text, text[]) is 'Revokes these brands, or all of them if null, from the login of an analyst.';

create function core.remove_analyst(role_name text, brand_ids text[] default null)
returns void
language plpgsql volatile
as $$
begin
  perform core.require_analyst(remove_analyst.role_name);
  perform core.take_analyst_brands(remove_analyst.role_name, remove_analyst.brand_ids);
  if remove_analyst.brand_ids is not null then
    return;
  end if;
  execute pg_catalog.format('alter role %I nologin', remove_analyst.role_name);
  perform pg_catalog.pg_terminate_backend(pg_stat_activity.pid) from pg_catalog.pg_stat_activity where pg_stat_activity.usename = remove_analyst.role_name;
  -- Only the schema that core.create_analyst created, not another schema of that name.
  if exists (
    select from pg_catalog.pg_namespace
    where pg_namespace.nspname = remove_analyst.role_name
      and pg_catalog.obj_description(pg_namespace.oid, 'pg_namespace') = 'Temporary work of the analyst ' || remove_analyst.role_name || '.'
  ) then
    execute pg_catalog.format('drop schema %I cascade', remove_analyst.role_name);
  end if;
  execute pg_catalog.format('drop role %I', remove_analyst.role_name);
end
$$;
comment on function core.remove_analyst(text, text[]) is
  'Revokes brands from the login of an analyst. Without brands it drops the login, its sessions, and its schema with all objects.';

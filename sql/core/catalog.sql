create table core.catalog (
  object text not null,
  fingerprint text not null,
  server_version integer not null,
  constraint catalog_pkey primary key (object)
);
comment on table core.catalog is 'The objects of the schema as the last migration left them. core.changed_objects compares them with the database.';
comment on column core.catalog.fingerprint is 'MD5 hash of the definition that Postgres prints.';
comment on column core.catalog.server_version is 'Major version of the Postgres that printed the definition. Another one prints some definitions differently.';
call core.protect_reference('core.catalog');
create policy owner on core.catalog to vitrine_owner using (true);

create function core.catalog_objects()
returns table (object text, fingerprint text)
language sql stable
set search_path = pg_catalog, pg_temp
as $$
  with relations as (
    select pg_class.oid, pg_class.oid::regclass::text as name, pg_class.relkind
    from pg_class
    join pg_namespace on pg_namespace.oid = pg_class.relnamespace
    -- Jobs create and drop partitions.
    where pg_namespace.nspowner = 'vitrine_owner'::regrole and pg_class.relkind in ('r', 'p', 'v') and not pg_class.relispartition
  ),
  objects as (
    select 'function ' || pg_proc.oid::regprocedure as object, pg_get_functiondef(pg_proc.oid) as definition
    from pg_proc
    join pg_namespace on pg_namespace.oid = pg_proc.pronamespace
    where pg_namespace.nspowner = 'vitrine_owner'::regrole and pg_proc.prokind in ('f', 'p')
    union all
    select 'view ' || relations.name, pg_get_viewdef(relations.oid) from relations where relations.relkind = 'v'
    union all
    select
      'column ' || relations.name || '.' || pg_attribute.attname,
      concat_ws(' ', format_type(pg_attribute.atttypid, pg_attribute.atttypmod), pg_attribute.attnotnull, pg_get_expr(pg_attrdef.adbin, pg_attrdef.adrelid))
    from relations
    join pg_attribute on pg_attribute.attrelid = relations.oid and pg_attribute.attnum > 0 and not pg_attribute.attisdropped
    left join pg_attrdef on pg_attrdef.adrelid = relations.oid and pg_attrdef.adnum = pg_attribute.attnum
    where relations.relkind <> 'v'
    union all
    select 'index ' || pg_index.indexrelid::regclass, concat_ws(' ', pg_get_indexdef(pg_index.indexrelid), pg_index.indisvalid)
    from relations
    join pg_index on pg_index.indrelid = relations.oid
    union all
    select 'constraint ' || pg_constraint.conname || ' of ' || relations.name, pg_get_constraintdef(pg_constraint.oid)
    from relations
    join pg_constraint on pg_constraint.conrelid = relations.oid and pg_constraint.contype in ('c', 'f', 'p', 'u', 'x')
    union all
    select
      'policy ' || pg_policy.polname || ' of ' || relations.name,
      concat_ws(
        ' ', pg_policy.polcmd, pg_policy.polpermissive,
        array(select pg_roles.rolname from pg_roles where pg_roles.oid = any (pg_policy.polroles) order by 1),
        pg_get_expr(pg_policy.polqual, pg_policy.polrelid), '/', pg_get_expr(pg_policy.polwithcheck, pg_policy.polrelid)
      )
    from relations
    join pg_policy on pg_policy.polrelid = relations.oid
    union all
    -- Includes the triggers on tables of the platform that execute functions of Vitrine.
    select 'trigger ' || pg_trigger.tgname || ' of ' || pg_trigger.tgrelid::regclass, concat_ws(' ', pg_get_triggerdef(pg_trigger.oid), pg_trigger.tgenabled)
    from pg_trigger
    join pg_proc on pg_proc.oid = pg_trigger.tgfoid
    join pg_namespace on pg_namespace.oid = pg_proc.pronamespace
    where pg_namespace.nspowner = 'vitrine_owner'::regrole and not pg_trigger.tgisinternal and pg_trigger.tgparentid = 0
  )
  select objects.object, md5(objects.definition) from objects;
$$;
comment on function core.catalog_objects() is
  'Returns the functions, views, columns, indexes, constraints, policies and triggers of the schema, each with a hash of its definition.';

create procedure core.record_catalog()
language sql
set search_path = pg_catalog, pg_temp
as $$
  delete from core.catalog;
  insert into core.catalog (object, fingerprint, server_version)
  select catalog_objects.object, catalog_objects.fingerprint, current_setting('server_version_num')::integer / 10000
  from core.catalog_objects();
$$;
comment on procedure core.record_catalog() is 'Records the objects of the schema. Every migration calls it at its end.';

create function core.changed_objects()
returns table (object text, change text)
language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select
    coalesce(catalog.object, found.object),
    case when found.object is null then 'missing' when catalog.object is null then 'added' else 'changed' end
  from core.catalog
  full join core.catalog_objects() as found on found.object = catalog.object
  where case
    when found.object is null then true
    -- Operators may add indexes.
    when catalog.object is null then found.object not like 'index %'
    else catalog.fingerprint <> found.fingerprint and catalog.server_version = current_setting('server_version_num')::integer / 10000
  end
  order by 2, 1;
$$;
comment on function core.changed_objects() is
  'Returns the objects that are missing, added or changed since the last migration. After an upgrade of Postgres, changed definitions are not detected '
  'until the next migration. Added indexes are not returned.';

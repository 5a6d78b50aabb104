import type { Sql } from 'postgres'

export type Kind = 'function' | 'view' | 'trigger' | 'policy'

/** A function, view, trigger or policy: an object that holds no data, so that a migration may drop and create it. */
export interface DatabaseObject {
  kind: Kind
  /** Unique within the kind, for example `core.find_brand(text,text)` or `key on core.brands`. */
  name: string
  /** The statement that creates or replaces it, without a semicolon. */
  definition: string
  /** What cannot be replaced: another shape under the same name has to be dropped first. */
  shape: string
  schema: string
  owner: string
  /** Objects that use this one, as `kind name`. They are dropped with it. */
  users: string[]
}

/** A privilege, a comment or a flag of row-level security, with the statement that sets it and the one that removes it. */
export interface Attribute {
  /** `kind name` of the object, as in `DatabaseObject`, or of a table, column, schema, type or constraint. */
  object: string
  set: string
  unset: string
}

/** Qualifies all names that Postgres prints. */
const qualified = 'set search_path = pg_catalog'

const ours = `
  select oid, nspname from pg_namespace
  where nspname not in ('information_schema', 'supabase_migrations', 'pgboss', 'extensions') and nspname not like 'pg\\_%'`

/** Returns the objects in the order in which they were created. In a database that was created from sql/, an object uses only earlier ones. */
export async function readObjects(sql: Sql): Promise<DatabaseObject[]> {
  await sql.unsafe(qualified)
  const rows = await sql.unsafe<DatabaseObject[]>(`
    with ours as (${ours}),
    objects as (
      select 'function' as kind, pg_proc.oid::regprocedure::text as name, pg_proc.oid, 'pg_proc'::regclass as catalog,
        rtrim(pg_get_functiondef(pg_proc.oid), E'\\n') as definition, nspname as schema, proowner::regrole::text as owner,
        concat_ws(' ', prokind, proretset, prorettype::regtype, proargnames::text, proargmodes::text, proallargtypes::regtype[]::text,
          proowner::regrole) as shape
      from pg_proc join ours on ours.oid = pronamespace where prokind in ('f', 'p')
      union all
      select 'view', pg_class.oid::regclass::text, pg_class.oid, 'pg_class'::regclass,
        concat('create or replace view ', pg_class.oid::regclass, coalesce(' with (' || array_to_string(reloptions, ', ') || ')', ''), ' as',
          E'\\n', rtrim(pg_get_viewdef(pg_class.oid), ';')), nspname, relowner::regrole::text,
        concat_ws(' ', relowner::regrole,
          (select string_agg(concat(attname, ' ', format_type(atttypid, atttypmod)), ', ' order by attnum) from pg_attribute where attrelid = pg_class.oid and attnum > 0))
      from pg_class join ours on ours.oid = relnamespace where relkind = 'v'
      union all
      select 'trigger', concat(quote_ident(tgname), ' on ', tgrelid::regclass), pg_trigger.oid, 'pg_trigger'::regclass,
        pg_get_triggerdef(pg_trigger.oid), nspname, relowner::regrole::text, concat(pg_get_triggerdef(pg_trigger.oid), tgenabled)
      from pg_trigger join pg_class on pg_class.oid = tgrelid join ours on ours.oid = relnamespace
      where not tgisinternal and tgparentid = 0 and not relispartition
      union all
      select 'policy', concat(quote_ident(polname), ' on ', polrelid::regclass), pg_policy.oid, 'pg_policy'::regclass,
        policies.definition, nspname, relowner::regrole::text, policies.definition
      from pg_policy join pg_class on pg_class.oid = polrelid join ours on ours.oid = relnamespace
      cross join lateral (
        select concat(
          'create policy ', quote_ident(polname), ' on ', polrelid::regclass, case when polpermissive then '' else ' as restrictive' end,
          ' for ', case polcmd when 'r' then 'select' when 'a' then 'insert' when 'w' then 'update' when 'd' then 'delete' else 'all' end,
          ' to ', (select string_agg(case role when 0 then 'public' else role::regrole::text end, ', ' order by role) from unnest(polroles) as role),
          E'\\nusing (' || pg_get_expr(polqual, polrelid) || ')', E'\\nwith check (' || pg_get_expr(polwithcheck, polrelid) || ')'
        ) as definition
      ) as policies
      where not relispartition
    )
    select objects.kind, objects.name, objects.definition, objects.shape, objects.schema, objects.owner,
      array(
        select distinct users.kind || ' ' || users.name
        from pg_depend
        -- A view depends through its rule.
        left join pg_rewrite on pg_depend.classid = 'pg_rewrite'::regclass and pg_rewrite.oid = pg_depend.objid
        join objects as users
          on users.oid = coalesce(pg_rewrite.ev_class, pg_depend.objid)
          and users.catalog = case when pg_rewrite.oid is null then pg_depend.classid else 'pg_class'::regclass end
        where users.oid <> objects.oid and (
          (pg_depend.refclassid = objects.catalog and pg_depend.refobjid = objects.oid)
          -- The row of a view is a type of its own, of which there is an array.
          or (pg_depend.refclassid = 'pg_type'::regclass and objects.kind = 'view' and pg_depend.refobjid in (
            select pg_type.oid from pg_type where typrelid = objects.oid
            union all select typarray from pg_type where typrelid = objects.oid
          ))
        )
      ) as users
    from objects order by objects.oid`)
  return rows.map((row) => ({ ...row }))
}

/** Returns privileges, comments and row-level security of all objects. Owners have all privileges of their objects, so these are omitted. */
export async function readAttributes(sql: Sql): Promise<Attribute[]> {
  await sql.unsafe(qualified)
  const rows = await sql.unsafe<Attribute[]>(`
    with ours as (${ours}),
    holders as (
      select 'schema ' || quote_ident(nspname) as object, 'schema ' || quote_ident(nspname) as target, nspacl as acl, nspowner as owner, null::text as columns
      from pg_namespace join ours using (oid, nspname)
      union all
      select case relkind when 'v' then 'view ' when 'S' then 'sequence ' else 'table ' end || pg_class.oid::regclass,
        case relkind when 'S' then 'sequence ' else '' end || pg_class.oid::regclass, relacl, relowner, null
      from pg_class join ours on ours.oid = relnamespace where relkind in ('r', 'p', 'v', 'S') and not relispartition
      union all
      select case relkind when 'v' then 'view ' else 'table ' end || pg_class.oid::regclass, pg_class.oid::regclass::text, attacl, relowner, quote_ident(attname)
      from pg_attribute join pg_class on pg_class.oid = attrelid join ours on ours.oid = relnamespace
      where relkind in ('r', 'p', 'v') and not relispartition and attacl is not null and attnum > 0 and not attisdropped
      union all
      select 'function ' || pg_proc.oid::regprocedure, case prokind when 'p' then 'procedure ' else 'function ' end || pg_proc.oid::regprocedure,
        coalesce(proacl, acldefault('f', proowner)), proowner, null
      from pg_proc join ours on ours.oid = pronamespace where prokind in ('f', 'p')
    ),
    commented as (
      select 'schema ' || quote_ident(nspname) as object, 'schema ' || quote_ident(nspname) as target, obj_description(oid, 'pg_namespace') as text
      from pg_namespace join ours using (oid, nspname)
      union all
      select named.object, case when relkind = 'S' then 'sequence ' || pg_class.oid::regclass else named.object end, obj_description(pg_class.oid, 'pg_class')
      from pg_class join ours on ours.oid = relnamespace
      cross join lateral (
        select case relkind when 'v' then 'view ' when 'S' then 'sequence ' when 'c' then 'type ' else 'table ' end || pg_class.oid::regclass as object
      ) as named
      where relkind in ('r', 'p', 'v', 'S', 'c') and not relispartition
      union all
      select case relkind when 'v' then 'view ' else 'table ' end || pg_class.oid::regclass,
        'column ' || pg_class.oid::regclass || '.' || quote_ident(attname), col_description(pg_class.oid, attnum)
      from pg_attribute join pg_class on pg_class.oid = attrelid join ours on ours.oid = relnamespace
      where relkind in ('r', 'p', 'v') and not relispartition and attnum > 0 and not attisdropped
      union all
      select 'function ' || pg_proc.oid::regprocedure, case prokind when 'p' then 'procedure ' else 'function ' end || pg_proc.oid::regprocedure,
        obj_description(pg_proc.oid, 'pg_proc')
      from pg_proc join ours on ours.oid = pronamespace where prokind in ('f', 'p')
      union all
      select 'policy ' || quote_ident(polname) || ' on ' || polrelid::regclass, 'policy ' || quote_ident(polname) || ' on ' || polrelid::regclass,
        obj_description(pg_policy.oid, 'pg_policy')
      from pg_policy join pg_class on pg_class.oid = polrelid join ours on ours.oid = relnamespace where not relispartition
      union all
      select 'trigger ' || quote_ident(tgname) || ' on ' || tgrelid::regclass, 'trigger ' || quote_ident(tgname) || ' on ' || tgrelid::regclass,
        obj_description(pg_trigger.oid, 'pg_trigger')
      from pg_trigger join pg_class on pg_class.oid = tgrelid join ours on ours.oid = relnamespace where not tgisinternal and not relispartition
      union all
      select 'table ' || conrelid::regclass, 'constraint ' || quote_ident(conname) || ' on ' || conrelid::regclass, obj_description(pg_constraint.oid, 'pg_constraint')
      from pg_constraint join pg_class on pg_class.oid = conrelid join ours on ours.oid = relnamespace where not relispartition
    )
    select object,
      concat('grant ', privileges, ' on ', target, ' to ', grantee, case when is_grantable then ' with grant option' end) as set,
      concat('revoke ', privileges, ' on ', target, ' from ', grantee) as unset
    from holders
    cross join lateral (
      select lower(privilege_type) || coalesce(' (' || columns || ')', '') as privileges,
        case entry.grantee when 0 then 'public' else entry.grantee::regrole::text end as grantee, is_grantable
      from aclexplode(acl) as entry where entry.grantee <> owner
    ) as granted
    union all
    select object, concat('comment on ', target, ' is ', quote_literal(text)), concat('comment on ', target, ' is null') from commented where text is not null
    union all
    select 'table ' || pg_class.oid::regclass, concat('alter table ', pg_class.oid::regclass, ' ', flags.words), concat('alter table ', pg_class.oid::regclass, ' ', flags.opposite)
    from pg_class join ours on ours.oid = relnamespace
    cross join lateral (
      values (relrowsecurity, 'enable row level security', 'disable row level security'),
        (relforcerowsecurity, 'force row level security', 'no force row level security')
    ) as flags (is_set, words, opposite)
    where relkind in ('r', 'p') and not relispartition and flags.is_set
    order by 1, 2`)
  return rows.map((row) => ({ ...row }))
}

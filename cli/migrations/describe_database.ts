import type { Sql } from 'postgres'

/**
 * Returns one line for each object of a database, without the schemas of Postgres and of tools. Two databases
 * with the same lines are equal. Rows are compared for reference data only. A line begins with the kind and the name of the
 * object, such as `column | core.brands | name`.
 */
export async function describeDatabase(sql: Sql): Promise<string[]> {
  const rows = await sql.unsafe<{ line: string }[]>(`
    with ours as (
      select oid, nspname from pg_namespace
      where nspname not in ('information_schema', 'supabase_migrations', 'pgboss', 'extensions') and nspname not like 'pg\\_%'
    ),
    relations as (
      select pg_class.*, format('%I.%I', nspname, relname) as name
      from pg_class join ours on ours.oid = relnamespace where relkind in ('r', 'p', 'v', 'm', 'S')
    )
    select concat_ws(' | ', 'schema', nspname, nspowner::regrole, array(select unnest(coalesce(nspacl, acldefault('n', nspowner)))::text order by 1), obj_description(pg_namespace.oid, 'pg_namespace')) as line
    from pg_namespace join ours using (oid, nspname)
    union all
    select concat_ws(
      ' | ', 'relation', name, relkind, relpersistence, relowner::regrole, relrowsecurity, relforcerowsecurity,
      array(select unnest(coalesce(relacl, acldefault(case relkind when 'S' then 's'::"char" else 'r' end, relowner)))::text order by 1), reloptions,
      pg_get_expr(relpartbound, oid), case when relkind in ('v', 'm') then pg_get_viewdef(oid) end, obj_description(oid, 'pg_class')
    )
    from relations
    union all
    select concat_ws(
      ' | ', 'column', name, attname, format_type(atttypid, atttypmod), attnotnull, attidentity, attgenerated,
      array(select unnest(attacl)::text order by 1), pg_get_expr(adbin, adrelid), col_description(relations.oid, attnum)
    )
    from pg_attribute join relations on relations.oid = attrelid
    left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where attnum > 0 and not attisdropped
    union all
    select concat_ws(' | ', 'constraint', name, conname, pg_get_constraintdef(pg_constraint.oid), obj_description(pg_constraint.oid, 'pg_constraint'))
    from pg_constraint join relations on relations.oid = conrelid
    union all
    select concat_ws(' | ', 'index', name, pg_get_indexdef(indexrelid), obj_description(indexrelid, 'pg_class'))
    from pg_index join relations on relations.oid = indrelid
    union all
    select concat_ws(' | ', 'policy', name, polname, polcmd, polpermissive, array(select unnest(polroles)::regrole::text order by 1),
      pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid), obj_description(pg_policy.oid, 'pg_policy'))
    from pg_policy join relations on relations.oid = polrelid
    union all
    select concat_ws(' | ', 'trigger', name, tgname, pg_get_triggerdef(pg_trigger.oid), tgenabled, obj_description(pg_trigger.oid, 'pg_trigger'))
    from pg_trigger join relations on relations.oid = tgrelid where not tgisinternal
    union all
    select concat_ws(' | ', 'function', pg_proc.oid::regprocedure, pg_get_functiondef(pg_proc.oid), proowner::regrole,
      array(select unnest(coalesce(proacl, acldefault('f', proowner)))::text order by 1), obj_description(pg_proc.oid, 'pg_proc'))
    from pg_proc join ours on ours.oid = pronamespace where prokind in ('f', 'p')
    union all
    select concat_ws(
      ' | ', 'type', format('%I.%I', nspname, typname), typtype, typbasetype::regtype, typnotnull, typdefault, typowner::regrole,
      array(select unnest(coalesce(typacl, acldefault('T', typowner)))::text order by 1),
      array(select enumlabel from pg_enum where enumtypid = pg_type.oid order by enumsortorder),
      array(select concat(attname, ' ', format_type(atttypid, atttypmod)) from pg_attribute where attrelid = typrelid and attnum > 0 and not attisdropped order by attnum),
      obj_description(pg_type.oid, 'pg_type')
    )
    from pg_type join ours on ours.oid = typnamespace left join pg_class on pg_class.oid = typrelid
    where typtype in ('d', 'e', 'r') or (typtype = 'c' and relkind = 'c')
    union all
    select concat_ws(' | ', 'extension', extname, extnamespace::regnamespace) from pg_extension
    union all
    select concat_ws(' | ', 'default privileges', defaclrole::regrole, defaclobjtype, array(select unnest(defaclacl)::text order by 1)) from pg_default_acl
    union all
    select concat_ws(' | ', 'rows', name, query_to_xml(format('select * from %s as held order by held::text', name), true, false, '')::text)
    from relations
    where relkind = 'r' and not exists (select from pg_attribute where attrelid = relations.oid and (attname = 'brand_id' or atttypid = 'timestamptz'::regtype))
    order by line`)
  return rows.map((row) => row.line)
}

/** Returns one line for each role of the product, with its settings and memberships. All databases of a server share them. */
export async function describeRoles(sql: Sql): Promise<string[]> {
  const rows = await sql<{ line: string }[]>`
    select concat_ws(
      ' | ', 'role', rolname, rolsuper, rolinherit, rolcreaterole, rolcreatedb, rolcanlogin, rolbypassrls, rolconnlimit,
      array(select unnest(rolconfig) order by 1),
      array(select roleid::regrole::text from pg_auth_members where member = pg_roles.oid order by 1), shobj_description(oid, 'pg_authid')
    ) as line
    from pg_roles where rolname like 'vitrine\\_%' order by 1`
  return rows.map((row) => row.line)
}

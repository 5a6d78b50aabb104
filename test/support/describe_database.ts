import type { Sql } from 'postgres'

/**
 * Returns one line for each object of a database, without the schemas of Postgres and of tools. Two databases
 * with the same lines are equal. Default privileges are omitted. Rows are compared for reference data only.
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
      ' | ', 'column', name, attname, format_type(atttypid, atttypmod), attnotnull, attidentity, attgenerated, attacl,
      pg_get_expr(adbin, adrelid), col_description(relations.oid, attnum)
    )
    from pg_attribute join relations on relations.oid = attrelid
    left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where attnum > 0 and not attisdropped
    union all
    select concat_ws(' | ', 'constraint', name, conname, pg_get_constraintdef(pg_constraint.oid))
    from pg_constraint join relations on relations.oid = conrelid
    union all
    select concat_ws(' | ', 'index', name, pg_get_indexdef(indexrelid)) from pg_index join relations on relations.oid = indrelid
    union all
    select concat_ws(' | ', 'policy', name, polname, polcmd, polpermissive, array(select unnest(polroles)::regrole::text order by 1),
      pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid))
    from pg_policy join relations on relations.oid = polrelid
    union all
    select concat_ws(' | ', 'trigger', name, pg_get_triggerdef(pg_trigger.oid))
    from pg_trigger join relations on relations.oid = tgrelid where not tgisinternal
    union all
    select concat_ws(' | ', 'function', pg_get_functiondef(pg_proc.oid), proowner::regrole,
      array(select unnest(coalesce(proacl, acldefault('f', proowner)))::text order by 1), obj_description(pg_proc.oid, 'pg_proc'))
    from pg_proc join ours on ours.oid = pronamespace where prokind in ('f', 'p')
    union all
    select concat_ws(' | ', 'type', nspname, typname, typtype, pg_get_expr(typdefaultbin, 0), typowner::regrole)
    from pg_type join ours on ours.oid = typnamespace where typtype in ('d', 'e', 'r')
    union all
    select concat_ws(' | ', 'default privileges', defaclrole::regrole, defaclobjtype, array(select unnest(defaclacl)::text order by 1)) from pg_default_acl
    union all
    select concat_ws(' | ', 'rows', name, query_to_xml(format('select * from %s as held order by held::text', name), true, false, '')::text)
    from relations
    where relkind = 'r' and not exists (select from pg_attribute where attrelid = relations.oid and (attname = 'brand_id' or atttypid = 'timestamptz'::regtype))
    order by line`)
  return rows.map((row) => row.line)
}

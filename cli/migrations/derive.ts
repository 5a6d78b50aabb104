import type { Sql } from 'postgres'
import { readAttributes, readObjects } from './objects.ts'
import type { Attribute, DatabaseObject } from './objects.ts'

/** A statement without a semicolon, and whether vitrine_owner executes it or the login that migrates. */
export interface Statement {
  text: string
  role: 'vitrine_owner' | 'login'
}

/**
 * Returns the statements that lead from one database to another as far as no data is concerned: functions, views, triggers,
 * policies, row-level security, privileges, comments and registered operations.
 */
export async function deriveStatements(before: Sql, after: Sql): Promise<Statement[]> {
  const [old, current] = [await readObjects(before), await readObjects(after)]
  const dropped = findDropped(old, current)
  const kept = new Map(old.filter((each) => !dropped.has(idOf(each))).map((each) => [idOf(each), each]))
  const changed = current.filter((each) => kept.get(idOf(each))?.definition !== each.definition)
  const created = new Set(changed.map(idOf).filter((id) => !kept.has(id)))
  return [
    ...dropOrder(old, dropped).map((each): Statement => ({ text: dropStatement(each), role: 'login' })),
    ...changed.map((each) => createStatement(each, created.has(idOf(each)))),
    // After the triggers: vitrine_owner creates them, and may not execute the functions of other owners.
    ...changed.flatMap((each) => (created.has(idOf(each)) ? ownerStatements(each) : [])),
    ...attributeStatements(await readAttributes(before), await readAttributes(after), dropped, created),
    ...(await operationStatements(before, after)),
  ]
}

function idOf({ kind, name }: DatabaseObject): string {
  return `${kind} ${name}`
}

/** Objects that are gone or have another shape, and the objects that use them. */
function findDropped(old: DatabaseObject[], current: DatabaseObject[]): Set<string> {
  const byId = new Map(current.map((each) => [idOf(each), each]))
  const dropped = new Set<string>()
  const drop = (each: DatabaseObject) => {
    if (dropped.has(idOf(each))) return
    dropped.add(idOf(each))
    for (const user of old.filter((other) => each.users.includes(idOf(other)))) drop(user)
  }
  for (const each of old) if (!isReplaceable(each, byId.get(idOf(each)))) drop(each)
  return dropped
}

/** `create or replace` keeps name, types and modes of parameters and the result of a function, and the columns of a view before new ones. */
function isReplaceable(old: DatabaseObject, current: DatabaseObject | undefined): boolean {
  if (current === undefined) return false
  if (old.kind === 'view') return current.shape === old.shape || current.shape.startsWith(`${old.shape}, `)
  return current.shape === old.shape && defaultsOf(old) <= defaultsOf(current)
}

function defaultsOf({ kind, definition }: DatabaseObject): number {
  const [head = ''] = definition.split(/\n RETURNS |\n LANGUAGE /)
  return kind === 'function' ? head.split(' DEFAULT ').length : 0
}

/** Users first. */
function dropOrder(old: DatabaseObject[], dropped: Set<string>): DatabaseObject[] {
  const byId = new Map(old.map((each) => [idOf(each), each]))
  const sorted = new Set<DatabaseObject>()
  const visit = (each: DatabaseObject, path: Set<string>) => {
    if (sorted.has(each) || path.has(idOf(each))) return
    for (const user of each.users) visit(byId.get(user) as DatabaseObject, new Set([...path, idOf(each)]))
    sorted.add(each)
  }
  for (const each of old) if (dropped.has(idOf(each))) visit(each, new Set())
  return [...sorted]
}

function dropStatement({ kind, name, definition }: DatabaseObject): string {
  const isProcedure = definition.startsWith('CREATE OR REPLACE PROCEDURE')
  return `drop ${isProcedure ? 'procedure' : kind} ${name}`
}

/** vitrine_owner creates what is new, and other owners get it later. Only the login may replace what they own. */
function createStatement({ definition, owner, kind }: DatabaseObject, isNew: boolean): Statement {
  const isGiven = isNew && (kind === 'function' || kind === 'view') && owner.startsWith('vitrine_')
  return { text: definition, role: owner === 'vitrine_owner' || isGiven ? 'vitrine_owner' : 'login' }
}

/** Gives a new function or view to its owner. The privileges follow as for every object. */
function ownerStatements({ name, definition, schema, owner, kind }: DatabaseObject): Statement[] {
  if (kind !== 'function' && kind !== 'view') return []
  const target = definition.startsWith('CREATE OR REPLACE PROCEDURE') ? `procedure ${name}` : `${kind} ${name}`
  const close = `revoke execute on ${target} from public`
  if (owner === 'vitrine_owner' || !owner.startsWith('vitrine_')) {
    const role = owner === 'vitrine_owner' ? 'vitrine_owner' : 'login'
    return kind === 'function' ? [{ text: close, role }] : []
  }
  return [
    `grant create on schema ${schema} to ${owner}`,
    `alter ${target} owner to ${owner}`,
    `revoke create on schema ${schema} from ${owner}`,
    ...(kind === 'function' ? [close] : []),
  ].map((text): Statement => ({ text, role: 'login' }))
}

function attributeStatements(
  old: Attribute[],
  current: Attribute[],
  dropped: Set<string>,
  created: Set<string>,
): Statement[] {
  // The attributes of a dropped object are gone with it.
  const held = new Set(old.filter(({ object }) => !dropped.has(object) && !created.has(object)).map(({ set }) => set))
  const wanted = new Set(current.map(({ set }) => set))
  const commented = new Set(current.map(({ unset }) => unset).filter((unset) => unset.startsWith('comment')))
  const removed = old.filter(({ set, unset }) => held.has(set) && !wanted.has(set) && !commented.has(unset))
  return [
    ...removed.map(({ unset }) => unset),
    ...current.filter(({ set }) => !held.has(set)).map(({ set }) => set),
  ].map((text): Statement => ({ text, role: 'login' }))
}

/** The rows of core.operations follow from functions and their registrations, so the release that changes these changes the rows. */
async function operationStatements(before: Sql, after: Sql): Promise<Statement[]> {
  const read = async (sql: Sql) => {
    const rows = await sql<{ operation: string; row: string }[]>`
      select operation, to_jsonb(operations)::text as row from core.operations order by operation`
    return new Map(rows.map(({ operation, row }) => [operation, row]))
  }
  const [old, current] = [await read(before), await read(after)]
  const [shape] = await after<{ columns: string }[]>`
    select string_agg(quote_ident(attname), ', ' order by attnum) as columns from pg_attribute
    where attrelid = 'core.operations'::regclass and attnum > 0 and not attisdropped and attname <> 'operation'`
  const columns = shape?.columns as string
  const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`
  const written = [...current].filter(([operation, row]) => old.get(operation) !== row)
  const statements = [
    ...[...old.keys()]
      .filter((operation) => !current.has(operation))
      .map((operation) => `delete from core.operations where operations.operation = ${quoted(operation)}`),
    ...written.map(
      ([, row]) => `insert into core.operations
select given.* from pg_catalog.jsonb_populate_record(null::core.operations, ${quoted(row)}) as given
on conflict (operation) do update set (${columns}) = (${columns.replaceAll(/\w+/g, (column) => `excluded.${column}`)})`,
    ),
  ]
  return statements.map((text) => ({ text, role: 'vitrine_owner' }))
}

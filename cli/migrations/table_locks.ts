import type { Sql, TransactionSql } from 'postgres'

/** A lock of a table that requests wait for. */
export interface TableLock {
  table: string
  mode: (typeof modes)[number]
}

/** The modes that conflict with readers or writers, weakest first (PostgreSQL manual, section 13.3.1). */
const modes = ['share', 'share row exclusive', 'exclusive', 'access exclusive'] as const

/** The names of tables by their ids. A statement can rename a table, or move it to another schema. */
export type TableNames = ReadonlyMap<string, string>

/** Returns the tables of a database. */
export async function existingTables(sql: Sql): Promise<TableNames> {
  const rows = await sql<{ oid: string; table: string }[]>`
    select pg_class.oid::text, format('%I.%I', pg_namespace.nspname, pg_class.relname) as table
    from pg_class
    join pg_namespace on pg_namespace.oid = pg_class.relnamespace
    where pg_class.relkind in ('r', 'p')`
  return new Map(rows.map(({ oid, table }) => [oid, table]))
}

/** Runs statements in a transaction, and returns the locks that it holds at its end on tables that existed before, by their names before. */
export async function locksOf(sql: Sql, text: string, existing: TableNames): Promise<TableLock[]> {
  return await sql.begin(async (transaction) => {
    await transaction.unsafe(text)
    return await heldLocks(transaction, existing)
  })
}

async function heldLocks(transaction: TransactionSql, existing: TableNames): Promise<TableLock[]> {
  const rows = await transaction<{ oid: string; mode: string }[]>`
    select pg_class.oid::text, pg_locks.mode
    from pg_locks
    join pg_class on pg_class.oid = pg_locks.relation
    join pg_roles on pg_roles.oid = pg_class.relowner
    where pg_locks.pid = pg_backend_pid() and pg_roles.rolname = 'vitrine_owner'`
  return rows.flatMap(({ oid, mode: held }) => {
    const table = existing.get(oid)
    const mode = modes.find((each) => lockName(each) === held)
    return mode !== undefined && table !== undefined ? [{ table, mode }] : []
  })
}

/** Returns the name of a mode in `pg_locks`, such as ShareRowExclusiveLock. */
function lockName(mode: string): string {
  return `${mode.replaceAll(/(?:^| )(\w)/g, (_, letter: string) => letter.toUpperCase())}Lock`
}

/**
 * Returns the statement that takes all locks of a migration at its start: each table once, in its strongest mode, those of the
 * schema `core` first. Every request reads these first. While the migration has them, new requests wait with no lock of their
 * own, and the requests before them end. If a migration took its locks one by one between its statements, requests would always
 * hold one of them, and under load the migration would never succeed. In a `do` block, because a migration tool may run each
 * statement in an implicit transaction.
 */
export function lockStatement(locks: TableLock[]): string {
  const strongest = new Map(
    locks
      .toSorted((one, other) => modes.indexOf(one.mode) - modes.indexOf(other.mode))
      .map(({ table, mode }) => [table, mode]),
  )
  if (strongest.size === 0) return ''
  const isOfCore = (table: string) => table.startsWith('core.')
  const lines = [...strongest]
    .toSorted(([one], [other]) => Number(isOfCore(other)) - Number(isOfCore(one)) || one.localeCompare(other))
    .map(([table, mode]) => `  lock table ${table} in ${mode} mode;\n`)
  return `do $$ begin\n${lines.join('')}end $$;\n\n`
}

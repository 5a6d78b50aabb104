import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PassThrough, Transform } from 'node:stream'
import type { TransformCallback } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { Client } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { Sql } from 'postgres'
import { compareHistory, historyError } from '../database/history.ts'
import { readMigrations } from '../database/schema.ts'
import { inTransaction } from './client.ts'
import { manifestFile } from './manifest.ts'
import type { BackedUpTable, Manifest } from './manifest.ts'
import { backedUpTables, isOfPeople } from './tables.ts'
import type { Table } from './tables.ts'

export type OnTable = (table: string, number: number, count: number) => void

/** Returns the applied migrations, oldest first. Throws if the database has no schema, or one that this release does not know. */
export async function appliedMigrations(sql: Sql): Promise<string[]> {
  const migrations = readMigrations()
  const history = await compareHistory(sql, migrations)
  const error = historyError(history)
  if (error) throw new Error(error)
  const missing = new Set(history.missing.map(({ version }) => version))
  const applied = migrations.map(({ version }) => version).filter((version) => !missing.has(version))
  if (applied.length === 0) throw new Error('The database has no schema of Vitrine. Correct DATABASE_URL.')
  return applied
}

/**
 * Writes all tables as of one moment to a new folder, and returns its manifest. Each file's rows are counted and compared
 * with the table. The manifest is written last and the folder renamed after it, so an interrupted backup has another name.
 * Throws an Error with one sentence if a row would be missing.
 */
export async function backUp(
  databaseUrl: string,
  migrations: string[],
  folder: string,
  onTable: OnTable = () => undefined,
): Promise<Manifest> {
  if (await stat(folder).catch(() => null)) throw new Error(`${folder} exists. Choose a new folder for each backup.`)
  const partial = `${folder}.partial`
  await rm(partial, { recursive: true, force: true })
  // The files contain the hashes of passwords and keys.
  await mkdir(partial, { recursive: true, mode: 0o700 })
  const manifest = await inTransaction(databaseUrl, 'isolation level repeatable read, read only', async (client) => {
    await requireEveryRow(client)
    const tables = await backedUpTables(client)
    const backedUp: BackedUpTable[] = []
    for (const [index, table] of tables.entries()) {
      onTable(table.name, index + 1, tables.length)
      // The login itself owns the tables of people.
      await client.query(isOfPeople(table) ? 'reset role' : 'set role vitrine_backup')
      backedUp.push(await writeTable(client, table, partial))
    }
    await client.query('set role vitrine_backup')
    return {
      format: 1 as const,
      taken_at: new Date().toISOString(),
      migrations,
      has_people: tables.some(isOfPeople),
      tables: backedUp,
      months: await partitionedMonths(client),
      sequences: await readSequences(client),
    }
  })
  await writeFile(join(partial, manifestFile), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600, flush: true })
  await rename(partial, folder)
  return manifest
}

/** Throws if row-level security hides rows from the role that reads them: the backup would lack them without an error. */
async function requireEveryRow(client: Client): Promise<void> {
  const { rows } = await client.query<{ table_name: string }>('select table_name from core.hidden_from_backup()')
  if (rows.length === 0) return
  const names = rows.map(({ table_name }) => table_name).join(', ')
  throw new Error(
    `Row-level security hides rows of ${names} from the backup. Run \`set role vitrine_owner; call core.allow_backup();\` in psql, then repeat the backup.`,
  )
}

async function writeTable(client: Client, { name, columns }: Table, folder: string): Promise<BackedUpTable> {
  const file = `${name.replaceAll('"', '')}.copy.gz`
  const lines = new LineCounter()
  const hash = createHash('sha256')
  const hashed = new PassThrough()
  hashed.on('data', (chunk: Buffer) => hash.update(chunk))
  const rows = client.query(copyTo(`copy (select ${columns.join(', ')} from ${name}) to stdout`))
  const target = createWriteStream(join(folder, file), { mode: 0o600, flush: true })
  await pipeline(rows, lines, createGzip(), hashed, target)
  const counted = await countRows(client, name)
  if (counted !== lines.count)
    throw new Error(`${name} has ${counted} rows, but ${lines.count} were written. Repeat the backup.`)
  return { name, columns, rows: counted, file, sha256: hash.digest('hex') }
}

export async function countRows(client: Client, table: string): Promise<number> {
  const { rows } = await client.query<{ count: string }>(`select count(*) from ${table}`)
  return Number(rows[0]?.count)
}

async function partitionedMonths(client: Client): Promise<Manifest['months']> {
  const { rows } = await client.query<{ first_on: string | null; last_on: string }>(`
    select to_char(min(to_date(right(relname, 7), 'YYYY_MM')), 'YYYY-MM-DD') as first_on,
      to_char(max(to_date(right(relname, 7), 'YYYY_MM')), 'YYYY-MM-DD') as last_on
    from pg_inherits join pg_class on pg_class.oid = inhrelid
    where inhparent in ('analytics.facts_daily'::regclass, 'analytics.facts_hourly'::regclass, 'analytics.rollups_daily'::regclass)`)
  const [row] = rows
  return row?.first_on ? { first_on: row.first_on, last_on: row.last_on } : null
}

async function readSequences(client: Client): Promise<Manifest['sequences']> {
  const { rows } = await client.query<{ name: string }>(`
    select oid::regclass::text as name from pg_class where relkind = 'S' and relowner = 'vitrine_owner'::regrole order by 1`)
  const sequences: Manifest['sequences'] = []
  for (const { name } of rows) {
    const found = await client.query<{ last_value: string; is_called: boolean }>(
      `select last_value, is_called from ${name}`,
    )
    for (const { last_value, is_called } of found.rows) sequences.push({ name, last_value, is_called })
  }
  return sequences
}

/** Counts the rows of a stream in the text format of COPY, which escapes line ends in values. */
export class LineCounter extends Transform {
  count = 0
  override _transform(chunk: Buffer, _: BufferEncoding, done: TransformCallback): void {
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) this.count += 1
    done(null, chunk)
  }
}

import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import type { Client } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { Sql, TransactionSql } from 'postgres'
import { migrate, readMigrations } from '../database/schema.ts'
import type { Migration } from '../database/history.ts'
import { countRows } from './back_up.ts'
import type { OnTable } from './back_up.ts'
import { inTransaction } from './client.ts'
import { readBackup } from './manifest.ts'
import type { BackedUpTable, Manifest } from './manifest.ts'
import { backedUpTables, isOfPeople } from './tables.ts'

export interface Restored {
  taken_at: string
  tables: number
  rows: number
  /** Migrations of this release that the backup did not have yet. They ran on the restored rows. */
  migrated: string[]
  /** Logins of SQL analysts that have grants in the backup, but do not exist on this server. */
  missing_logins: string[]
  /** Whether the server had the logins before. Its other databases use them. */
  has_shared_logins: boolean
  has_people: boolean
}

/**
 * Restores a backup into a database without data: applies the migrations that the backup had, loads all tables in one
 * transaction, compares the counts, then applies the newer migrations. Throws an Error with one sentence.
 */
export async function restore(
  sql: Sql,
  databaseUrl: string,
  folder: string,
  onTable: OnTable = () => undefined,
): Promise<Restored> {
  const manifest = await readBackup(folder)
  const known = migrationsOf(manifest)
  await requireNoData(sql)
  const [login] = await sql`select to_regrole('vitrine_functions') is not null as exists`
  await migrate(sql, { migrations: known })
  await inTransaction(databaseUrl, '', (client) => load(client, manifest, folder, onTable))
  const migrated = await migrate(sql)
  const missing = await asReader(
    sql,
    async (transaction) =>
      await transaction`
    select distinct role_name as name from core.analyst_grants where to_regrole(quote_ident(role_name)) is null order by 1`,
  )
  return {
    taken_at: manifest.taken_at,
    tables: manifest.tables.length,
    rows: manifest.tables.reduce((sum, { rows }) => sum + rows, 0),
    migrated,
    missing_logins: missing.map(({ name }) => name as string),
    has_shared_logins: login?.exists as boolean,
    has_people: manifest.has_people,
  }
}

/** Returns the migrations of this release that the backup had. */
function migrationsOf({ migrations }: Manifest): Migration[] {
  const files = readMigrations()
  const unknown = migrations.filter((version) => !files.some((file) => file.version === version))
  if (unknown.length > 0)
    throw new Error(
      `The backup has migrations that this release does not have: ${unknown.join(', ')}. Use the release that wrote it, or a newer one.`,
    )
  return files.filter(({ version }) => migrations.includes(version))
}

async function requireNoData(sql: Sql): Promise<void> {
  const [schema] = await sql`select to_regclass('core.accounts') is not null as exists`
  if (!schema?.exists) return
  const accounts = await asReader(
    sql,
    async (transaction) => await transaction`select from core.accounts where account_id <> 'acc_simulated' limit 1`,
  )
  if (accounts.length > 0) throw new Error('The database of DATABASE_URL has data. Restore into a new database.')
}

/** Runs an action as vitrine_backup, which reads every row. */
async function asReader<Result>(sql: Sql, action: (transaction: TransactionSql) => Promise<Result>): Promise<Result> {
  return (await sql.begin(async (transaction) => {
    await transaction`set local role vitrine_backup`
    return await action(transaction)
  })) as Result
}

/** Replaces the rows of all tables. Policies and triggers do not apply meanwhile: the rows passed them when they were written. */
async function load(client: Client, manifest: Manifest, folder: string, onTable: OnTable): Promise<void> {
  const { tables, sequences, months } = manifest
  await requireTables(client, tables)
  if (months) await client.query('select analytics.ensure_partitions($1, $2)', [months.first_on, months.last_on])
  const owned = tables.filter((table) => !isOfPeople(table))
  await alterEach(client, owned, 'no force row level security')
  await alterEach(client, tables, 'disable trigger user')
  await client.query(`truncate ${tables.map(({ name }) => name).join(', ')}`)
  for (const [index, table] of tables.entries()) {
    onTable(table.name, index + 1, tables.length)
    await loadTable(client, table, folder)
  }
  for (const { name, last_value, is_called } of sequences) {
    await client.query('select setval($1::regclass, $2::bigint, $3)', [name, last_value, is_called])
  }
  await alterEach(client, tables, 'enable trigger user')
  await alterEach(client, owned, 'force row level security')
}

async function requireTables(client: Client, tables: BackedUpTable[]): Promise<void> {
  const present = new Set((await backedUpTables(client)).map(({ name }) => name))
  const absent = tables.filter(({ name }) => !present.has(name)).map(({ name }) => name)
  if (absent.length > 0)
    throw new Error(
      `This database has no tables ${absent.join(', ')} that its login owns. Restore into a database like the one of the backup.`,
    )
}

async function alterEach(client: Client, tables: BackedUpTable[], change: string): Promise<void> {
  for (const { name } of tables) await client.query(`alter table ${name} ${change}`)
}

async function loadTable(client: Client, { name, columns, rows, file }: BackedUpTable, folder: string): Promise<void> {
  const target = client.query(copyFrom(`copy ${name} (${columns.join(', ')}) from stdin`))
  await pipeline(createReadStream(join(folder, file)), createGunzip(), target)
  const counted = await countRows(client, name)
  if (counted !== rows)
    throw new Error(`${name} has ${counted} rows after the restore, but ${rows} in the backup. Nothing was restored.`)
}

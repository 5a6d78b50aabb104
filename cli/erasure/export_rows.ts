import { createWriteStream } from 'node:fs'
import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Client } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { inTransaction } from '../backup/client.ts'
import type { OnTable } from '../backup/back_up.ts'

export interface ExportedTable {
  table: string
  file: string
  rows: number
  /** Columns with credentials or hashes, which are not exported. */
  left_out: string[]
}

interface Manifest {
  taken_at: string
  tables: ExportedTable[]
}

/** What is exported: the rows of one brand, or of an account with all its brands. */
export type Owner = { brand_id: string } | { account_id: string }

interface Source {
  name: string
  column: string
  columns: string[]
  left_out: string[]
}

/**
 * Writes all rows of a brand or an account to a new folder, as of one moment: one CSV file for each table, people.csv and
 * manifest.json. Rows are streamed. Throws an Error if the folder exists.
 */
export async function exportRows(
  databaseUrl: string,
  owner: Owner,
  folder: string,
  onTable: OnTable = () => undefined,
): Promise<Manifest> {
  if (await stat(folder).catch(() => null)) throw new Error(`${folder} exists. Choose a new folder for each export.`)
  const partial = `${folder}.partial`
  await rm(partial, { recursive: true, force: true })
  await mkdir(partial, { recursive: true, mode: 0o700 })
  const manifest = await inTransaction(databaseUrl, 'isolation level repeatable read, read only', async (client) => {
    const brandIds = 'brand_id' in owner ? [owner.brand_id] : await brandsOf(client, owner.account_id)
    const condition = (column: string) =>
      column === 'brand_id'
        ? `brand_id = any (${client.escapeLiteral(`{${brandIds.map((id) => JSON.stringify(id)).join(',')}}`)})`
        : `account_id = ${client.escapeLiteral('account_id' in owner ? owner.account_id : '')}`
    const sources = await ownedTables(client, 'account_id' in owner)
    const tables: ExportedTable[] = []
    await client.query('set role vitrine_backup')
    for (const [index, { name, column, columns, left_out }] of sources.entries()) {
      onTable(name, index + 1, sources.length)
      const file = `${name.replaceAll('"', '')}.csv`
      const query = `select ${columns.join(', ')} from ${name} where ${condition(column)}`
      tables.push({ table: name, file, rows: await writeCsv(client, query, join(partial, file)), left_out })
    }
    await client.query('reset role')
    const people = `select * from core.list_people() where ${condition('brand_id')}`
    tables.push({
      table: 'people',
      file: 'people.csv',
      rows: await writeCsv(client, people, join(partial, 'people.csv')),
      left_out: [],
    })
    return { ...owner, taken_at: new Date().toISOString(), tables }
  })
  await writeFile(join(partial, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`, {
    mode: 0o600,
    flush: true,
  })
  await rename(partial, folder)
  return manifest
}

/** Streams the rows of a query into a CSV file with a header. Returns their number. */
async function writeCsv(client: Client, query: string, path: string): Promise<number> {
  const rows = client.query(copyTo(`copy (${query}) to stdout with (format csv, header)`))
  await pipeline(rows, createWriteStream(path, { mode: 0o600, flush: true }))
  return rows.rowCount ?? 0
}

async function brandsOf(client: Client, accountId: string): Promise<string[]> {
  const { rows } = await client.query<{ brand_id: string }>(
    'select brand_id from core.list_brands() where account_id = $1 order by brand_id',
    [accountId],
  )
  return rows.map(({ brand_id }) => brand_id)
}

/**
 * Returns the tables with a column brand_id, and for an account also those with only account_id. Columns of bytes are
 * hashes. Encrypted columns and tokens are credentials. None of them is exported.
 */
async function ownedTables(client: Client, isOfAccount: boolean): Promise<Source[]> {
  const { rows } = await client.query<Source>(
    `
    select pg_class.oid::regclass::text as name, owned.column,
      array(
        select quote_ident(attname)::text from pg_attribute
        where attrelid = pg_class.oid and attnum > 0 and not attisdropped and not (atttypid = 'bytea'::regtype or attname ~ '^sealed|_token$')
        order by attnum
      ) as columns,
      array(
        select attname::text from pg_attribute
        where attrelid = pg_class.oid and attnum > 0 and not attisdropped and (atttypid = 'bytea'::regtype or attname ~ '^sealed|_token$')
        order by attnum
      ) as left_out
    from pg_class
    cross join lateral (
      select case
        when exists (select from pg_attribute where attrelid = pg_class.oid and attname = 'brand_id' and (attnotnull or not $1)) then 'brand_id'
        when $1 and exists (select from pg_attribute where attrelid = pg_class.oid and attname = 'account_id') then 'account_id'
      end as column
    ) as owned
    where relkind in ('r', 'p') and not relispartition and relowner = 'vitrine_owner'::regrole and owned.column is not null
    order by 1`,
    [isOfAccount],
  )
  return rows
}

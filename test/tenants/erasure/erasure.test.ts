import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Sql } from 'postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { commandLine } from '../../support/vitrine.ts'
import { openTenants } from '../scene.ts'
import type { TenantScene } from '../scene.ts'

let scene: TenantScene
let sql: Sql
let folder: string
const { vitrine, json } = commandLine(() => scene.console.database)

beforeAll(async () => {
  scene = await openTenants()
  sql = scene.console.database.sql
  folder = await mkdtemp(join(tmpdir(), 'vitrine-'))
  await sql.unsafe(
    'create table if not exists pgboss.job (id uuid default gen_random_uuid(), data jsonb); grant all on pgboss.job to vitrine_worker',
  )
  for (const brandId of [scene.brands.own, scene.brands.foreign])
    await sql`insert into pgboss.job (data) values (${sql.json({ brand_id: brandId })})`
})
afterAll(async () => {
  await scene.stop()
  await rm(folder, { recursive: true })
})

/** Each test reads every table several times. */
const timeout = 120_000

interface Table {
  name: string
  columns: string[]
}

/** All tables of all schemas, with those of people and of the queue. */
async function allTables(): Promise<Table[]> {
  const rows = await sql<Table[]>`
    select pg_class.oid::regclass::text as name,
      array(select attname::text from pg_attribute where attrelid = pg_class.oid and attnum > 0 and not attisdropped) as columns
    from pg_class
    join pg_namespace on pg_namespace.oid = relnamespace
    where relkind in ('r', 'p') and not relispartition and nspname !~ '^(pg_|information_schema)'
    order by 1`
  return [...rows]
}

/** The number of rows of each table in which any column contains one of the texts. */
async function rowsWith(texts: string[]): Promise<Record<string, number>> {
  const found: Record<string, number> = {}
  for (const { name, columns } of await allTables()) {
    // The rows of the simulated brand are many.
    const rest = columns.includes('brand_id') ? "held.brand_id is distinct from 'brd_simulated' and " : ''
    const [row] = await sql.unsafe(
      `select count(*)::int as rows from ${name} as held where ${rest}to_jsonb(held)::text like any ($1)`,
      [texts.map((text) => `%${text}%`)],
    )
    if (row?.rows > 0) found[name] = row?.rows as number
  }
  return found
}

/** The texts of all files of an export. */
async function exported(out: string): Promise<{ files: string[]; text: string }> {
  const files = await readdir(out)
  const texts = await Promise.all(files.map((file) => readFile(join(out, file), 'utf8')))
  return { files, text: texts.join('') }
}

describe('export', () => {
  test('of a brand has all rows of each table with a brand, and no credential', { timeout }, async () => {
    const { own, sibling, foreign, archived } = scene.brands
    const out = join(folder, 'brand')
    await json('brands', 'export', own, '--out', out)
    const { tables } = JSON.parse(await readFile(join(out, 'manifest.json'), 'utf8')) as {
      tables: { table: string; rows: number }[]
    }
    const keyed = (await allTables()).filter(({ columns }) => columns.includes('brand_id'))
    expect(tables.map(({ table }) => table)).toEqual([...keyed.map(({ name }) => name), 'people'])
    for (const { table, rows } of tables.slice(0, -1)) {
      const [held] = await sql.unsafe(`select count(*)::int as rows from ${table} where brand_id = $1`, [own])
      expect({ table, rows }).toEqual({ table, rows: held?.rows as number })
    }
    const { text } = await exported(out)
    expect(text).toContain('CANARY_own_')
    expect(
      [sibling, foreign, archived, 'CANARY_sibling', 'CANARY_foreign'].filter((other) => text.includes(other)),
    ).toEqual([])
    const [key] = await sql`select encode(hash, 'hex') as hash from core.api_keys where brand_id = ${own} limit 1`
    expect(text.split('\n').filter((line) => line.includes(key?.hash as string) || line.includes('sealed,'))).toEqual(
      [],
    )
    expect((await vitrine(['brands', 'export', own, '--out', out])).stderr).toContain('exists')
  })

  test('of an account has its brands, connections and people, and no other account', { timeout }, async () => {
    const { own, sibling, foreign, archived } = scene.brands
    const [brand] = await sql`select account_id from core.brands where brand_id = ${own}`
    const out = join(folder, 'account')
    await json('accounts', 'export', brand?.account_id as string, '--out', out)
    const { files, text } = await exported(out)
    expect(files).toEqual(expect.arrayContaining(['core.accounts.csv', 'sources.connections.csv', 'people.csv']))
    expect([own, sibling].every((id) => text.includes(id))).toBe(true)
    expect(
      [foreign, archived, 'CANARY_foreign', `${'k'.repeat(16)}.sealed`].filter((other) => text.includes(other)),
    ).toEqual([])
  })
})

describe('vitrine customers', () => {
  test(
    'exports every stored row of a customer, and erases the customer after a confirmation',
    { timeout },
    async () => {
      const { own } = scene.brands
      const before = await rowsWith(['reported'])
      const lines = async () => {
        const { code, stdout } = await vitrine(['customers', 'export', own, 'reported'])
        expect(code).toBe(0)
        return stdout
          .split('\n')
          .filter(Boolean)
          .map((line) => JSON.parse(line) as { table: string; brand_id: string })
      }
      const rows = await lines()
      expect(rows.map(({ table }) => table).toSorted()).toEqual(['analytics.orders', 'analytics.touchpoints'])
      expect(new Set(rows.map(({ brand_id }) => brand_id))).toEqual(new Set([own]))
      const out = join(folder, 'customer.ndjson')
      expect(await json('customers', 'export', own, 'reported', '--out', out)).toEqual({ file: out, rows: 2 })
      expect((await readFile(out, 'utf8')).trim().split('\n')).toHaveLength(2)
      const refused = await vitrine(['customers', 'erase', own, 'reported'])
      expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('Confirm with --yes reported') })
      expect(await rowsWith(['reported'])).toEqual(before)
      const erased = await json('customers', 'erase', own, 'reported', '--yes', 'reported')
      expect(erased).toEqual({ visitors: 1, orders: 1, touches: 1, transactions: 0, reviews: 0 })
      expect(await lines()).toEqual([])
    },
  )
})

describe('deletion', () => {
  test('of a brand leaves no row of it in any table, and all rows of other brands', { timeout }, async () => {
    const { own, sibling, foreign, archived } = scene.brands
    const before = await rowsWith([own])
    const keyed = (await allTables()).filter(({ columns }) => columns.includes('brand_id')).map(({ name }) => name)
    // A table without a row of the brand would prove nothing. Fill it in scene.ts.
    expect(keyed.filter((name) => before[name] === undefined)).toEqual(['core.analyst_grants'])
    const others = await rowsWith([sibling, foreign, archived])
    await sql`insert into core.analyst_grants (role_name, brand_id) values ('an_analyst', ${own})`
    for (const [args, message] of [
      [[], `Confirm with --yes ${own}`],
      [['--yes', sibling], `is not ${own}. Nothing was deleted.`],
    ] as const) {
      const refused = await vitrine(['brands', 'delete', own, ...args])
      expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining(message) })
    }
    expect((await rowsWith([own]))['core.brands']).toBe(1)
    expect(await json('brands', 'delete', own, '--yes', own)).toEqual({ brand_id: own, grants_revoked: 0 })
    expect(await rowsWith([own])).toEqual({})
    const kept = await rowsWith([sibling, foreign, archived])
    expect(kept).toEqual(others)
  })

  test('of an account leaves no row of it in any table, and all rows of other accounts', { timeout }, async () => {
    const [brand] = await sql`select account_id from core.brands where brand_id = ${scene.brands.sibling}`
    const accountId = brand?.account_id as string
    const [{ account_id: other } = {}] =
      await sql`select account_id from core.brands where brand_id = ${scene.brands.foreign}`
    const keyed = (await allTables()).filter(({ columns }) => columns.includes('account_id')).map(({ name }) => name)
    const before = await rowsWith([accountId])
    expect(keyed.filter((name) => before[name] === undefined)).toEqual([])
    const members = await sql`
      select person_id::text, bool_or(account_id <> ${accountId}) as is_elsewhere
      from core.memberships join core.brands using (brand_id) group by person_id`
    const only = members.filter(({ is_elsewhere }) => !is_elsewhere).map(({ person_id }) => person_id as string)
    const elsewhere = members.filter(({ is_elsewhere }) => is_elsewhere).map(({ person_id }) => person_id as string)
    expect(only.length).toBeGreaterThan(0)
    expect(elsewhere.length).toBeGreaterThan(0)
    const others = await rowsWith([scene.brands.foreign, scene.brands.archived, other as string])
    // Its connections are not set up here, so that the platforms cannot confirm the end of the access.
    const refused = await vitrine(['accounts', 'delete', accountId, '--yes', accountId])
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('could not be ended') })
    expect((await rowsWith([accountId]))['core.accounts']).toBe(1)
    const deleted = await json('accounts', 'delete', accountId, '--yes', accountId, '--leave-access')
    expect(deleted).toMatchObject({
      account_id: accountId,
      brand_ids: [scene.brands.sibling],
      person_ids: only.toSorted(),
    })
    expect(await rowsWith([accountId, scene.brands.sibling, ...only])).toEqual({})
    expect(Object.keys(await rowsWith(elsewhere))).toContain('auth.users')
    expect(await rowsWith([scene.brands.foreign, scene.brands.archived, other as string])).toEqual(others)
  })

  test('refuses an unknown brand, an unknown account and the simulated brand', async () => {
    await expect(sql`select core.delete_brand('brd_unknown')`).rejects.toMatchObject({ code: 'NTFND' })
    await expect(sql`select core.delete_brand('brd_simulated')`).rejects.toMatchObject({ code: 'NTFND' })
    await expect(sql`select core.delete_account('acc_unknown')`).rejects.toMatchObject({ code: 'NTFND' })
  })
})

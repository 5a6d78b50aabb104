import { mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import type { Sql } from 'postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { extendSimulation } from '../../functions/worker/queues/extend_simulation.ts'
import { asRole } from '../../cli/database/connect.ts'
import { migrate } from '../../cli/database/schema.ts'
import { startApi } from '../support/api.ts'
import { stock } from '../support/catalog_rows.ts'
import type { TestDatabase } from '../support/database.ts'
import { describeDatabase } from '../../cli/migrations/describe_database.ts'
import { createTenant, issueKey } from '../support/factories.ts'
import { ingest } from '../support/ingest.ts'
import { startOwnCluster } from '../support/own_cluster.ts'
import type { OwnCluster } from '../support/own_cluster.ts'
import { commandLine } from '../support/vitrine.ts'

const now = '2026-11-20T12:00:00Z'
const servers: OwnCluster[] = []
const opened: Sql[] = []
let original: TestDatabase
let folder: string
let scratch: string

/** Creates an empty database on a server of its own, whose owner is no superuser, as managed Postgres offers it. */
async function emptyDatabase(): Promise<TestDatabase> {
  const server = await startOwnCluster({ isEmpty: true })
  servers.push(server)
  const { sql, adminUrl } = server.database
  const password = decodeURIComponent(new URL(adminUrl).password)
  await sql.unsafe(`create role owner_of_database login createrole createdb password '${password}'`)
  await sql`create database vitrine owner owner_of_database`
  const url = adminUrl.replace(/postgres$/, 'vitrine')
  const all = postgres(url, { max: 2, onnotice: () => undefined })
  opened.push(all)
  return {
    ...server.database,
    adminUrl: asRole(url, 'owner_of_database', password),
    functionsUrl: asRole(url, 'vitrine_functions', password),
    sql: all,
  }
}

const { vitrine } = commandLine(() => original)
const vitrineOn = (database: TestDatabase, ...args: string[]) => vitrine(args, { DATABASE_URL: database.adminUrl })

async function openLogins({ sql, adminUrl }: TestDatabase): Promise<void> {
  const password = decodeURIComponent(new URL(adminUrl).password)
  await sql.unsafe(`alter role vitrine_functions password '${password}'`)
  await sql.unsafe(`alter database vitrine set vitrine.now = '${now}'`)
  await sql`grant vitrine_clock to vitrine_functions`
}

beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'vitrine-backup-'))
  folder = join(scratch, 'first')
  original = await emptyDatabase()
  expect(await vitrineOn(original, 'migrate')).toMatchObject({ code: 0 })
  await openLogins(original)
}, 120_000)
afterAll(async () => {
  await Promise.all(opened.map((sql) => sql.end({ timeout: 1 })))
  for (const server of servers) await server.database.stop()
  await rm(scratch, { recursive: true, force: true })
})

describe('vitrine backup and restore by an owner without superuser rights', () => {
  test('restore every row, sequence and API response', { timeout: 240_000 }, async () => {
    const worker = postgres(original.adminUrl.replace('owner_of_database', 'postgres'), {
      max: 1,
      onnotice: () => undefined,
    })
    opened.push(worker)
    await worker`select simulate.create_brand()`
    await extendSimulation.run(worker, {})
    const { accountId, brandId, key } = await createTenant(original.sql)
    const other = await createTenant(original.sql)
    const { key: testKey } = await issueKey(original.sql, accountId, { prefix: 'svc_sk_test_' })
    const { key: secret } = await issueKey(original.sql, accountId, { prefix: 'sk_live_' })
    const row = { platform: 'google', account_id: 'g', campaign_id: '1', campaign_name: 'Brand' }
    await ingest(original, brandId, [{ ...row, date: '2026-11-01', spend: 12.5 }])
    await stock(original, brandId, [{ id: 'lamp', title: 'Lamp' }])
    await original.sql`update core.accounts set name = ${'first line\nsecond\t\\N \\. end'} where account_id = ${accountId}`
    await original.sql`select core.create_person('ada@example.com', 'a long password of ada', 'Ada')`

    const written = await vitrineOn(original, 'backup', folder)
    expect(written).toMatchObject({ code: 0, stderr: '' })
    expect(written.stdout).toContain('and counted them.')
    const restored = await emptyDatabase()
    const done = await vitrineOn(restored, 'restore', folder)
    expect(done).toMatchObject({ code: 0, stderr: '' })
    expect(done.stdout).toMatch(/^Restored [\d,]+ rows of \d+ tables/)
    await openLogins(restored)

    expect(await describeDatabase(restored.sql)).toEqual(await describeDatabase(original.sql))
    expect(await contents(restored.sql)).toEqual(await contents(original.sql))
    const [before, after] = [await startApi(original), await startApi(restored)]
    for (const [path, credential, status] of [
      ['/v1/brands', key, 200],
      ['/v1/metrics?date_from=2026-11-01&date_to=2026-11-02', key, 200],
      [`/v1/metrics?date_from=2026-11-01&date_to=2026-11-02&brand_id=${other.brandId}`, key, 403],
      ['/v1/metrics?date_from=2026-10-01&date_to=2026-11-10&level=campaign&granularity=week', testKey, 200],
      ['/v1/forecasts?type=revenue', testKey, 200],
      [`/api/storefront/${brandId}/search?q=lamp`, secret, 200],
    ] as const) {
      const answerOf = async ({ http }: typeof before) => {
        const headers = { Authorization: `Bearer ${credential}`, 'X-Request-Id': 'the-same-id' }
        const response = await http.get(path).set(headers)
        return { path, status: response.status, text: response.text.replace(/"response_time_ms":\d+/, '') }
      }
      const answer = await answerOf(after)
      expect(answer).toEqual(await answerOf(before))
      expect([path, answer.status]).toEqual([path, status])
    }
    for (const api of [before, after]) await api.stop()
    expect(await migrate(restored.sql)).toEqual([])
  })

  test('revoke what migrate revokes, and state that the logins of the server are in use', async () => {
    await original.sql.unsafe('create database second')
    const second = {
      ...original,
      adminUrl: original.adminUrl.replace(/owner_of_database/, 'postgres').replace(/vitrine$/, 'second'),
    }
    const { stdout, code } = await vitrineOn(second, 'restore', folder)
    expect([code, stdout]).toEqual([
      0,
      expect.stringContaining('all databases of this server share them. Keep their passwords'),
    ])
    const sql = postgres(second.adminUrl, { max: 1 })
    opened.push(sql)
    const [row] =
      await sql`select has_function_privilege('vitrine_functions', 'pg_advisory_lock(bigint)', 'execute') as may_lock`
    expect(row?.may_lock).toBe(false)
    expect(await vitrineOn({ ...second }, 'worker', '--status')).toMatchObject({
      code: 0,
      stdout: 'There are no queues yet. Start the worker once to create them.\n',
    })
  })

  test('refuse a table whose rows the policies hide', { timeout: 120_000 }, async () => {
    await original.sql`drop policy backup on core.accounts`
    const target = join(scratch, 'hidden')
    const { code, stderr } = await vitrineOn(original, 'backup', target)
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringContaining('Row-level security hides rows of core.accounts from the backup.'),
    })
    expect(await readdir(scratch)).not.toContain('hidden')
    await original.sql.unsafe('set role vitrine_owner; call core.allow_backup(); reset role')
    expect(await vitrineOn(original, 'backup', target)).toMatchObject({ code: 0 })
  })

  test('refuse a folder that exists', async () => {
    const { code, stderr } = await vitrineOn(original, 'backup', scratch)
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringContaining('Choose a new folder for each backup.'),
    })
  })

  describe('refuse to restore', () => {
    let empty: TestDatabase
    beforeAll(async () => {
      empty = await emptyDatabase()
    })

    async function refusal(source: string): Promise<string> {
      const { code, stderr } = await vitrineOn(empty, 'restore', source)
      expect(code).toBe(1)
      const [row] = await empty.sql`select to_regclass('core.accounts') is null as is_untouched`
      expect(row?.is_untouched).toBe(true)
      return stderr
    }

    test('a backup that was interrupted', async () => {
      await rename(join(folder, 'manifest.json'), join(folder, 'kept.json'))
      expect(await refusal(folder)).toContain('is not a complete backup')
      await rename(join(folder, 'kept.json'), join(folder, 'manifest.json'))
    })

    test('a file that was cut off', async () => {
      const file = join(folder, 'core.accounts.copy.gz')
      const bytes = await readFile(file)
      await writeFile(file, bytes.subarray(0, -10))
      expect(await refusal(folder)).toContain('is missing or differs from the backup')
      await writeFile(file, bytes)
    })

    test('a backup of a newer release', async () => {
      const path = join(folder, 'manifest.json')
      const text = await readFile(path, 'utf8')
      const manifest = JSON.parse(text) as { migrations: string[] }
      await writeFile(path, JSON.stringify({ ...manifest, migrations: [...manifest.migrations, '29990101000000'] }))
      expect(await refusal(folder)).toContain('migrations that this release does not have: 29990101000000')
      await writeFile(path, text)
    })
  })

  test('refuse to restore into a database with data', async () => {
    const { code, stderr } = await vitrineOn(original, 'restore', folder)
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('Restore into a new database.') })
  })

  test('restore into a database that a killed restore left migrated and empty', { timeout: 120_000 }, async () => {
    const target = await emptyDatabase()
    await vitrineOn(target, 'migrate')
    expect(await vitrineOn(target, 'restore', folder)).toMatchObject({ code: 0, stderr: '' })
  })
})

/** Returns the number of rows and a hash of all rows of each table that has rows. */
async function contents(sql: Sql): Promise<Record<string, string>> {
  const tables = await sql`
    select oid::regclass::text as name from pg_class
    where relkind in ('r', 'p') and not relispartition and (relowner = 'vitrine_owner'::regrole or relnamespace = 'auth'::regnamespace)`
  const found: Record<string, string> = {}
  for (const { name } of tables) {
    const [row] = await sql.unsafe(
      `select count(*) || ' ' || md5(string_agg(md5(held::text), '' order by md5(held::text))) as digest from ${name as string} as held`,
    )
    if (row?.digest) found[name as string] = row.digest as string
  }
  const sequences =
    await sql`select schemaname || '.' || sequencename as name, last_value from pg_sequences where schemaname <> 'pgboss'`
  for (const { name, last_value } of sequences) found[name as string] = String(last_value)
  return found
}

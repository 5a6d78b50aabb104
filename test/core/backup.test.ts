import { execFileSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import postgres from 'postgres'
import type { Sql } from 'postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { extendSimulation } from '../../functions/worker/queues/extend_simulation.ts'
import { asRole } from '../../cli/database/connect.ts'
import { migrate } from '../../cli/database/schema.ts'
import { startApi } from '../support/api.ts'
import { describeDatabase } from '../support/describe_database.ts'
import { stock } from '../support/catalog_rows.ts'
import { createTenant, issueKey } from '../support/factories.ts'
import { ingest } from '../support/ingest.ts'
import { startOwnCluster } from '../support/own_cluster.ts'
import type { OwnCluster } from '../support/own_cluster.ts'

/** The client tools must be at least as new as the server. npm has no package of them, so Debian's are used. */
const folder = globSync('/usr/lib/postgresql/*/bin/initdb').map(dirname).toSorted().at(-1)
if (!folder) console.warn('pg_dump is not installed: restoring is not tried (Debian: postgresql).')
const now = '2026-11-20T12:00:00Z'

let source: OwnCluster
let target: OwnCluster
let scratch: string

beforeAll(async () => {
  if (!folder) return
  const binaries = { initdb: join(folder, 'initdb'), postgres: join(folder, 'postgres') }
  source = await startOwnCluster({ binaries })
  target = await startOwnCluster({ binaries, isEmpty: true })
  scratch = await mkdtemp(join(tmpdir(), 'vitrine-backup-'))
}, 120_000)
afterAll(async () => {
  if (!folder) return
  await source.database.stop()
  await target.database.stop()
  await rm(scratch, { recursive: true, force: true })
})

function run(tool: string, ...args: string[]): string {
  return execFileSync(join(folder as string, tool), args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
}

/** Describes the database without parentheses in constraints, because Postgres drops some when it reprints BETWEEN. */
async function described(sql: Sql): Promise<string[]> {
  const lines = await describeDatabase(sql)
  return lines.map((line) => (line.startsWith('constraint') ? line.replaceAll(/[()]/g, '') : line)).toSorted()
}

describe.skipIf(!folder)('pg_dump and pg_restore as the guide describes', () => {
  test('restores the schema, the roles and the API responses', { timeout: 120_000 }, async () => {
    const { sql, adminUrl } = source.database
    await sql`create database vitrine`
    const original = { ...source.database, adminUrl: adminUrl.replace(/postgres$/, 'vitrine') }
    original.sql = postgres(original.adminUrl, { max: 2, onnotice: () => undefined })
    original.functionsUrl = asRole(
      original.adminUrl,
      'vitrine_functions',
      decodeURIComponent(new URL(adminUrl).password),
    )
    await migrate(original.sql)
    await original.sql`select set_config('vitrine.now', ${now}, false)`
    await original.sql.unsafe(`alter database vitrine set vitrine.now = '${now}'`)
    await sql`grant vitrine_clock to vitrine_functions`
    const worker = postgres(original.adminUrl, { max: 1, onnotice: () => undefined })
    await extendSimulation.run(worker, {})
    await worker.end()
    const { accountId, brandId, key } = await createTenant(original.sql)
    const other = await createTenant(original.sql)
    const { key: testKey } = await issueKey(original.sql, accountId, { prefix: 'svc_sk_test_' })
    const { key: secret } = await issueKey(original.sql, accountId, { prefix: 'sk_live_' })
    const row = { platform: 'google', account_id: 'g', campaign_id: '1', campaign_name: 'Brand' }
    await ingest(original, brandId, [{ ...row, date: '2026-11-01', spend: 12.5 }])
    await stock(original, brandId, [{ id: 'lamp', title: 'Lamp' }])

    run('pg_dumpall', '--roles-only', '--dbname', adminUrl, '--file', join(scratch, 'roles.sql'))
    run(
      'pg_dump',
      '--format',
      'custom',
      '--exclude-schema',
      'pg_catalog',
      '--dbname',
      original.adminUrl,
      '--file',
      join(scratch, 'vitrine.dump'),
    )
    run('psql', '--quiet', '--dbname', target.database.adminUrl, '--file', join(scratch, 'roles.sql'))
    // The dump of roles includes passwords, also the one of the superuser.
    const url = new URL(original.adminUrl)
    url.port = new URL(target.database.adminUrl).port
    const server = url.href.replace(/vitrine$/, 'postgres')
    run('pg_restore', '--create', '--exit-on-error', '--dbname', server, join(scratch, 'vitrine.dump'))
    const restored = {
      ...original,
      adminUrl: url.href,
      functionsUrl: original.functionsUrl.replace(/:\d+\//, `:${url.port}/`),
    }
    restored.sql = postgres(restored.adminUrl, { max: 2, onnotice: () => undefined })

    expect(await described(restored.sql)).toEqual(await described(original.sql))
    const rights = `select rolname, rolsuper, rolbypassrls, rolcanlogin, rolconfig, has_database_privilege(oid, 'vitrine', 'temporary') as may_copy
      from pg_roles where rolname like 'vitrine%' order by 1`
    expect(await restored.sql.unsafe(rights)).toEqual(await original.sql.unsafe(rights))
    expect(await migrate(restored.sql)).toEqual([])

    const [before, after] = [await startApi(original), await startApi(restored)]
    for (const [path, credential, status] of [
      ['/v1/brands', key, 200],
      ['/v1/metrics?date_from=2026-11-01&date_to=2026-11-02', key, 200],
      [`/v1/metrics?date_from=2026-11-01&date_to=2026-11-02&brand_id=${other.brandId}`, key, 403],
      ['/v1/metrics?date_from=2026-10-01&date_to=2026-11-10&level=campaign&granularity=week', testKey, 200],
      ['/v1/forecasts?type=revenue', testKey, 200],
      [`/api/storefront/${brandId}/search?q=lamp`, secret, 200],
    ] as const) {
      const ask = async ({ http }: typeof before) => {
        const headers = { Authorization: `Bearer ${credential}`, 'X-Request-Id': 'the-same-id' }
        const response = await http.get(path).set(headers)
        return { path, status: response.status, text: response.text.replace(/"response_time_ms":\d+/, '') }
      }
      const answer = await ask(after)
      expect(answer).toEqual(await ask(before))
      expect([path, answer.status]).toEqual([path, status])
    }
    const login = postgres(restored.functionsUrl, { max: 1 })
    await expect(login`select * from analytics.facts_daily`).rejects.toThrow('permission denied')
    await login.end()
    for (const api of [before, after]) await api.stop()
    for (const database of [original, restored]) await database.sql.end()
  })
})

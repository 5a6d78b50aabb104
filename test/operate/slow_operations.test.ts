import { existsSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { freePort } from '../../cli/installation/postgres.ts'
import { startProcess } from '../../cli/installation/process.ts'
import { startApi } from '../support/api.ts'
import type { Api } from '../support/api.ts'
import { Browser } from '../support/browser.ts'
import { createTenant } from '../support/factories.ts'
import { createPerson, signedIn } from '../support/oauth.ts'
import { startOwnCluster } from '../support/own_cluster.ts'
import type { OwnCluster } from '../support/own_cluster.ts'

const polling = { timeout: 20_000, interval: 50 }
const debian = '/usr/lib/postgresql/15/bin'
const servers = [
  ['the embedded Postgres', {}],
  ...(existsSync(debian)
    ? [['Postgres 15', { binaries: { initdb: `${debian}/initdb`, postgres: `${debian}/postgres` } }] as const]
    : []),
] as const

describe.each(servers)('pg_stat_statements of %s', (_, options) => {
  let cluster: OwnCluster
  let api: Api
  beforeAll(async () => {
    cluster = await startOwnCluster({ ...options, settings: ['shared_preload_libraries=pg_stat_statements'] })
    await cluster.database.sql`create extension pg_stat_statements`
    api = await startApi(cluster.database, { isReachable: true, connectionsMax: 1 })
  })
  afterAll(async () => {
    await api.stop()
    await cluster.database.stop()
  })

  const statements = async () =>
    await cluster.database.sql<{ operation: string; calls: number; query: string }[]>`
    select substring(query from 'operation=''([^'']+)''') as operation, calls::integer, query
    from pg_stat_statements where query like '%operation=%' and query not like '%pg_stat_statements%' order by 1`

  test('counts the calls of each operation apart', async () => {
    const { key, brandId } = await createTenant(cluster.database.sql)
    await cluster.database.sql`select pg_stat_statements_reset()`
    const get = (path: string) => api.http.get(path).set('Authorization', `Bearer ${key}`)
    for (let request = 0; request < 3; request++) expect((await get('/v1/brands')).status).toBe(200)
    for (let request = 0; request < 2; request++)
      await get(`/v1/metrics?brand_id=${brandId}&date_from=2026-11-01&date_to=2026-11-02`)
    expect((await statements()).map(({ operation, calls }) => [operation, calls])).toEqual([
      ['analytics.brands', 3],
      ['analytics.metrics', 2],
    ])
  })

  test('names the operations of a console page', async () => {
    const { brandId } = await createTenant(cluster.database.sql)
    const person = await createPerson(cluster.database.sql, [brandId])
    const browser = new Browser(api.url)
    await signedIn(browser, person, `${api.url}/console`)
    await cluster.database.sql`select pg_stat_statements_reset()`
    await browser.open(`${api.url}/console/brands/${brandId}/keys`)
    expect((await statements()).map(({ query }) => query).join()).toMatch(
      /operation='console\.\w+[^']*'\*\/ with "console\./,
    )
  })

  test('has no entry for a statement with the same name and another comment', async () => {
    const { sql } = cluster.database
    await sql`select pg_stat_statements_reset()`
    for (const name of ['one', 'two']) await sql.unsafe(`/*operation='${name}'*/ select 1 + 1 as sum`)
    // Comments alone do not distinguish statements: the first text is kept.
    expect((await statements()).map(({ operation, calls }) => [operation, calls])).toEqual([['one', 2]])
  })

  test('prepares a statement once for each operation and connection', async () => {
    const { key } = await createTenant(cluster.database.sql)
    const { sql } = cluster.database
    const get = () =>
      api.http
        .get('/v1/brands')
        .set({ Authorization: `Bearer ${key}`, traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` })
    await get()
    await sql`select pg_stat_statements_reset()`
    for (let request = 0; request < 5; request++) await get()
    const [found] =
      await sql`select calls::integer, plans::integer from pg_stat_statements where query like '%analytics.brands%' and query not like '%pg_stat%'`
    expect(found).toMatchObject({ calls: 5 })
  })
})

describe('pg_stat_activity', () => {
  test('names the function of each connection', async () => {
    const cluster = await startOwnCluster()
    onTestFinished(() => cluster.database.stop())
    const port = await freePort()
    const running = [
      startProcess('functions/analytics/index.ts', { DATABASE_URL: cluster.database.functionsUrl, PORT: String(port) }),
      startProcess('functions/worker/process.ts', { DATABASE_URL: cluster.database.workerUrl }),
    ]
    for (const { stop } of running) onTestFinished(stop)
    await vi.waitUntil(() => fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null), polling)
    const names = async () => {
      const rows = await cluster.database.sql<{ name: string }[]>`
        select distinct usename || ' ' || application_name as name from pg_stat_activity where usename like 'vitrine%' order by 1`
      return rows.map(({ name }) => name)
    }
    const expected = ['vitrine_functions vitrine_analytics', 'vitrine_worker pgboss', 'vitrine_worker vitrine_worker']
    await vi.waitFor(async () => expect(await names()).toEqual(expected), polling)
  })
})

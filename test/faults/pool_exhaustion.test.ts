import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startApi } from '../support/api.ts'
import type { Api } from '../support/api.ts'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { createTenant } from '../support/factories.ts'
import { ingest } from '../support/ingest.ts'

const connectionsMax = 3
/** The most connections that one key holds. */
const shareMax = 2

let database: TestDatabase
let api: Api

beforeAll(async () => {
  database = await createDatabase()
  api = await startApi(database, { connectionsMax, trustedProxyHops: 1 })
})
afterAll(async () => {
  await api.stop()
  await database.stop()
})

const ask = async (key: string, path: string) => {
  const startedAt = performance.now()
  const response = await fetch(api.url + path, { headers: { Authorization: `Bearer ${key}` } })
  await response.text()
  const seconds = (performance.now() - startedAt) / 1000
  return { status: response.status, retryAfter: response.headers.get('retry-after'), seconds }
}

const metrics = '/v1/metrics?date_from=2026-11-01&date_to=2026-11-02'

async function tenantWithAds() {
  const tenant = await createTenant(database.sql)
  const row = {
    date: '2026-11-01',
    platform: 'google',
    account_id: 'g',
    campaign_id: '1',
    campaign_name: 'B',
    spend: 1,
  }
  await ingest(database, tenant.brandId, [row])
  return tenant
}

describe('more slow requests of one brand than connections', () => {
  test('return 429 or 503 with Retry-After, and other brands get 200 meanwhile', async () => {
    const [slow, quick] = [await tenantWithAds(), await tenantWithAds()]
    expect((await ask(slow.key, metrics)).status).toBe(200)
    let flood: ReturnType<typeof ask>[] = []
    // This lock delays every request that reads metric definitions.
    await database.sql.begin(async (sql) => {
      await sql`lock table analytics.metric_definitions in access exclusive mode`
      flood = Array.from({ length: connectionsMax * 8 }, () => ask(slow.key, metrics))
      await vi.waitUntil(async () => (await waiting()) === shareMax, { timeout: 15_000, interval: 20 })
      const health = await ask('', '/api/storefront/health')
      expect([health.status, health.seconds < 4]).toEqual([200, true])
      const turned = await ask(quick.key, '/v1/brands')
      expect([turned.status, turned.seconds < 2]).toEqual([200, true])
      await Promise.all(flood)
    })
    const answers = await Promise.all(flood)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([429, 503]))
    expect(answers.filter(({ retryAfter }) => Number(retryAfter) < 1)).toEqual([])
    expect(Math.max(...answers.map(({ seconds }) => seconds))).toBeLessThan(12)
    const after = await ask(quick.key, '/v1/brands')
    expect([after.status, after.seconds < 4]).toEqual([200, true])
    expect((await ask(slow.key, metrics)).status).toBe(200)
  })
})

async function waiting(): Promise<number> {
  const [row] = await database.sql`
    select count(*)::integer as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
  return row?.count as number
}

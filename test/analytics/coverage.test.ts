import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { maintainPartitions } from '../../functions/worker/queues/maintain_partitions.ts'
import { createPool } from '../../shared/db/pool.ts'
import { expectCoverage } from '../support/coverage.ts'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { createTenant } from '../support/factories.ts'
import { ingest } from '../support/ingest.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createDatabase()
})
afterEach(() => vi.unstubAllEnvs())
afterAll(() => database.stop())

const report = (day: number, more: object = {}) => ({
  date: `2026-11-${String(day).padStart(2, '0')}`,
  platform: 'google',
  account_id: 'g',
  campaign_id: '1',
  campaign_name: 'Brand',
  spend: 10 as number | null,
  ...more,
})

describe('analytics.coverage', () => {
  test('is what a scan of the facts finds, after imports with gaps, zeros, more columns and other accounts', async () => {
    const { brandId } = await createTenant(database.sql)
    await ingest(database, brandId, [
      report(1),
      report(2),
      report(5, { spend: 0 }),
      report(6, { spend: null, clicks: 3 }),
    ])
    expect(await expectCoverage(database.sql, brandId)).toBe(4)
    await ingest(database, brandId, [report(3, { revenue: 20 }), report(4, { platform: 'meta', account_id: 'm' })])
    await expectCoverage(database.sql, brandId)
    const [google] = await database.sql`
      select days::text from analytics.coverage join analytics.entities using (brand_id, entity_id)
      where brand_id = ${brandId} and platform = 'google' and measure = 'any'`
    expect(google).toEqual({ days: '{[2026-11-01,2026-11-04),[2026-11-05,2026-11-07)}' })
  })

  test('follows a restatement to zero and one that replaces campaigns by ads', async () => {
    const { brandId } = await createTenant(database.sql)
    await ingest(database, brandId, [report(1, { clicks: 1 }), report(2, { clicks: 1 })])
    await ingest(database, brandId, [report(2, { spend: 0 })])
    await expectCoverage(database.sql, brandId)
    await ingest(database, brandId, [report(1, { adset_id: 's', adset_name: 'S', ad_id: 'a', ad_name: 'A', spend: 4 })])
    await expectCoverage(database.sql, brandId)
  })

  test('has all days of concurrent imports of one account', async () => {
    const { brandId } = await createTenant(database.sql)
    await ingest(database, brandId, [report(1)])
    await Promise.all(
      [2, 4, 6, 8].map((day) =>
        ingest(database, brandId, [report(day, { campaign_id: String(day), clicks: day }), report(day + 1), report(1)]),
      ),
    )
    await expectCoverage(database.sql, brandId)
  })

  test('ends where partitions of facts were dropped', async () => {
    const { brandId } = await createTenant(database.sql)
    const gone = await createTenant(database.sql)
    await ingest(database, brandId, [
      report(1),
      report(1, { date: '2025-08-31', revenue: 5 }),
      report(1, { date: '2025-09-01' }),
    ])
    await ingest(database, gone.brandId, [report(1, { date: '2025-08-30' })])
    vi.stubEnv('FACTS_KEEP_MONTHS', '14')
    const worker = createPool({ url: database.workerUrl, connectionsMax: 1, now: '2026-11-20T12:00:00Z' })
    expect((await maintainPartitions.run(worker, {})).partitions_dropped).toBeGreaterThan(0)
    await worker.end()
    expect(await expectCoverage(database.sql, brandId)).toBe(3)
    expect(await expectCoverage(database.sql, gone.brandId)).toBe(0)
  })

  test('is hidden from a key of another brand', async () => {
    const { brandId } = await createTenant(database.sql)
    const other = await createTenant(database.sql)
    await ingest(database, brandId, [report(1)])
    const count = (scope: string) =>
      database.sql.begin(async (sql) => {
        await sql`select set_config('vitrine.brand_ids', ${`{${scope}}`}, true)`
        await sql`set local role vitrine_key`
        const [row] = await sql`select count(*)::integer as rows from analytics.coverage where brand_id = ${brandId}`
        return row?.rows as number
      })
    expect([await count(brandId), await count(other.brandId)]).toEqual([3, 0])
  })
})

import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { maintainPartitions } from '../../functions/worker/queues/maintain_partitions.ts'
import { createPool } from '../../shared/db/pool.ts'
import type { Database } from '../../shared/db/pool.ts'
import { startApi } from '../support/api.ts'
import type { Api } from '../support/api.ts'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { createTenant } from '../support/factories.ts'
import { ingest } from '../support/ingest.ts'

let database: TestDatabase
let worker: Database
let api: Api

beforeAll(async () => {
  database = await createDatabase()
  worker = createPool({ url: database.workerUrl, connectionsMax: 1, now: '2026-11-20T12:00:00Z' })
  api = await startApi(database)
})
afterEach(() => vi.unstubAllEnvs())
afterAll(async () => {
  await api.stop()
  await worker.end()
  await database.stop()
})

async function months(table: string): Promise<string[]> {
  const rows = await database.sql`
    select right(inhrelid::regclass::text, 7) as month from pg_inherits where inhparent = ${table}::regclass order by 1`
  return rows.map(({ month }) => month as string)
}

const tables = [
  'analytics.facts_daily',
  'analytics.facts_hourly',
  'analytics.facts_daily_versions',
  'analytics.facts_hourly_versions',
  'analytics.rollups_daily',
]

describe('monthly partitions of facts', () => {
  test('are all kept without FACTS_KEEP_MONTHS', async () => {
    const { brandId } = await createTenant(database.sql)
    await ingest(database, brandId, [
      { date: '2024-05-01', platform: 'google', account_id: 'g', campaign_id: '1', campaign_name: 'B', spend: 1 },
    ])
    expect(await maintainPartitions.run(worker, {})).toMatchObject({ partitions_dropped: 0 })
    expect(await months('analytics.facts_daily')).toContain('2024_05')
  })

  test('are created ahead and dropped after FACTS_KEEP_MONTHS', async () => {
    const { brandId, key } = await createTenant(database.sql)
    const row = { platform: 'google', account_id: 'g', campaign_id: '1', campaign_name: 'B', spend: 1 }
    await ingest(
      database,
      brandId,
      ['2025-08-31', '2025-09-01', '2026-11-01'].map((date) => ({ ...row, date })),
    )
    vi.stubEnv('FACTS_KEEP_MONTHS', '14')
    const done = await maintainPartitions.run(worker, {})
    expect(done.partitions_dropped).toBeGreaterThan(0)
    for (const table of tables) {
      const held = await months(table)
      expect(held.filter((month) => month < '2025_09')).toEqual([])
      expect(held).toContain('2027_01')
    }
    const { body } = await api.http
      .get('/v1/metrics?date_from=2025-08-30&date_to=2025-09-02&granularity=day&metrics=spend')
      .set('Authorization', `Bearer ${key}`)
    expect(body.data.map((each: { date: string }) => each.date)).toEqual(['2025-09-01'])
    expect(await maintainPartitions.run(worker, {})).toMatchObject({ partitions_dropped: 0 })
  })

  test('are created once by two concurrent calls', async () => {
    const otherPool = createPool({ url: database.workerUrl, connectionsMax: 1 })
    const make = (sql: Pick<Database, 'unsafe'>) =>
      sql.unsafe("select analytics.ensure_partitions('2031-05-01', '2031-05-31') as made")
    const { second } = await worker.begin(async (sql) => {
      expect(await make(sql)).toEqual([{ made: 5 }])
      const waiting = make(otherPool).execute()
      await vi.waitUntil(
        async () => {
          const [row] = await database.sql`select count(*)::int as waiting from pg_locks where not granted`
          return (row?.waiting as number) > 0
        },
        { timeout: 10_000, interval: 20 },
      )
      return { second: () => waiting }
    })
    expect(await second()).toEqual([{ made: 0 }])
    await otherPool.end()
  })

  test('are not dropped during a long read, and other reads succeed meanwhile', async () => {
    const { brandId, key } = await createTenant(database.sql)
    const row = { platform: 'google', account_id: 'g', campaign_id: '1', campaign_name: 'B', spend: 1 }
    await ingest(
      database,
      brandId,
      ['2025-07-31', '2026-11-01'].map((date) => ({ ...row, date })),
    )
    vi.stubEnv('FACTS_KEEP_MONTHS', '14')
    await database.sql`drop table analytics.facts_daily_2027_01`
    await database.sql.begin(async (reader) => {
      await reader`select count(*) from analytics.facts_daily`
      const dropping = maintainPartitions.run(worker, {})
      const failed = expect(dropping).rejects.toThrow('A running query reads the facts.')
      await vi.waitUntil(
        async () => {
          const [held] = await database.sql`select count(*)::int as waiting from pg_locks where not granted`
          return (held?.waiting as number) > 0
        },
        { timeout: 10_000, interval: 20 },
      )
      const { status } = await api.http
        .get('/v1/metrics?date_from=2026-11-01&date_to=2026-11-02&level=ad&granularity=day&metrics=spend')
        .set('Authorization', `Bearer ${key}`)
      expect(status).toBe(200)
      await failed
    })
    // The needed partitions were created nevertheless.
    expect(await months('analytics.facts_daily')).toEqual(expect.arrayContaining(['2025_07', '2027_01']))
    expect(await maintainPartitions.run(worker, {})).not.toMatchObject({ partitions_dropped: 0 })
    expect(await months('analytics.facts_daily')).not.toContain('2025_07')
  })

  test('are dropped once by two concurrent calls', async () => {
    const { brandId } = await createTenant(database.sql)
    const row = { platform: 'google', account_id: 'g', campaign_id: '1', campaign_name: 'B', spend: 1 }
    await ingest(database, brandId, [{ ...row, date: '2025-06-30' }])
    const otherPool = createPool({ url: database.workerUrl, connectionsMax: 1, now: '2026-11-20T12:00:00Z' })
    const drop = async (sql: Pick<Database, 'unsafe'>) => {
      const [dropped] = await sql.unsafe("select analytics.drop_partitions('2025-09-01') as months")
      return dropped?.months as number
    }
    await worker.begin(async (sql) => {
      expect(await drop(sql)).toBeGreaterThan(0)
      expect(await drop(otherPool)).toBe(0)
    })
    expect(await months('analytics.facts_daily')).not.toContain('2025_06')
    await otherPool.end()
  })

  test('are kept for at least 14 months', async () => {
    vi.stubEnv('FACTS_KEEP_MONTHS', '13')
    await expect(maintainPartitions.run(worker, {})).rejects.toThrow('FACTS_KEEP_MONTHS')
    await expect(worker`select analytics.drop_partitions('2026-10-01')`).rejects.toThrow(
      '`kept_from` keeps too few months; at least 14 months.',
    )
  })
})

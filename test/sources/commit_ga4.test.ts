import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../shared/db/pool.ts'
import type { Reply, ReportName } from '../../shared/sources/platform.ts'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { createTenant } from '../support/factories.ts'
import { connectAccount, scriptedOptions, ScriptedPlatform, sync, workerPool } from '../support/sources.ts'

let database: TestDatabase
let sql: Database

beforeAll(async () => {
  database = await createDatabase({ isSimulated: false })
  sql = workerPool(database)
})
afterAll(async () => {
  await sql.end()
  await database.stop()
})

const origin = { source: 'google', medium: 'cpc', campaign: 'Spring' }

/** Synchronizes replies of GA4 for the last 30 days. Older windows are empty. */
async function syncGa4(brandId: string, replies: Partial<Record<ReportName, object[]>>) {
  const scripted = new ScriptedPlatform()
  const platform = {
    ...scripted.platform,
    name: 'ga4' as const,
    reports: (['sessions', 'transactions'] as const).map((name) => ({
      name,
      daysMax: 30,
      daysBackMax: 60,
      read: async (_: unknown, __: unknown, { to }: { to: string }) =>
        ({
          kind: name,
          unknownFields: [],
          limitations: ['sampled'],
          rows: to === '2026-11-20' ? (replies[name] ?? []) : [],
        }) as unknown as Reply,
    })),
  }
  const source = await connectAccount(sql, brandId, { platform: 'ga4', timezone: 'America/New_York' })
  await sync(sql, source, scriptedOptions(scripted, { platforms: [platform] }))
}

test('stores sessions by hour of the property, exactly', async () => {
  const { brandId } = await createTenant(database.sql)
  const row = {
    day: '2026-11-19',
    hour: 23,
    ...origin,
    sessions: '12',
    key_events: '1.5',
    purchases: '1',
    revenue: '8.530001',
  }
  await syncGa4(brandId, { sessions: [row] })
  const held = await database.sql`
    select hour::text, sessions::text, key_events::text, revenue_micros::text from analytics.ga4_sessions where brand_id = ${brandId}`
  expect(held.map((each) => ({ ...each }))).toEqual([
    { hour: expect.stringMatching(/^2026-11-20 04:00/), sessions: '12', key_events: '1.5', revenue_micros: '8530001' },
  ])
})

test('gives an order without an observed touch one touch of GA4, and invents none', async () => {
  const { brandId } = await createTenant(database.sql)
  await database.sql`
    insert into analytics.orders (brand_id, order_id, visitor_id, person_id, ordered_at, revenue_micros)
    select ${brandId}, order_id, order_id, order_id, '2026-11-19T15:30:00Z', 1 from unnest(array['seen', 'unseen']) as order_id`
  await database.sql`
    insert into analytics.touchpoints (brand_id, visitor_id, touched_at, kind, channel, person_id)
    values (${brandId}, 'seen', '2026-11-18T00:00:00Z', 'click', 'Newsletter', 'seen')`
  const transaction = (transaction_id: string) => ({ transaction_id, day: '2026-11-19', hour: 10, ...origin })
  await syncGa4(brandId, { transactions: ['seen', 'unseen', 'unknown', '(not set)'].map(transaction) })
  const touches = await database.sql`
    select visitor_id, channel, campaign, reported_by from analytics.touchpoints where brand_id = ${brandId} order by 1`
  expect(touches.map((each) => ({ ...each }))).toEqual([
    { visitor_id: 'seen', channel: 'Newsletter', campaign: null, reported_by: null },
    { visitor_id: 'unseen', channel: 'google / cpc', campaign: 'Spring', reported_by: 'ga4' },
  ])
})

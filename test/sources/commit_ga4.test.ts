import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../shared/db/pool.ts'
import type { Reply, ReportName } from '../../shared/sources/platform.ts'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { createTenant } from '../support/factories.ts'
import { connectAccount, scriptedOptions, ScriptedPlatform, shownSource, sync, workerPool } from '../support/sources.ts'

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
async function syncGa4(brandId: string, replies: Partial<Record<ReportName, object[]>>, currency = 'USD') {
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
  const source = await connectAccount(sql, brandId, { platform: 'ga4', timezone: 'America/New_York', currency })
  await sync(sql, source, scriptedOptions(scripted, { platforms: [platform] }))
  return await shownSource(database, source)
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

test('names the days of revenue in another currency that lack an exchange rate', async () => {
  const { brandId } = await createTenant(database.sql)
  const row = { hour: 23, ...origin, sessions: '12', key_events: '1', purchases: '1' }
  const sessions = [
    { ...row, day: '2026-11-02', revenue: '8.5' },
    { ...row, day: '2026-11-10', revenue: '0' },
    { ...row, day: '2026-11-18', revenue: '1' },
    { ...row, day: '2026-11-19', revenue: '1' },
  ]
  expect(await syncGa4(brandId, { sessions }, 'NOK')).toMatchObject({
    needs: 'import_rates',
    attention: {
      reason: 'exchange_rates_are_missing',
      values: {
        rates: [
          { from_currency: 'NOK', to_currency: 'USD', days: '{[2026-11-02,2026-11-03),[2026-11-18,2026-11-19)}' },
        ],
      },
    },
  })
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

describe('overlapping windows', () => {
  type Reported = { day: string; hour: number; source: string }
  const first = { from: '2026-11-01', to: '2026-11-10' }
  const second = { from: '2026-11-08', to: '2026-11-15' }
  const report = (day: string, hour: number, source: string): Reported => ({ day, hour, source })

  /** Stores replies of windows in this order. A reply has the reports of one transaction that are in its window. */
  async function readInOrder(steps: { window: typeof first; reports: Reported[] }[]) {
    const { brandId } = await createTenant(database.sql)
    await database.sql`
      insert into analytics.orders (brand_id, order_id, visitor_id, person_id, ordered_at, revenue_micros)
      values (${brandId}, 'T-1', 'v', 'v', '2026-11-16T00:00:00Z', 1)`
    const { source_id } = await connectAccount(sql, brandId, { platform: 'ga4', timezone: 'UTC' })
    for (const { window, reports } of steps) {
      const rows = reports
        .filter(({ day }) => day >= window.from && day <= window.to)
        .map((reported) => ({ transaction_id: 'T-1', medium: 'cpc', campaign: 'Spring', ...reported }))
      await sql.begin(async (transaction) => {
        await transaction`select core.enter_brand(${brandId})`
        await transaction`
          update sources.sources set lease = 'lease', busy_until = platform.clock() + interval '1 minute' where source_id = ${source_id}`
        const [{ window_id } = {}] = await transaction`
          insert into sources.windows (brand_id, source_id, report, purpose, first_on, last_on)
          values (${brandId}, ${source_id}, 'transactions', 'recent', ${window.from}, ${window.to})
          on conflict on constraint windows_days_key do update set state = 'due' returning window_id`
        await transaction`
          select sources.commit_transactions(${brandId}, ${window_id as string}, 'lease', ${JSON.stringify(rows)}::text::jsonb, 0, '{}')`
      })
    }
    const stored = await database.sql`
      select hour, source, medium from analytics.ga4_transactions where brand_id = ${brandId} order by hour`
    const touched = await database.sql`
      select touched_at, channel from analytics.touchpoints where brand_id = ${brandId}`
    return { stored: stored.map((row) => ({ ...row })), touched: touched.map((row) => ({ ...row })) }
  }

  test.each([
    [
      'in the part of the first only',
      [report('2026-11-05', 7, 'google'), report('2026-11-12', 9, 'newsletter')],
      '2026-11-05T07:00:00Z',
    ],
    ['in both', [report('2026-11-09', 7, 'google'), report('2026-11-12', 9, 'newsletter')], '2026-11-09T07:00:00Z'],
    ['on the last day of the second', [report('2026-11-15', 23, 'google')], '2026-11-15T23:00:00Z'],
  ])('give the same rows in both orders, with a first report %s', async (_, reports, at) => {
    const one = { window: first, reports }
    const other = { window: second, reports }
    const forward = await readInOrder([one, other])
    expect(forward.touched).toEqual([{ touched_at: new Date(at), channel: 'google / cpc' }])
    expect(forward.stored).toHaveLength(reports.length)
    expect(await readInOrder([other, one])).toEqual(forward)
    expect(await readInOrder([other, one, other, one])).toEqual(forward)
  })

  test('fall back to a later report when the window of the first no longer has it', async () => {
    const [early, late] = [report('2026-11-05', 7, 'google'), report('2026-11-12', 9, 'newsletter')]
    const after = await readInOrder([
      { window: first, reports: [early, late] },
      { window: second, reports: [early, late] },
      { window: first, reports: [late] },
    ])
    expect(after.touched).toEqual([{ touched_at: new Date('2026-11-12T09:00:00Z'), channel: 'newsletter / cpc' }])
  })
})

test('gives touches to the orders of the batch, and once a night to all', async () => {
  const { brandId } = await createTenant(database.sql)
  await database.sql`
    insert into analytics.orders (brand_id, order_id, visitor_id, person_id, ordered_at, revenue_micros)
    select ${brandId}, order_id, visitor_id, visitor_id, '2026-11-19T15:30:00Z', 1
    from (values ('old', 'v1'), ('new', 'v2'), ('same person', 'v2')) as given (order_id, visitor_id)`
  const { source_id } = await connectAccount(sql, brandId, { platform: 'ga4', timezone: 'UTC' })
  // Transactions that were reported before their orders.
  await database.sql`
    insert into analytics.ga4_transactions (brand_id, property_id, transaction_id, hour, source, medium, campaign)
    select ${brandId}, 'a property', order_id, '2026-11-18T10:00:00Z', 'google', 'cpc', 'Spring' from unnest(array['old', 'same person']) as order_id`
  const commit = async (purpose: string) => {
    await sql.begin(async (transaction) => {
      await transaction`select core.enter_brand(${brandId})`
      await transaction`
        update sources.sources set lease = 'lease', busy_until = platform.clock() + interval '1 minute' where source_id = ${source_id}`
      const [{ window_id } = {}] = await transaction`
        insert into sources.windows (brand_id, source_id, report, purpose, first_on, last_on)
        values (${brandId}, ${source_id}, 'transactions', ${purpose}, '2026-11-19', '2026-11-19')
        on conflict on constraint windows_days_key do update set state = 'due', purpose = excluded.purpose returning window_id`
      const rows = JSON.stringify([{ transaction_id: 'new', day: '2026-11-19', hour: 10, ...origin }])
      await transaction`
        select sources.commit_transactions(${brandId}, ${window_id as string}, 'lease', ${rows}::text::jsonb, 0, '{}')`
    })
    const touches = await database.sql`
      select touch_id from analytics.touchpoints where brand_id = ${brandId} and reported_by = 'ga4' order by 1`
    return touches.map(({ touch_id }) => touch_id as string)
  }
  expect(await commit('hourly')).toEqual(['ga4:new', 'ga4:same person'])
  expect(await commit('hourly')).toEqual(['ga4:new', 'ga4:same person'])
  expect(await commit('nightly')).toEqual(['ga4:new', 'ga4:old', 'ga4:same person'])
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../shared/db/pool.ts'
import { addDays } from '../../shared/calendar/days.ts'
import { startApi } from '../support/api.ts'
import type { Api } from '../support/api.ts'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { createTenant } from '../support/factories.ts'
import { ingest } from '../support/ingest.ts'
import { ingestJourneys } from '../support/journeys.ts'
import { connectAccount, scriptedOptions, ScriptedPlatform, sync, workerPool } from '../support/sources.ts'

let database: TestDatabase
let api: Api
let sql: Database

beforeAll(async () => {
  database = await createDatabase({ isSimulated: false })
  api = await startApi(database)
  sql = workerPool(database)
})
afterAll(async () => {
  await sql.end()
  await api.stop()
  await database.stop()
})

const last = '2026-11-19'
const range = { date_from: '2026-08-22', date_to: last }

function days(first: string, through: string): string[] {
  const listed: string[] = []
  for (let day = first; day <= through; day = addDays(day, 1)) listed.push(day)
  return listed
}

/** Each day has an order of 100 by a new customer after a touch of Meta. */
async function orderOn(brandId: string, ordered: string[]) {
  await ingestJourneys(
    database,
    brandId,
    ordered.map((day) => ({ customer_id: day, touched_at: `${day}T10:00:00Z`, channel: 'meta' })),
    ordered.map((day) => ({
      order_id: day,
      customer_id: day,
      ordered_at: `${day}T12:00:00Z`,
      revenue: 100,
      is_new_customer: true,
    })),
  )
}

const spendOn = (brandId: string, spent: string[]) =>
  ingest(
    database,
    brandId,
    spent.map((date) => ({
      date,
      platform: 'meta',
      account_id: 'a',
      campaign_id: 'c1',
      campaign_name: 'One',
      spend: 50,
    })),
  )

async function get(key: string, path: string, query: Record<string, string | number>) {
  const { body, status } = await api.http.get(path).query(query).set('Authorization', `Bearer ${key}`)
  expect([status, body.error]).toEqual([200, undefined])
  return body
}

/** The results of Meta for all readers. Orders bring 2 for each unit of spend, and a new customer costs 50. */
async function results(key: string, asked: { date_from: string; date_to: string } = range) {
  const own = await get(key, '/v1/attribution', asked)
  const roas = await get(key, '/v1/attribution', { ...asked, metric: 'roas' })
  const cac = await get(key, '/v1/attribution', { ...asked, metric: 'cac' })
  const compared = await get(key, '/v1/attribution/comparison', asked)
  const windows = await get(key, '/v1/attribution/comparison', { ...asked, click_days: 3 })
  return {
    own,
    ratios: [own.channels[0].roas, own.channels[0].cac, roas.total, cac.total],
    compared: [compared, windows].flatMap(({ data }) => [data[0].attributed.roas, data[0].compared.roas]),
    warnings: [own, roas, cac, compared.meta, windows.meta].map(({ warnings }) =>
      warnings.filter((each: string) => each.startsWith('Ratios of orders')),
    ),
  }
}

const known = (first: string, through: string) =>
  Array.from({ length: 5 }, () => [
    `Ratios of orders and spend (ROAS, CAC, MER) cover ${first} to ${through}, the longest period of which both are known.`,
  ])

describe('ROAS and CAC', () => {
  test('cover the days with known orders if orders begin later than spend', async () => {
    const { brandId, key } = await createTenant(database.sql)
    await spendOn(brandId, days('2026-08-22', last))
    await orderOn(brandId, days('2026-09-21', last))
    const found = await results(key)
    expect(found.own.channels[0]).toMatchObject({ attributed_revenue: 6000, spend: 4500 })
    expect(found).toMatchObject({
      ratios: [2, 50, 2, 50],
      compared: [2, 2, 2, 2],
      warnings: known('2026-09-21', last),
    })
    const preview = { days: 92, click_days: 3 }
    for (const query of [preview, { days: 92 }]) {
      const body = await get(key, '/v1/attribution-preview', query)
      expect(body.channels).toMatchObject([{ stored: { roas: 2 }, chosen: { roas: 2 } }])
      expect(body.warnings[0]).toBe(known('2026-09-21', last)[0]?.[0])
    }
    const [september] = await database.sql`
      select spend::float, cac::float, partial from analytics.monthly_acquisition where brand_id = ${brandId} and month = '2026-09-01'`
    expect(september).toEqual({ spend: 1500, cac: 50, partial: true })
  })

  test('cover the days with known spend if spend begins later than orders', async () => {
    const { brandId, key } = await createTenant(database.sql)
    await orderOn(brandId, days('2026-08-22', last))
    await spendOn(brandId, days('2026-10-20', '2026-11-10'))
    expect(await results(key)).toMatchObject({
      ratios: [2, 50, 2, 50],
      compared: [2, 2, 2, 2],
      warnings: known('2026-10-20', '2026-11-10'),
    })
  })

  test('are null if no day has both, and a warning names the days', async () => {
    const { brandId, key } = await createTenant(database.sql)
    await spendOn(brandId, days('2026-08-22', '2026-09-30'))
    await orderOn(brandId, days('2026-10-01', last))
    const found = await results(key)
    expect(found).toMatchObject({ ratios: [null, null, null, null], compared: [null, null, null, null] })
    expect(found.own.channels[0]).toMatchObject({ attributed_revenue: 5000, spend: 2000 })
    expect(found.warnings).toEqual(
      Array.from({ length: 5 }, () => [
        `Ratios of orders and spend (ROAS, CAC, MER) are not known, because no day from 2026-08-22 to ${last} has both known orders and known spend.`,
      ]),
    )
  })

  test('leave out days that are not read yet from a connected account', async () => {
    const { brandId, key } = await createTenant(database.sql)
    await orderOn(brandId, days('2026-08-22', last))
    const scripted = new ScriptedPlatform()
    scripted.rows = days('2026-08-22', last).map((day) => ({ ad: 'a', day, spend: '50' }))
    const source = await connectAccount(sql, brandId)
    // The first window of 30 days is read.
    await sync(sql, source, scriptedOptions(scripted, { secondsMax: 3600 }))
    await database.sql`
      update sources.windows set state = 'due', read_at = null where source_id = ${source.source_id} and last_on < '2026-10-22'`
    const found = await results(key)
    expect(found).toMatchObject({ ratios: [2, 50, 2, 50], compared: [2, 2, 2, 2], warnings: known('2026-10-22', last) })
  })

  test('have one rule for CAC in the API and in analytics.monthly_acquisition', async () => {
    const { brandId, key } = await createTenant(database.sql)
    await spendOn(brandId, days('2026-09-11', last))
    await orderOn(brandId, days('2026-09-01', last))
    const more = (order_id: string, day: string, given: object) => ({
      order_id,
      customer_id: order_id,
      ordered_at: `${day}T15:00:00Z`,
      revenue: 10,
      ...given,
    })
    await ingestJourneys(
      database,
      brandId,
      [],
      [
        // New customers without a touchpoint, one of whom returned everything, and a returning customer.
        ...days('2026-09-11', '2026-09-20').map((day) => more(`direct ${day}`, day, { is_new_customer: true })),
        more('undone', '2026-09-21', { is_new_customer: true, refunded: 10, refunded_at: '2026-10-02T00:00:00Z' }),
        more('again', '2026-09-22', { is_new_customer: false }),
        more('unknown', '2026-10-05', {}),
      ],
    )
    const months = await database.sql<
      { month: string; spend: number; new_customers: number | null; cac: number | null }[]
    >`
      select month::text, spend::float, new_customers::integer, round(cac, 2)::float as cac
      from analytics.monthly_acquisition where brand_id = ${brandId} order by month`
    // 20 days of spend and 20 + 10 new customers in September.
    expect(months).toEqual([
      { month: '2026-09-01', spend: 1000, new_customers: 40, cac: 33.33 },
      { month: '2026-10-01', spend: 1550, new_customers: null, cac: null },
      { month: '2026-11-01', spend: 950, new_customers: 19, cac: 50 },
    ])
    const ends = ['2026-09-30', '2026-10-31', '2026-11-30']
    const totals = await Promise.all(
      months.map(async ({ month }, index) => {
        const asked = { date_from: month, date_to: ends[index] as string, metric: 'cac' }
        return await get(key, '/v1/attribution', asked)
      }),
    )
    expect(totals.map(({ total }) => total)).toEqual(months.map(({ cac }) => cac))
    // The channel has the spend of its platform, and the credited customers.
    expect(totals.map(({ channels }) => channels[0].cac)).toEqual([50, null, 50])
    expect(totals[1].warnings).toContain(
      'CAC and the ROAS of new customers are not known, because 1 order does not say whether the customer is new.',
    )
    const revenue = await get(key, '/v1/attribution', {
      date_from: '2026-10-01',
      date_to: '2026-10-31',
      metric: 'revenue',
    })
    expect([revenue.channels[0].cac, revenue.warnings]).toEqual([null, totals[1].warnings])
    const asked = { date_from: '2026-10-01', date_to: '2026-10-04', metric: 'cac' }
    expect((await get(key, '/v1/attribution', asked)).total).toBe(50)
  })

  test('have one rule for MER, and one for the ROAS of new customers', async () => {
    const { brandId, key } = await createTenant(database.sql)
    await spendOn(brandId, days('2026-09-11', '2026-10-31'))
    await orderOn(brandId, days('2026-09-01', '2026-10-31'))
    const more = { ordered_at: '2026-09-20T15:00:00Z', revenue: 40 }
    await ingestJourneys(
      database,
      brandId,
      [],
      [
        { ...more, order_id: 'again', customer_id: 'again', is_new_customer: false },
        { ...more, order_id: 'unknown', customer_id: 'unknown', ordered_at: '2026-10-05T15:00:00Z' },
      ],
    )
    const total = async (date_from: string, date_to: string) => {
      const asked = { date_from, date_to }
      const { total: all } = await get(key, '/v1/attribution/comparison', asked)
      const { total: roas } = await get(key, '/v1/attribution', { ...asked, metric: 'roas' })
      expect(roas).toBe(all.mer)
      return all
    }
    // 20 days of 100, 40 of a returning customer and 1,000 of spend: the days before the spend do not count.
    expect(await total('2026-09-01', '2026-09-30')).toEqual({
      revenue: 3040,
      conversions: 31,
      mer: 2.04,
      new_customer_roas: 2,
      ratio_days: { date_from: '2026-09-11', date_to: '2026-09-30', is_whole: false },
    })
    expect(await total('2026-10-01', '2026-10-31')).toMatchObject({ mer: 2.025806, new_customer_roas: null })
    expect(await total('2026-09-01', '2026-09-10')).toMatchObject({
      mer: null,
      new_customer_roas: null,
      ratio_days: null,
    })
  })

  test('cover all days, without a warning, if all orders and spend are of the same days', async () => {
    const { brandId, key } = await createTenant(database.sql)
    await spendOn(brandId, days('2026-10-01', '2026-10-31'))
    await orderOn(brandId, days('2026-10-01', '2026-10-31'))
    expect(await results(key)).toMatchObject({
      ratios: [2, 50, 2, 50],
      compared: [2, 2, 2, 2],
      warnings: [[], [], [], [], []],
    })
  })
})

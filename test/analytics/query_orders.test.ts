import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApi } from '../support/api.ts'
import type { Api } from '../support/api.ts'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { createTenant } from '../support/factories.ts'
import { ingest } from '../support/ingest.ts'
import { ingestJourneys } from '../support/journeys.ts'
import { askQuestion } from '../support/question.ts'

// Today is 2026-11-20. The platform claims 9 new customers, the orders have 2 of Google, 1 of organic search and 1 without a touch.
let database: TestDatabase
let api: Api
let key: string
let withoutOrders: string

beforeAll(async () => {
  database = await createDatabase()
  api = await startApi(database)
  const tenant = await createTenant(database.sql)
  const other = await createTenant(database.sql)
  key = tenant.key
  withoutOrders = other.key
  const ad = { platform: 'google', account_id: 'g', campaign_id: '1', campaign_name: 'One', spend: 40, revenue: 500 }
  for (const brandId of [tenant.brandId, other.brandId])
    await ingest(database, brandId, [
      { ...ad, date: '2026-10-06', new_customers: 9 },
      { ...ad, date: '2026-11-19', new_customers: 1 },
    ])
  const bought = (order_id: string, at: string, is_new_customer: boolean) => ({
    order_id,
    customer_id: order_id,
    ordered_at: `${at}T12:00:00Z`,
    revenue: 50,
    is_new_customer,
  })
  const touch = (customer_id: string, channel: string) => ({
    touch_id: customer_id,
    customer_id,
    channel,
    touched_at: '2026-10-05T08:00:00Z',
    kind: 'click',
  })
  await ingestJourneys(
    database,
    tenant.brandId,
    [touch('a', 'google'), touch('b', 'google'), touch('c', 'organic search'), touch('e', 'organic search')],
    [
      bought('z', '2026-09-01', false),
      bought('a', '2026-10-06', true),
      bought('b', '2026-10-06', true),
      bought('c', '2026-10-07', true),
      bought('d', '2026-10-08', true),
      bought('e', '2026-10-08', false),
      bought('f', '2026-11-19', true),
    ],
  )
})
afterAll(async () => {
  await api.stop()
  await database.stop()
})

const ask = (question: string, credential = key, corrections?: Record<string, unknown>) =>
  askQuestion(api, credential, question, { corrections })

describe('orders', () => {
  test('returns the new customers of the orders, and not those that platforms claim', async () => {
    const { data, interpretation, meta } = await ask('how many new customers did we get in October')
    expect(interpretation).toMatchObject({ intent: 'orders', unmatched: [], confidence: 1 })
    expect(data).toEqual([{ new_customers: 4 }])
    expect(meta.data_through).toBe('2026-11-19')
  })

  test('returns the new customers of each channel with organic, and how many have none', async () => {
    const { data, meta } = await ask('new customers by channel in October')
    expect(data).toEqual([
      { channel: 'google', new_customers: 2 },
      { channel: 'organic search', new_customers: 1 },
    ])
    expect(meta.warnings.join(' ')).toContain('new_customers: 1 of 4 have no known touchpoint')
    expect((await ask('new customers from google in October')).data).toEqual([{ channel: 'google', new_customers: 2 }])
  })

  test('states the part of orders without a touchpoint in the minor unit of the currency', async () => {
    const other = await createTenant(database.sql, { currency: 'KWD' })
    await ingest(database, other.brandId, [
      { platform: 'google', account_id: 'g', campaign_id: '1', date: '2026-10-06', spend: 1 },
    ])
    const order = { customer_id: 'a', ordered_at: '2026-10-06T12:00:00Z', is_new_customer: true }
    await ingestJourneys(
      database,
      other.brandId,
      [{ touch_id: 'a', customer_id: 'a', channel: 'google', touched_at: '2026-10-05T08:00:00Z', kind: 'click' }],
      [
        { ...order, order_id: '1', revenue: 1.005 },
        { ...order, order_id: '2', customer_id: 'b', revenue: 2.004 },
      ],
    )
    const { data, meta } = await ask('store revenue by channel in October', other.key)
    expect(data).toEqual([{ channel: 'google', store_revenue: 1.005 }])
    expect(meta.warnings.join(' ')).toContain('store_revenue: 2.004 of 3.009 have no known touchpoint')
  })

  test('returns orders by week and month, whose first and last have only the days of the range', async () => {
    expect((await ask('orders by week from 2026-10-07 to 2026-10-14')).data).toEqual([
      { date: '2026-10-05', orders: 3 },
      { date: '2026-10-12', orders: 0 },
    ])
    expect((await ask('new customers by month from 2026-10-07 to 2026-11-19')).data).toEqual([
      { date: '2026-10-01', new_customers: 2 },
      { date: '2026-11-01', new_customers: 1 },
    ])
  })

  test('returns store revenue and orders as attribution has them', async () => {
    const attribution = await api.http
      .get('/v1/attribution')
      .query({ date_from: '2026-10-01', date_to: '2026-10-31' })
      .set('Authorization', `Bearer ${key}`)
    const { data, interpretation, meta } = await ask('total store sales last month')
    expect(data).toEqual([{ store_revenue: attribution.body.total }])
    expect([interpretation.unmatched, meta.warnings]).toEqual([[], []])
    expect((await ask('orders and store revenue last month')).data).toEqual([{ orders: 5, store_revenue: 250 }])
  })

  test('returns orders by day, with days without an order as 0', async () => {
    const { data } = await ask('orders by day from 2026-10-05 to 2026-10-07')
    expect(data).toEqual([
      { date: '2026-10-05', orders: 0 },
      { date: '2026-10-06', orders: 2 },
      { date: '2026-10-07', orders: 1 },
    ])
  })

  test('warns of incomplete weeks of the corrected days, and not of those of the question', async () => {
    const cut = 'The first or last week is incomplete: the answer has only its days in the range.'
    const days = async (date_from: string, date_to: string) =>
      (await ask('orders by week in October', key, { date_from, date_to })).meta.warnings
    expect((await ask('orders by week in October')).meta.warnings).toContain(cut)
    expect(await days('2026-10-05', '2026-10-18')).not.toContain(cut)
    expect((await days('2026-10-07', '2026-10-18')).filter((warning: string) => warning === cut)).toHaveLength(1)
  })

  test('says once whose new customers a corrected answer has', async () => {
    const corrections = { date_from: '2026-10-01', date_to: '2026-10-31' }
    const { meta } = await ask('new customers by campaign in November', key, corrections)
    expect(meta.warnings.filter((warning: string) => warning.startsWith('New customers are those'))).toHaveLength(1)
  })

  test('compares two times', async () => {
    const { data } = await ask('new customers in October compared with September')
    expect(data).toMatchObject([
      { period: 'current', new_customers: 4, new_customers_change: 4 },
      { period: 'previous', new_customers: 0, date_from: '2026-09-01', date_to: '2026-09-30' },
    ])
  })

  test('is compared by a correction as by the question, and alone again', async () => {
    const compare_to = 'previous_period'
    const asked = await ask('new customers in October compared with September')
    const corrected = await ask('new customers in October', key, { compare_to })
    expect(corrected.data).toEqual(asked.data)
    const alone = await ask('new customers in October compared with September', key, { compare_to: 'none' })
    expect(alone.data).toEqual([{ new_customers: 4 }])
    for (const question of ['orders by channel in October', 'orders by week in October']) {
      const { status, body } = await api.http
        .post('/v1/query')
        .send({ question, corrections: { compare_to } })
        .set('Authorization', `Bearer ${key}`)
      expect([status, body.error.message]).toEqual([
        400,
        expect.stringContaining(
          'does not apply to an answer of the kind orders. Possible: metrics, date_from, date_to.',
        ),
      ])
    }
  })

  test('compares two holidays, and refuses two that are not compared with a sentence and the comparison', async () => {
    const seller = await createTenant(database.sql)
    const orders = ['2025-11-28', '2025-11-28', '2025-12-01'].map((day, index) => ({
      order_id: `o${index}`,
      customer_id: `c${index}`,
      ordered_at: `${day}T12:00:00Z`,
      revenue: 50,
    }))
    await ingestJourneys(database, seller.brandId, [], orders)
    const { data } = await ask('orders on Black Friday compared to Cyber Monday', seller.key)
    expect(data).toMatchObject([
      { period: 'current', date_from: '2025-12-01', orders: 1, orders_change: -1 },
      { period: 'previous', date_from: '2025-11-28', orders: 2 },
    ])
    const { interpretation, meta } = await ask('orders on Black Friday and Cyber Monday')
    expect(interpretation).toMatchObject({
      reason: 'ambiguous_date',
      suggestions: ['orders on black friday compared to cyber monday'],
    })
    expect(meta.warnings.join(' ')).toContain('names two times. Ask for one of them, or compare them.')
  })

  test('says for which days orders are known', async () => {
    const { data, meta } = await ask('orders this month')
    expect(data).toEqual([{ orders: 1 }])
    expect(meta.warnings).toEqual(['Orders are known for 2026-09-01 to 2026-11-19. The answer covers only these days.'])
  })
})

describe('the average order value', () => {
  test('is the store revenue divided by the orders, and the answer says so', async () => {
    const { data, interpretation, meta } = await ask('average order value of store orders in October')
    expect([data, interpretation.unmatched]).toEqual([[{ aov: 50 }], []])
    expect(meta.warnings).toContainEqual(
      expect.stringMatching(/^The average order value is that of the imported orders/),
    )
    expect((await ask('aov last month compared to the month before')).data).toMatchObject([{ aov: 50 }, { aov: 50 }])
  })

  test('is null for days without an order', async () => {
    expect((await ask('aov by day from 2026-10-05 to 2026-10-06')).data).toEqual([
      { date: '2026-10-05', aov: null },
      { date: '2026-10-06', aov: 50 },
    ])
  })

  test('is that of the platforms without orders, and by campaign', async () => {
    expect((await ask('aov last month', withoutOrders)).interpretation.intent).toBe('metric_value')
    expect((await ask('aov by campaign last month')).interpretation.intent).toBe('breakdown')
  })

  test('of channels is refused as a correction', async () => {
    const { status, body } = await api.http
      .post('/v1/query')
      .send({ question: 'orders by channel in October', corrections: { metrics: ['aov'] } })
      .set('Authorization', `Bearer ${key}`)
    expect([status, body.error.code]).toEqual([400, 'invalid_request'])
  })
})

describe('new customers that orders do not have', () => {
  test('are those of the platforms, and the answer says so', async () => {
    const byCampaign = await ask('new customers by campaign in October')
    expect(byCampaign.data).toMatchObject([{ campaign_name: 'One', new_customers: 9 }])
    expect(byCampaign.meta.warnings.join(' ')).toContain(
      'New customers are those that the ad platforms report. Attribution counts those of the orders',
    )
    const { data, meta } = await ask('new customers in October', withoutOrders)
    expect(data).toEqual([{ new_customers: 9 }])
    expect(meta.warnings).toContain('New customers are those that the ad platforms report.')
  })
})

describe('MER', () => {
  test('divides the revenue of the orders by the spend of all ad accounts', async () => {
    const { data, interpretation, meta } = await ask('what was our MER in October')
    expect(interpretation).toMatchObject({ intent: 'orders', metrics: ['mer'], unmatched: [], confidence: 1 })
    // Five orders of 50, and 40 of spend.
    expect(data).toEqual([{ mer: 6.25 }])
    // Missing spend would make it too high.
    expect(meta.warnings).toEqual(['Account g on google has no report of 2026-10-07 to 2026-10-31.'])
  })

  test('names the days of which both orders and spend are known, and divides only these', async () => {
    const { data, meta } = await ask('MER from September 1 to October 31 2026')
    expect(data).toEqual([{ mer: 6.25 }])
    expect(meta.warnings).toContainEqual(
      expect.stringContaining('cover 2026-10-06 to 2026-10-31, the longest period of which both are known'),
    )
  })

  test('is null where no day has both', async () => {
    const { data, meta } = await ask('MER in September')
    expect(data).toEqual([{ mer: null }])
    expect(meta.warnings).toHaveLength(1)
  })

  test('is known by month, with null for a month without spend', async () => {
    const { data } = await ask('MER by month from September 1 to November 19 2026')
    expect(data).toEqual([
      { date: '2026-09-01', mer: null },
      { date: '2026-10-01', mer: 6.25 },
      { date: '2026-11-01', mer: 1.25 },
    ])
  })

  test('is compared only with a time that is known', async () => {
    const { data } = await ask('MER in October vs September')
    expect(data[0]).toMatchObject({ period: 'current', mer: 6.25, mer_change: null })
    expect(data[1]).toMatchObject({ period: 'previous', mer: null })
  })

  test('has no value for a channel, and cannot be chosen for one', async () => {
    const { data, interpretation } = await ask('MER by channel in October')
    expect(interpretation.confidence).toBeLessThan(0.5)
    expect(data).toEqual([{ platform: 'google', mer: null }])
    const refused = await api.http
      .post('/v1/query')
      .send({ question: 'orders by channel in October', corrections: { metrics: ['mer'] } })
      .set('Authorization', `Bearer ${key}`)
    expect(refused.status).toBe(400)
    expect(refused.body.error.message).toMatch(/corrections\.metrics.*orders, store_revenue, new_customers/)
  })

  test('can replace orders of the brand by a correction', async () => {
    const { data, interpretation, meta } = await ask('orders in October', key, { metrics: ['mer'] })
    expect(interpretation).toMatchObject({ intent: 'orders', confidence: 1 })
    expect(data).toEqual([{ mer: 6.25 }])
    // Missing spend would make it too high.
    expect(meta.warnings).toEqual(['Account g on google has no report of 2026-10-07 to 2026-10-31.'])
  })
})

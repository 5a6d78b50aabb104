import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApi } from '../support/api.ts'
import type { Api } from '../support/api.ts'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { createTenant } from '../support/factories.ts'
import { ingest } from '../support/ingest.ts'

let database: TestDatabase
let api: Api

beforeAll(async () => {
  database = await createDatabase()
  api = await startApi(database)
})
afterAll(async () => {
  await api.stop()
  await database.stop()
})

async function recommend(key: string, query: Record<string, string> = {}) {
  const response = await api.http.get('/v1/budget-recommendations').query(query).set('Authorization', `Bearer ${key}`)
  return { status: response.status, body: response.body }
}

/** Two campaigns over 60 days, each earning scale * spend ^ elasticity, with spends that vary. */
async function brand(
  curves: [scale: number, elasticity: number, spend: number][],
  days = 60,
  conversions = 5,
  isSpent: (index: number, daysAgo: number) => boolean = () => true,
) {
  const tenant = await createTenant(database.sql)
  await ingest(
    database,
    tenant.brandId,
    Array.from({ length: days }, (_, daysAgo) =>
      curves.map(([scale, elasticity, usual], index) => {
        const varied = usual * (0.7 + (((daysAgo * 37 + index * 11) % 13) / 13) * 0.6)
        const spend = isSpent(index, daysAgo) ? varied : 0
        return {
          date: new Date(Date.parse('2026-11-19T00:00:00Z') - daysAgo * 86_400_000).toISOString().slice(0, 10),
          platform: 'google',
          account_id: 'a',
          campaign_id: String(index),
          campaign_name: `Campaign ${index}`,
          spend: spend.toFixed(4),
          revenue: (scale * spend ** elasticity).toFixed(4),
          conversions,
        }
      }),
    ).flat(),
  )
  return tenant
}

describe('200', () => {
  test('moves spend to the higher marginal return within bounds, keeping the sum', async () => {
    const { key } = await brand([
      [10, 0.9, 100],
      ...Array.from({ length: 4 }, (): [number, number, number] => [40, 0.3, 100]),
    ])
    const { status, body } = await recommend(key)
    expect(status).toBe(200)
    const sorted = body.data.toSorted(
      (a: { change_pct: number }, b: { change_pct: number }) => b.change_pct - a.change_pct,
    )
    const [rising, falling] = [sorted[0], sorted.at(-1)]
    expect(rising.entity.name).toBe('Campaign 0')
    expect(rising.change_pct).toBeGreaterThan(15)
    expect(rising.change_pct).toBeLessThanOrEqual(20)
    expect(falling.change_pct).toBeGreaterThanOrEqual(-20)
    expect(body.totals.recommended_daily_spend).toBeCloseTo(body.totals.current_daily_spend, 1)
    expect(body.totals.expected_revenue_change).toBeGreaterThan(0)
    expect(rising.marginal_roas).toBeLessThan(rising.average_roas)
    expect(rising.saturation).toBeLessThan(falling.saturation)
    expect(rising.expected_change.low).toBeLessThanOrEqual(rising.expected_change.high)
    expect(rising.options).toHaveLength(5)
  })

  test('distributes a larger budget without exceeding max_shift_pct', async () => {
    const { key } = await brand([
      [10, 0.8, 100],
      [10, 0.8, 100],
    ])
    const { body } = await recommend(key, { budget_change_pct: '10', max_shift_pct: '10' })
    for (const row of body.data) expect(row.change_pct).toBeCloseTo(10, 0)
    expect(body.totals.recommended_daily_spend / body.totals.current_daily_spend).toBeCloseTo(1.1, 2)
  })

  test('returns no recommendation for an entity with too little data, with a warning', async () => {
    const { key } = await brand([[10, 0.8, 100]], 10)
    const { body } = await recommend(key)
    expect([body.data, body.totals]).toEqual([[], null])
    expect(body.meta.warnings[0]).toContain('Rows left out: 1.')
  })

  test('leaves out a campaign that has stopped, with a warning', async () => {
    const curves = Array.from({ length: 4 }, (): [number, number, number] => [40, 0.5, 100])
    const { key } = await brand(curves, 60, 5, (index, daysAgo) => index > 0 || daysAgo > 4)
    const { body } = await recommend(key)
    expect(body.data.map(({ entity }: { entity: { id: string } }) => entity.id).toSorted()).toEqual(['1', '2', '3'])
    expect(body.meta.warnings).toContain('Rows left out: 1. They had no spend on the last 3 reported days.')
  })

  test('states the present outcome of a campaign that spends on some days as the mean of all days', async () => {
    // Half of the days.
    const { key } = await brand([[40, 0.5, 100]], 60, 5, (_, daysAgo) => daysAgo % 2 === 0)
    const [row] = (await recommend(key)).body.data
    const present = row.options.find(({ change_pct }: { change_pct: number }) => change_pct === 0)
    expect(row.current_daily_spend).toBeGreaterThan(40)
    expect(row.current_daily_spend).toBeLessThan(60)
    // 40 * 100 ^ 0.5 on each second day. The curve at the mean spend would be 283.
    expect(present.expected_revenue).toBeGreaterThan(185)
    expect(present.expected_revenue).toBeLessThan(215)
  })

  test('omits spend without ad sets with a warning and treats lagging days as unreported', async () => {
    const { brandId, key } = await brand([[10, 0.8, 100]])
    expect((await recommend(key, { level: 'adset' })).body).toMatchObject({
      data: [],
      totals: null,
      meta: {
        warnings: [expect.stringMatching(/^Spend that google reports without ad sets is left out: [\d.]+ [A-Z]{3} in/)],
      },
    })
    await ingest(
      database,
      brandId,
      Array.from({ length: 60 }, (_, daysAgo) => ({
        date: new Date(Date.parse('2026-11-14T00:00:00Z') - daysAgo * 86_400_000).toISOString().slice(0, 10),
        platform: 'meta',
        account_id: 'm',
        campaign_id: 'c',
        adset_id: 's',
        spend: 50,
        revenue: 100,
        conversions: 5,
      })),
    )
    const { body } = await recommend(key, { level: 'adset' })
    expect(body.data).toMatchObject([
      { level: 'adset', platform: 'meta', entity: { id: 's' }, current_daily_spend: 50 },
    ])
    expect(body.meta.warnings).toHaveLength(1)
    expect((await recommend(key)).body.data).toHaveLength(2)
  })

  test('returns the same recommendation for the same request', async () => {
    const { key } = await brand([
      [10, 0.8, 100],
      [9, 0.5, 50],
    ])
    const first = await recommend(key)
    expect((await recommend(key)).body.data).toEqual(first.body.data)
  })
})

describe('400', () => {
  test.each([
    [{ level: 'ad' }, '`level` must be one of campaign, adset.'],
    [{ objective: 'clicks' }, '`objective` must be one of revenue, conversions.'],
    [{ budget_change_pct: '-51' }, '`budget_change_pct` must be a whole number from -50 to 100.'],
    [{ budget_change_pct: '101' }, 'budget_change_pct'],
    [{ budget_change_pct: '50' }, '`budget_change_pct` must not be above `max_shift_pct`.'],
    [{ lookback_days: '13' }, '`lookback_days` must be a whole number from 14 to 180.'],
    [{ limit: '0' }, 'limit'],
  ])('names the invalid parameter of %j', async (query, message) => {
    const { key } = await brand([[10, 0.8, 100]], 20)
    const { status, body } = await recommend(key, query as Record<string, string>)
    expect([status, body.error.code]).toEqual([400, 'invalid_request'])
    expect(body.error.message).toContain(message)
  })
})

describe('409', () => {
  test('returns data_not_ready before any data is ingested', async () => {
    const { key } = await createTenant(database.sql)
    expect((await recommend(key)).body.error.code).toBe('data_not_ready')
  })
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApi } from '../support/api.ts'
import type { Api } from '../support/api.ts'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { createTenant, issueKey } from '../support/factories.ts'
import { ingest } from '../support/ingest.ts'

let database: TestDatabase
let api: Api

beforeAll(async () => {
  database = await createDatabase()
  api = await startApi(database, { now: '2026-08-04T12:00:00Z' })
})
afterAll(async () => {
  await api.stop()
  await database.stop()
})

const dayAfter = (from: string, days: number) =>
  new Date(Date.parse(from) + days * 86_400_000).toISOString().slice(0, 10)
const isWeekend = (date: string) => new Date(date).getUTCDay() % 6 === 0

/** A brand with reports from 1 May to 3 August: the first three days of a month that begins on a Saturday. */
async function brandOf(spendOf: (date: string) => number, budget: number, from = '2026-05-01') {
  const tenant = await createTenant(database.sql)
  const days = (Date.parse('2026-08-03') - Date.parse(from)) / 86_400_000 + 1
  await ingest(
    database,
    tenant.brandId,
    Array.from({ length: days }, (_, day) => dayAfter(from, day)).map((date) => ({
      date,
      platform: 'google',
      account_id: 'a',
      campaign_id: 'c1',
      spend: spendOf(date),
    })),
  )
  await database.sql`
    insert into analytics.targets (brand_id, month, budget_micros, campaign_entity_id)
    select ${tenant.brandId}, date '2026-08-01', ${budget * 1_000_000}::bigint, held.entity_id
    from (
      select null::bigint as entity_id
      union all
      select entity_id from analytics.entities where brand_id = ${tenant.brandId} and level = 'campaign'
    ) as held`
  return tenant
}

/** Stores a forecast of 160 a day for the brand from 4 August on, with an interval of the total. */
async function forecastOf(brandId: string, days: number, width: number | null) {
  await database.sql`
    insert into analytics.forecasts (brand_id, metric, trained_from, trained_through, horizon_days, model, accuracy, factors)
    values (${brandId}, 'spend', '2026-05-01', '2026-08-03', ${days}, 'test', '{}', '{}')`
  await database.sql`
    insert into analytics.forecast_points (brand_id, metric, day, value, low_80, high_80, total, total_width_80, is_total_signed)
    select ${brandId}, 'spend', date '2026-08-03' + day, 160, 0, 5000, 160 * day, ${width}::float8, false from generate_series(1, ${days}::integer) as day`
}

/** The pace of the month of the brand, as the API, the connector and a question state it, and that of its campaign. */
async function paceOf({ key, accountId }: { key: string; accountId: string }) {
  const connector = await issueKey(database.sql, accountId, { prefix: 'sk_live_' })
  const targets = await api.http.get('/v1/targets').set('Authorization', `Bearer ${key}`)
  const budgets = await api.http.post('/api/mcp/get_budgets').send({}).set('Authorization', `Bearer ${connector.key}`)
  const question = await api.http
    .post('/v1/query')
    .send({ question: 'are we on pace this month?' })
    .set('Authorization', `Bearer ${key}`)
  expect([targets.status, budgets.status, question.status]).toEqual([200, 200, 200])
  return {
    brand: targets.body.brand,
    target: targets.body.campaigns[0],
    totals: budgets.body.totals,
    budget: budgets.body.data[0],
    asked: question.body.data[0],
  }
}

const weekendsAreLess = (date: string) => (isWeekend(date) ? 210 : 300)

describe('the pace of a month that begins on a Saturday', () => {
  test('follows the weekdays, for the brand, its campaign, budgets and questions', async () => {
    const { brand, target, totals, budget, asked } = await paceOf(await brandOf(weekendsAreLess, 8400))
    // 21 days of 300 and 10 of 210. All days alike, it would be 7,440.
    for (const each of [brand, target, totals, budget]) {
      expect(each).toMatchObject({
        spend_to_date: 720,
        projected_end_of_period: 8400,
        pacing_percent: 100,
        status: 'on_track',
      })
    }
    for (const each of [brand, target]) expect(each).toMatchObject({ projected_low: null, projected_high: null })
    expect(asked).toEqual({ spend: 720, days_elapsed: 3, days_in_month: 31, projected_spend: 8400 })
  })

  test('has no projection from days on which a campaign never spends', async () => {
    const tenant = await brandOf((date) => (isWeekend(date) ? 0 : 300), 6300)
    const sunday = await startApi(database, { now: '2026-08-03T12:00:00Z' })
    const { body } = await sunday.http.get('/v1/targets').set('Authorization', `Bearer ${tenant.key}`)
    await sunday.stop()
    const unknown = { spend_to_date: 0, projected_end_of_period: null, pacing_percent: null, status: null }
    expect(body.brand).toMatchObject(unknown)
    expect(body.campaigns).toMatchObject([unknown])
  })

  test('takes all days as alike with less than four weeks of reports', async () => {
    const { brand, budget } = await paceOf(await brandOf(weekendsAreLess, 8400, '2026-07-08'))
    for (const each of [brand, budget]) expect(each).toMatchObject({ projected_end_of_period: 7440, status: 'under' })
  })
})

describe('the pace of a month with a forecast', () => {
  test('is the spend so far and the forecast of the rest, with its interval', async () => {
    const tenant = await brandOf(weekendsAreLess, 4000)
    await forecastOf(tenant.brandId, 40, 1300)
    const { brand, target, totals, asked } = await paceOf(tenant)
    // 720 and 28 days of 160. The budget is in the interval, although the projection is 30 % above it.
    const pace = { projected_end_of_period: 5200, pacing_percent: 130, status: 'on_track' }
    expect(totals).toMatchObject(pace)
    expect(brand).toMatchObject({ ...pace, projected_low: 3900, projected_high: 6500 })
    expect(asked).toMatchObject({ projected_spend: 5200, projected_spend_low: 3900, projected_spend_high: 6500 })
    // Forecasts are of brands.
    expect(target).toMatchObject({ projected_end_of_period: 8400, projected_low: null, status: 'over' })
  })

  test('is the same for a filter by all platforms with spend as without a filter', async () => {
    const tenant = await brandOf(weekendsAreLess, 4000)
    const connector = await issueKey(database.sql, tenant.accountId, { prefix: 'sk_live_' })
    const totalsOf = async (platform?: string) =>
      (
        await api.http
          .post('/api/mcp/get_budgets')
          .send(platform ? { platform } : {})
          .set('Authorization', `Bearer ${connector.key}`)
      ).body.totals
    await forecastOf(tenant.brandId, 40, 1300)
    const totals = await totalsOf()
    expect(totals.projected_end_of_period).toBe(5200)
    expect(await totalsOf('google')).toEqual(totals)
    // Spend of another platform, which the forecast includes.
    await ingest(database, tenant.brandId, [
      { date: '2026-08-02', platform: 'meta', account_id: 'b', campaign_id: 'c2', spend: 1 },
    ])
    expect(await totalsOf('google,meta')).toEqual(await totalsOf())
    expect((await totalsOf('google')).projected_end_of_period).toBe(8400)
  })

  test('is over budget if the whole interval is', async () => {
    const tenant = await brandOf(weekendsAreLess, 3800)
    await forecastOf(tenant.brandId, 28, 1300)
    expect((await paceOf(tenant)).brand).toMatchObject({ projected_low: 3900, status: 'over' })
  })

  test.each([
    [27, 1300],
    [28, null],
  ])('is that of the weekdays if the forecast has %i of 28 days and the width %j', async (days, width) => {
    const tenant = await brandOf(weekendsAreLess, 8400)
    await forecastOf(tenant.brandId, days, width)
    const { brand, asked } = await paceOf(tenant)
    expect(brand).toMatchObject({ projected_end_of_period: 8400, projected_low: null })
    expect(asked).not.toHaveProperty('projected_spend_low')
  })
})

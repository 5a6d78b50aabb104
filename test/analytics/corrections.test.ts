import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApi } from '../support/api.ts'
import type { Api } from '../support/api.ts'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { createTenant } from '../support/factories.ts'
import { ingest } from '../support/ingest.ts'

let database: TestDatabase
let api: Api
let key: string

beforeAll(async () => {
  database = await createDatabase()
  api = await startApi(database)
  const tenant = await createTenant(database.sql)
  key = tenant.key
  const days = Array.from({ length: 60 }, (_, index) =>
    new Date(Date.parse('2026-11-19T00:00:00Z') - index * 86_400_000).toISOString().slice(0, 10),
  )
  await ingest(
    database,
    tenant.brandId,
    days.flatMap((date, index) => [
      { ...google, date, spend: 10 + index, revenue: 50, conversions: 2 },
      { ...meta, date, spend: 20, revenue: 80 + index, conversions: 4 },
    ]),
  )
})
afterAll(async () => {
  await api.stop()
  await database.stop()
})

const google = { platform: 'google', account_id: 'g', campaign_id: '1', campaign_name: 'Brand search' }
const meta = { platform: 'meta', account_id: 'm', campaign_id: '2', campaign_name: 'Retargeting - 30d' }

async function ask(question: string, corrections?: Record<string, unknown>, more: Record<string, unknown> = {}) {
  const { status, body } = await api.http
    .post('/v1/query')
    .send({ question, ...(corrections ? { corrections } : {}), ...more })
    .set('Authorization', `Bearer ${key}`)
  return { status, body }
}

describe('corrections of a question', () => {
  test.each<[string, Record<string, unknown>, string]>([
    ['ROAS last week', { metrics: ['cpa'] }, 'CPA last week'],
    ['top 2 campaigns by CPA last week', { metrics: ['revenue'] }, 'top 2 campaigns by revenue last week'],
    ['best campaign by ROAS last week', { metrics: ['cpa'] }, 'best campaign by CPA last week'],
    ['worst campaign by CPA last week', { metrics: ['roas'] }, 'worst campaign by ROAS last week'],
    ['highest CPA by campaign last week', { metrics: ['spend'] }, 'highest spend by campaign last week'],
    ['best day for revenue last month', { group_by: 'weekday' }, 'best weekday for revenue last month'],
    ['ROAS last week', { date_from: '2026-10-01', date_to: '2026-10-31' }, 'ROAS last month'],
    ['ROAS last week', { group_by: 'platform' }, 'ROAS by platform last week'],
    ['ROAS last week', { group_by: 'campaign' }, 'ROAS by campaign last week'],
    ['ROAS by campaign last week', { group_by: 'total' }, 'ROAS last week'],
    ['ROAS by campaign last week', { group_by: 'day' }, 'ROAS by day last week'],
    ['spend by day last 30 days', { group_by: 'week' }, 'spend by week last 30 days'],
    ['spend last 30 days', { group_by: 'weekday' }, 'spend by weekday last 30 days'],
    ['spend on meta last week', { platforms: ['google'] }, 'spend on google last week'],
    ['spend on meta last week', { platforms: [] }, 'spend last week'],
    ['spend without meta last week', { platforms: [] }, 'spend last week'],
    ['spend last week', { campaigns: ['Brand search'] }, 'spend of the campaign "Brand search" last week'],
    ['spend of the campaign "Brand search" last week', { campaigns: [] }, 'spend last week'],
    ['top 1 campaign by spend last week', { sort: 'asc' }, 'campaign with the lowest spend last week'],
    ['top 1 campaigns by spend last week', { limit: 2 }, 'top 2 campaigns by spend last week'],
    ['spend last week', { compare_to: 'previous_period' }, 'spend last week vs the week before'],
    ['spend last week vs the week before', { compare_to: 'none' }, 'spend last week'],
    ['best day for revenue last month', { group_by: 'week' }, 'best week for revenue last month'],
    ['what is roas', { metrics: ['cpa'] }, 'what is cpa'],
    ['list my campaigns', { platforms: ['meta'] }, 'list my campaigns on meta'],
  ])('%s with %o returns the rows of "%s"', async (question, corrections, expected) => {
    const [corrected, other] = [await ask(question, corrections), await ask(expected)]
    expect([corrected.status, other.status]).toEqual([200, 200])
    expect(other.body.interpretation.unmatched).toEqual([])
    expect(corrected.body.data).toEqual(other.body.data)
    expect(corrected.body.data.length).toBeGreaterThan(0)
    const { intent, metrics, filters, group_by, unmatched } = corrected.body.interpretation
    expect({ intent, metrics, filters, group_by, unmatched }).toEqual({
      intent: other.body.interpretation.intent,
      metrics: other.body.interpretation.metrics,
      filters: other.body.interpretation.filters,
      group_by: other.body.interpretation.group_by,
      unmatched: [],
    })
  })

  test('moves the compared days with the days of the question', async () => {
    const { body } = await ask('spend last week vs the week before', { date_from: '2026-11-01', date_to: '2026-11-10' })
    expect(body.interpretation.time).toMatchObject({ compare_from: '2026-10-22', compare_to: '2026-10-31' })
  })

  test('keeps compared days that are not relative to the days of the question', async () => {
    const days = { date_from: '2026-11-01', date_to: '2026-11-10' }
    const { body } = await ask('spend in October compared with August', days)
    expect(body.interpretation.time).toMatchObject({
      compare_from: '2026-08-01',
      compare_to: '2026-08-31',
      comparison: null,
    })
  })

  test('names the comparison of a question as GET /v1/breakdown does', async () => {
    const { body } = await ask('spend last week vs the week before')
    expect(body.interpretation.time.comparison).toBe('previous_period')
  })

  test('compares an unfinished month of late data with the same part of the previous month', async () => {
    const late = await createTenant(database.sql)
    const days = Array.from({ length: 48 }, (_, index) =>
      new Date(Date.parse('2026-11-17T00:00:00Z') - index * 86_400_000).toISOString().slice(0, 10),
    )
    await ingest(
      database,
      late.brandId,
      days.map((date, index) => ({ ...google, date, spend: 10 + index })),
    )
    const input = { date_from: '2026-11-01', date_to: '2026-11-18', compare_to: 'previous_period' }
    const { body } = await api.http
      .post('/v1/query')
      .send({ question: 'spend', corrections: input })
      .set('Authorization', `Bearer ${late.key}`)
    expect(body.interpretation.time).toMatchObject({ compare_from: '2026-10-01', compare_to: '2026-10-18' })
    const { body: breakdown } = await api.http
      .get('/v1/breakdown')
      .query(input)
      .set('Authorization', `Bearer ${late.key}`)
    const previous = body.data.find(({ period }: { period: string }) => period === 'previous')
    expect(previous).toMatchObject({ date_from: '2026-10-01', date_to: '2026-10-17' })
    expect(previous).toMatchObject({ date_from: breakdown.compared.date_from, date_to: breakdown.compared.date_to })
    expect(previous.spend).toBe(breakdown.compared.totals.spend)
  })

  test('groups several campaigns by campaign', async () => {
    const { body } = await ask('spend last week', { campaigns: ['Brand search', 'Retargeting - 30d'] })
    expect(body.interpretation).toMatchObject({ intent: 'breakdown', level: 'campaign', group_by: 'campaign' })
    expect(body.data).toHaveLength(2)
  })

  test('keeps the unmatched words of a definition', async () => {
    const { body } = await ask('define roas blah', { metrics: ['cpa'] })
    expect(body.interpretation.unmatched).toEqual(['blah'])
    expect(body.interpretation.confidence).toBeLessThan(0.5)
  })

  test.each([
    ['previous_period', '2026-10-01', '2026-10-19'],
    ['previous_year_weekdays', '2025-11-02', '2025-11-20'],
  ])('compares an unfinished month by %s as GET /v1/breakdown does', async (compare_to, date_from, date_to) => {
    const days = { date_from: '2026-11-01', date_to: '2026-11-20' }
    const { body } = await ask('spend', { ...days, compare_to })
    const { body: breakdown } = await api.http
      .get('/v1/breakdown')
      .query({ ...days, compare_to })
      .set('Authorization', `Bearer ${key}`)
    const previous = body.data.find(({ period }: { period: string }) => period === 'previous')
    expect(previous).toMatchObject({ date_from: breakdown.compared.date_from, date_to: breakdown.compared.date_to })
    expect(previous).toMatchObject({ date_from, date_to: compare_to === 'previous_period' ? date_to : '2025-11-20' })
  })

  test.each<[string, Record<string, unknown>, string[]]>([
    ['share of spend on meta last week', { platforms: [] }, ['share']],
    ['share of spend on meta last week', { metrics: ['roas'] }, ['share']],
    ['spend last week vs the week before', { group_by: 'day' }, ['the week before']],
    ['top 1 campaigns by spend last week', { group_by: 'total' }, ['top 1']],
    ['campaigns with cpa over 1 last week', { compare_to: 'previous_period' }, ['cpa > 1']],
    ['average spend per day last week', { group_by: 'day' }, ['average per day']],
    ['top 1 campaigns by spend last week', { group_by: 'weekday' }, ['top 1']],
    [
      'difference in spend between google and meta last week',
      { platforms: ['google'] },
      ['difference', 'comparison of google and meta'],
    ],
    ['spend google vs meta last week', { platforms: ['google'] }, ['comparison of google and meta']],
  ])('%s with %o lists the lost part as unmatched', async (question, corrections, lost) => {
    expect((await ask(question)).body.interpretation.unmatched).toEqual([])
    const { status, body } = await ask(question, corrections)
    expect(status).toBe(200)
    expect(body.interpretation.unmatched).toEqual(lost)
    expect(body.interpretation.lost).toHaveLength(lost.length)
    expect(body.interpretation.confidence).toBeLessThan(0.5)
  })

  test('returns lost parts as values', async () => {
    const { body } = await ask('campaigns with cpa over 1 last week', { compare_to: 'previous_period' })
    expect(body.interpretation.lost).toEqual([{ part: 'threshold', metric: 'cpa', operator: '>', value: 1 }])
    expect((await ask('spend last week')).body.interpretation).not.toHaveProperty('lost')
  })

  test('keeps the metric of a bound', async () => {
    const { body } = await ask('campaigns with cpa over 1 last week', { metrics: ['spend'] })
    expect(body.interpretation).toMatchObject({ metrics: ['spend', 'cpa'], thresholds: [{ metric: 'cpa', value: 1 }] })
    expect(body.data[0]).toMatchObject({ spend: expect.any(Number), cpa: expect.any(Number) })
  })

  test('leaves a refused question refused', async () => {
    const { status, body } = await ask('write me a poem', { metrics: ['spend'] })
    expect([status, body.data, body.interpretation.intent]).toEqual([200, [], null])
  })

  test.each<[string, Record<string, unknown>, RegExp]>([
    ['forecast revenue', { group_by: 'day' }, /group_by` does not apply to an answer of the kind forecast/],
    ['list my campaigns', { metrics: ['spend'] }, /metrics` does not apply/],
    ['forecast revenue', { metrics: ['spend', 'revenue'] }, /must name one metric/],
    ['why did spend rise last week', { compare_to: 'none' }, /must name a time/],
    ['are we on pace this month', { metrics: ['spend', 'revenue'] }, /must name one metric/],
    ['are we on pace this month', { metrics: ['roas'] }, /must be one of spend, /],
    ['any anomalies last month', { metrics: ['cpm'] }, /must be one of spend, cpa, roas/],
    ['attribution by channel last month', { metrics: ['clicks'] }, /must be one of purchases, revenue/],
    ['spend by weekday last month', { sort: 'asc' }, /applies to rankings and breakdowns only/],
    ['spend by weekday last month', { limit: 3 }, /applies to rankings and breakdowns only/],
    [
      'spend last week',
      { campaigns: ['Brand search', 'Retargeting - 30d'], group_by: 'total' },
      /must not be `total` for several campaigns/,
    ],
    ['spend last week', { sort: 'asc' }, /applies to rankings and breakdowns only/],
    ['spend by day last week', { compare_to: 'previous_period' }, /cannot be combined with rows of days/],
    ['spend last week', { platforms: ['tiktok'] }, /must name connected platforms: google, meta/],
    ['spend last week', { campaigns: ['of another brand'] }, /must be names of campaigns of the brand/],
    ['spend last week', { metrics: [] }, /must not be empty/],
    ['spend last week', { metrics: ['nonsense'] }, /`corrections.metrics\[0\]` must be one of spend, /],
    ['spend last week', { date_from: '2026-11-01' }, /date_to` must be sent with `date_from`/],
    ['spend last week', { date_from: '2026-11-02', date_to: '2026-11-01' }, /must not be before/],
    ['spend last week', { date_from: '2026-02-30', date_to: '2026-03-01' }, /calendar date/],
    ['top 2 campaigns by spend', { limit: 0 }, /whole number from 1 to 50/],
    ['spend last week', { intent: 'list' }, /Unknown member `corrections.intent`/],
  ])('%s with %o is refused', async (question, corrections, message) => {
    const { status, body } = await ask(question, corrections)
    expect([status, body.error?.code]).toEqual([400, 'invalid_request'])
    expect(body.error.message).toMatch(message)
  })
})

describe('default_days', () => {
  const default_days = { date_from: '2026-11-01', date_to: '2026-11-05' }

  test('are the days of a question that names no time, which stays marked', async () => {
    const { body } = await ask('spend', undefined, { default_days })
    expect(body.interpretation.time).toMatchObject({ ...default_days, defaulted: true })
    const { body: named } = await ask('spend from 2026-11-01 to 2026-11-05')
    expect(body.data).toEqual(named.data)
  })

  test('do not change a question with a time', async () => {
    const { body } = await ask('spend last week', undefined, { default_days })
    expect(body.interpretation.time).toMatchObject({ date_from: '2026-11-09', defaulted: false })
  })

  test('must be in order', async () => {
    const wrong = { date_from: '2026-11-05', date_to: '2026-11-01' }
    expect(await ask('spend', undefined, { default_days: wrong })).toMatchObject({ status: 400 })
  })
})

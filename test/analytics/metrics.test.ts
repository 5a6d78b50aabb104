import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApi } from '../support/api.ts'
import type { Api } from '../support/api.ts'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { createAccount, createBrand, createTenant, issueKey } from '../support/factories.ts'
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

async function metrics(key: string, query: Record<string, string | number | string[]>) {
  return api.http
    .get('/v1/metrics')
    .query({ date_from: '2026-11-01', date_to: '2026-11-10', ...query })
    .set('Authorization', `Bearer ${key}`)
}

const google = { platform: 'google', account_id: 'g-1', campaign_id: 'g-c1', campaign_name: 'Search' }
const meta = { platform: 'meta', account_id: 'm-1', campaign_id: 'm-c1', campaign_name: 'Prospecting' }
const firstAd = { ...meta, adset_id: 's1', adset_name: 'Women', ad_id: 'a1', ad_name: 'Jacket video' }
const secondAd = { ...meta, adset_id: 's1', adset_name: 'Women', ad_id: 'a2', ad_name: 'Jacket still' }

/** Two platforms, one of them by ad, on two days of one week; the numbers are worked out by hand below. */
const twoDays = [
  {
    date: '2026-11-02',
    ...google,
    spend: 100,
    revenue: 300,
    conversions: 4,
    impressions: 1000,
    clicks: 50,
    reach: 800,
  },
  {
    date: '2026-11-02',
    ...firstAd,
    spend: 50,
    revenue: 200,
    conversions: 2.5,
    impressions: 500,
    clicks: 10,
    reach: 400,
  },
  { date: '2026-11-02', ...secondAd, spend: 30, revenue: 0, conversions: 0, impressions: 300, clicks: 6, reach: 250 },
  { date: '2026-11-04', ...google, spend: 20, revenue: 100, conversions: 1, impressions: 200, clicks: 10, reach: 150 },
]

describe('200', () => {
  test('returns five metrics at account level by day by default', async () => {
    const { brandId, key } = await createTenant(database.sql)
    await ingest(database, brandId, twoDays)
    const response = await metrics(key, {})
    expect(response.status).toBe(200)
    expect(response.body).toMatchObject({
      brand_id: brandId,
      level: 'account',
      granularity: 'day',
      date_from: '2026-11-01',
      date_to: '2026-11-10',
      data: [
        { date: '2026-11-02', spend: 180, revenue: 500, roas: 2.777778, cpa: 27.69, conversions: 6.5 },
        { date: '2026-11-04', spend: 20, revenue: 100, roas: 5, cpa: 20, conversions: 1 },
      ],
      totals: { partial: true, spend: 200, revenue: 600, roas: 3, cpa: 26.67, conversions: 7.5 },
      meta: {
        simulated: false,
        currency: 'USD',
        timezone: 'UTC',
        total_rows: 2,
        truncated: false,
        warnings: [
          'Data begins on 2026-11-02. The answer does not include earlier days.',
          'Account m-1 on meta has reported through 2026-11-02 only. Later days do not include this account.',
          'Nothing was reported after 2026-11-04.',
        ],
      },
    })
    expect(response.body.meta.request_id).toBe(response.headers['x-request-id'])
    expect(Object.keys(response.body.data[0])).toEqual(['date', 'spend', 'revenue', 'roas', 'cpa', 'conversions'])
  })

  test('days without a report are absent, not filled with zeroes', async () => {
    const { brandId, key } = await createTenant(database.sql)
    await ingest(database, brandId, twoDays)
    const response = await metrics(key, {})
    expect(response.body.data.map((row: { date: string }) => row.date)).toEqual(['2026-11-02', '2026-11-04'])
  })

  test('rows have the ids and names of their level', async () => {
    const { brandId, key } = await createTenant(database.sql)
    await ingest(database, brandId, twoDays)
    const campaign = await metrics(key, { level: 'campaign', metrics: 'spend' })
    expect(campaign.body.data).toEqual([
      { date: '2026-11-02', ...campaignKeys(google), spend: 100 },
      { date: '2026-11-02', ...campaignKeys(meta), spend: 80 },
      { date: '2026-11-04', ...campaignKeys(google), spend: 20 },
    ])
    const adset = await metrics(key, { level: 'adset', metrics: 'spend' })
    expect(adset.body.data[0]).toMatchObject({ campaign_id: 'g-c1', adset_id: null, adset_name: null, spend: 100 })
    expect(adset.body.data[1]).toMatchObject({ campaign_id: 'm-c1', adset_id: 's1', adset_name: 'Women', spend: 80 })
    const ad = await metrics(key, { level: 'ad', metrics: 'spend' })
    expect(ad.body.data.map((row: { ad_id: string }) => row.ad_id)).toEqual([null, 'a1', 'a2', null])
    expect(ad.body.data[1]).toMatchObject({ ad_name: 'Jacket video', creative_id: null, adset_id: 's1', spend: 50 })
  })

  test.each(['account', 'campaign', 'adset', 'ad'])('rows add up to totals at level=%s', async (level) => {
    const { brandId, key } = await createTenant(database.sql)
    await ingest(database, brandId, twoDays)
    const { body } = await metrics(key, { level, metrics: 'spend,revenue,conversions,impressions,clicks' })
    for (const name of ['spend', 'revenue', 'conversions', 'impressions', 'clicks']) {
      const sum = body.data.reduce((total: number, row: Record<string, number>) => total + (row[name] ?? 0), 0)
      expect(sum).toBeCloseTo(body.totals[name], 6)
    }
  })

  test.each(['account', 'campaign', 'adset', 'ad'])('returns every metric at once at level=%s', async (level) => {
    const { brandId, key } = await createTenant(database.sql)
    await ingest(database, brandId, twoDays)
    await ingest(database, brandId, [{ date: '2026-11-20', hour: '3', ...meta, spend: 1, impressions: 7, reach: 7 }])
    const definitions = await api.http.get('/v1/metrics/definitions').set('Authorization', `Bearer ${key}`)
    const names = definitions.body.data.map(({ name }: { name: string }) => name) as string[]
    for (const granularity of ['hour', 'day', 'week', 'month']) {
      const { status, body } = await metrics(key, {
        level,
        granularity,
        date_to: '2026-11-20',
        metrics: names.toReversed().join(','),
      })
      expect([granularity, status]).toEqual([granularity, 200])
      expect(Object.keys(body.totals)).toEqual(['partial', ...names.toReversed()])
      const row = body.data.at(-1)
      expect(Object.keys(row)[0]).toBe('date')
      expect(Object.keys(row).slice(-names.length)).toEqual(names.toReversed())
      const { body: few } = await metrics(key, { level, granularity, date_to: '2026-11-20', metrics: 'impressions' })
      expect(few.data.at(-1)).toMatchObject({ date: row.date, impressions: row.impressions })
    }
  })

  test('limit truncates rows but not totals', async () => {
    const { brandId, key } = await createTenant(database.sql)
    await ingest(database, brandId, twoDays)
    const { body } = await metrics(key, { level: 'campaign', limit: 1 })
    expect(body.data).toHaveLength(1)
    expect(body.totals.spend).toBe(200)
    expect(body.meta).toMatchObject({ total_rows: 3, truncated: true })
  })

  test('sorts rows by date, then by the first metric descending', async () => {
    const { brandId, key } = await createTenant(database.sql)
    await ingest(database, brandId, twoDays)
    const { body } = await metrics(key, { level: 'ad', metrics: 'impressions,spend' })
    expect(body.data.map((row: { impressions: number }) => row.impressions)).toEqual([1000, 500, 300, 200])
  })

  test('weeks begin on Monday and clipped weeks are partial', async () => {
    const { brandId, key } = await createTenant(database.sql)
    await ingest(database, brandId, [
      ...twoDays,
      { date: '2026-11-05', ...firstAd, spend: 0 },
      { date: '2026-11-09', ...google, spend: 0 },
      { date: '2026-11-15', ...google, spend: 7 },
      { date: '2026-11-16', ...google, spend: 7 },
    ])
    const { body } = await metrics(key, {
      date_from: '2026-11-03',
      date_to: '2026-11-15',
      granularity: 'week',
      metrics: 'spend',
    })
    expect(body.data).toEqual([
      { date: '2026-11-02', partial: true, spend: 20 },
      { date: '2026-11-09', spend: 7 },
    ])
  })

  test('months begin on the first and an unfinished month is partial', async () => {
    const { brandId, key } = await createTenant(database.sql)
    await ingest(database, brandId, [
      { date: '2026-10-01', ...google, spend: 1 },
      ...['05', '11', '17', '23', '29'].map((day) => ({ date: `2026-10-${day}`, ...google, spend: 1 })),
      ...twoDays,
    ])
    const { body } = await metrics(key, {
      date_from: '2026-10-01',
      date_to: '2026-11-30',
      granularity: 'month',
      metrics: 'spend',
    })
    expect(body.data).toEqual([
      { date: '2026-10-01', spend: 6 },
      { date: '2026-11-01', partial: true, spend: 200 },
    ])
    expect(body.meta.warnings[0]).toContain('in the future')
  })

  test('hours carry the local offset through both clock changes', async () => {
    const { brandId, key } = await createTenant(database.sql, { timezone: 'Europe/Berlin' })
    const hours = (date: string) =>
      Array.from({ length: 24 }, (_, hour) => ({
        date,
        hour,
        ...google,
        spend: hour === 2 && date.includes('-03-') ? '' : 1,
      }))
    await ingest(database, brandId, [...hours('2026-10-25'), ...hours('2026-03-29').filter((row) => row.spend !== '')])
    const autumn = await metrics(key, {
      date_from: '2026-10-25',
      date_to: '2026-10-25',
      granularity: 'hour',
      metrics: 'spend',
    })
    const dates = autumn.body.data.map((row: { date: string }) => row.date)
    expect(dates[0]).toBe('2026-10-25T00:00:00+02:00')
    expect(dates.at(-1)).toBe('2026-10-25T23:00:00+01:00')
    const spring = await metrics(key, {
      date_from: '2026-03-29',
      date_to: '2026-03-29',
      granularity: 'hour',
      metrics: 'spend',
    })
    expect(spring.body.data).toHaveLength(23)
    expect(spring.body.data.map((row: { date: string }) => row.date)).toContain('2026-03-29T03:00:00+02:00')
    expect(spring.body.totals.spend).toBe(23)
  })

  test('an unreported metric is null and a reported zero is 0', async () => {
    const { brandId, key } = await createTenant(database.sql)
    await ingest(database, brandId, [{ date: '2026-11-02', ...google, spend: 0, conversions: 0 }])
    const { body } = await metrics(key, { metrics: 'spend,leads,conversions,cpa,roas,ctr' })
    expect(body.data[0]).toEqual({
      date: '2026-11-02',
      spend: 0,
      leads: null,
      conversions: 0,
      cpa: null,
      roas: null,
      ctr: null,
    })
  })

  test('reach is null when several reports are combined', async () => {
    const { brandId, key } = await createTenant(database.sql)
    await ingest(database, brandId, twoDays)
    const ad = await metrics(key, { level: 'ad', metrics: 'reach,frequency' })
    expect(ad.body.data[0]).toMatchObject({ reach: 800, frequency: 1.25 })
    expect(ad.body.totals).toEqual({ partial: true, reach: null, frequency: null })
    const account = await metrics(key, { metrics: 'reach' })
    expect(account.body.data).toEqual([
      { date: '2026-11-02', reach: null },
      { date: '2026-11-04', partial: true, reach: 150 },
    ])
  })

  test('spend_share adds up to one', async () => {
    const { brandId, key } = await createTenant(database.sql)
    await ingest(database, brandId, twoDays)
    const { body } = await metrics(key, { level: 'campaign', metrics: 'spend_share' })
    expect(body.data.map((row: { spend_share: number }) => row.spend_share)).toEqual([0.5, 0.4, 0.1])
    expect(body.totals.spend_share).toBe(1)
  })

  test('money has the decimals of its currency, none for yen', async () => {
    const { brandId, key } = await createTenant(database.sql, { currency: 'JPY' })
    await ingest(database, brandId, [{ date: '2026-11-02', ...google, spend: 1000, conversions: 3 }])
    const { body } = await metrics(key, { metrics: 'spend,cpa' })
    expect(body.data).toEqual([{ date: '2026-11-02', spend: 1000, cpa: 333 }])
    expect(body.meta.currency).toBe('JPY')
  })

  test('keeps the order of requested metrics and removes duplicates', async () => {
    const { brandId, key } = await createTenant(database.sql)
    await ingest(database, brandId, twoDays)
    const { body } = await metrics(key, { metrics: 'roas, spend,roas' })
    expect(Object.keys(body.data[0])).toEqual(['date', 'roas', 'spend'])
  })

  test('returns 200 with no rows and null totals for an empty range', async () => {
    const { brandId, key } = await createTenant(database.sql)
    await ingest(database, brandId, twoDays)
    const response = await metrics(key, { date_from: '2026-01-01', date_to: '2026-01-31' })
    expect(response.status).toBe(200)
    expect(response.body).toMatchObject({ data: [], totals: null, meta: { total_rows: 0, truncated: false } })
  })

  test('/api/v1/metrics returns the same rows as /v1/metrics', async () => {
    const { brandId, key } = await createTenant(database.sql)
    await ingest(database, brandId, twoDays)
    const range = { date_from: '2026-11-01', date_to: '2026-11-10' }
    const answers = await Promise.all(
      ['/v1/metrics', '/api/v1/metrics'].map((path) =>
        api.http.get(path).query(range).set('Authorization', `Bearer ${key}`),
      ),
    )
    expect(answers[1]?.body.data).toEqual(answers[0]?.body.data)
    expect(answers[1]?.status).toBe(200)
  })

  test('accepts numbers as strings and a range of 1127 days', async () => {
    const { brandId, key } = await createTenant(database.sql)
    await ingest(database, brandId, twoDays)
    expect((await metrics(key, { limit: '500', date_from: '2023-11-01', date_to: '2026-12-01' })).status).toBe(200)
  })
})

describe('400', () => {
  test.each([
    ['date_from', { date_from: '2026-02-30' }],
    ['date_from', { date_from: '26-1-1' }],
    ['date_from', { date_from: '1989-12-31' }],
    ['date_from', { date_from: '' }],
    ['date_to', { date_to: '2100-12-32' }],
    ['date_to', { date_from: '2026-11-02', date_to: '2026-11-01' }],
    ['date_to', { date_from: '2023-10-31', date_to: '2026-12-01' }],
    ['date_to', { date_from: '2026-10-01', date_to: '2026-11-01', granularity: 'hour' }],
    ['level', { level: 'creative' }],
    ['level', { level: '' }],
    ['granularity', { granularity: 'quarter' }],
    ['limit', { limit: 0 }],
    ['limit', { limit: 501 }],
    ['limit', { limit: '5x' }],
    ['limit', { limit: '1e2' }],
    ['limit', { limit: '' }],
    ['limit', { limit: ['1', '2'] }],
    ['metrics', { metrics: 'spend,nonsense' }],
    ['metrics', { metrics: '' }],
    ['metrics', { metrics: 'spend;drop table' }],
    ['metrics', { metrics: ['spend', 'roas'] }],
    ['brand_id', { brand_id: 'brd_\u0000' }],
    ['brand_id', { brand_id: '' }],
    ['brand_id', { brand_id: '\u{1F600}'.repeat(101) }],
    ['metrics', { metrics: '\u{1D518}spend' }],
    ['brand_id', { brand_id: 'x'.repeat(101) }],
  ])('names %s when given %j (400 invalid_request)', async (field, query) => {
    const { brandId, key } = await createTenant(database.sql)
    await ingest(database, brandId, twoDays)
    const response = await metrics(key, query)
    expect(response.status).toBe(400)
    expect(response.body.error.code).toBe('invalid_request')
    expect(response.body.error.message).toMatch(new RegExp(`^\`?${field}`))
  })

  test('names both dates when both are missing', async () => {
    const { key } = await createTenant(database.sql)
    const response = await api.http.get('/v1/metrics').set('Authorization', `Bearer ${key}`)
    expect(response.status).toBe(400)
    expect(response.body.error.message).toContain('`date_from` is required.')
    expect(response.body.error.message).toContain('`date_to` is required.')
  })

  test('lists the valid names for an unknown metric', async () => {
    const { key } = await createTenant(database.sql)
    const response = await metrics(key, { metrics: 'spendd' })
    expect(response.body.error.message).toContain('hold_rate')
  })

  test('brand_id is required when the key reaches several brands', async () => {
    const { accountId, brandId, key } = await createTenant(database.sql)
    await createBrand(database.sql, accountId)
    await ingest(database, brandId, twoDays)
    const response = await metrics(key, {})
    expect(response.status).toBe(400)
    expect(response.body.error).toMatchObject({
      code: 'invalid_request',
      message: expect.stringMatching(/^`brand_id` /),
    })
    expect((await metrics(key, { brand_id: brandId })).status).toBe(200)
  })

  test('counts an invalid request against the rate limit', async () => {
    const { key } = await createTenant(database.sql)
    const response = await metrics(key, { limit: 0 })
    expect(response.headers['x-ratelimit-limit']).toBe('1200')
    expect(response.headers['x-ratelimit-remaining']).toBe('1199')
  })
})

describe('403', () => {
  test('returns the same error for a brand of another account and an unknown brand', async () => {
    const { key } = await createTenant(database.sql)
    const stranger = await createTenant(database.sql)
    const foreign = await metrics(key, { brand_id: stranger.brandId })
    const unknown = await metrics(key, { brand_id: 'brd_nowhere' })
    expect(foreign.status).toBe(403)
    expect(foreign.body.error).toEqual(unknown.body.error)
    expect(foreign.body.error.code).toBe('forbidden')
  })

  test('returns 403 for a sibling brand of a key narrowed to one brand', async () => {
    const { accountId, brandId } = await createTenant(database.sql)
    const sibling = await createBrand(database.sql, accountId)
    const { key } = await issueKey(database.sql, accountId, { brandId })
    expect((await metrics(key, { brand_id: sibling })).status).toBe(403)
  })

  test('returns 403 for a key of an account without brands', async () => {
    const { key } = await issueKey(database.sql, await createAccount(database.sql))
    expect((await metrics(key, {})).status).toBe(403)
  })
})

describe('409', () => {
  test('returns data_not_ready before any data is ingested', async () => {
    const { key } = await createTenant(database.sql)
    const response = await metrics(key, {})
    expect(response.status).toBe(409)
    expect(response.body.error.code).toBe('data_not_ready')
  })

  test('returns data_not_ready for hours of a brand with daily data only', async () => {
    const { brandId, key } = await createTenant(database.sql)
    await ingest(database, brandId, twoDays)
    expect((await metrics(key, { granularity: 'hour' })).status).toBe(409)
  })
})

function campaignKeys(row: { platform: string; account_id: string; campaign_id: string; campaign_name: string }) {
  return { ...row, campaign_status: null }
}

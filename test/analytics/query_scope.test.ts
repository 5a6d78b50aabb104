import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApi } from '../support/api.ts'
import type { Api } from '../support/api.ts'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { createTenant, issueKey } from '../support/factories.ts'
import { ingest } from '../support/ingest.ts'

let database: TestDatabase
let api: Api
let key: string
let simulated: string

const campaigns = [
  { platform: 'google', account_id: 'g', campaign_id: '1', campaign_name: 'Brand', spend: 10, revenue: 50 },
  { platform: 'google', account_id: 'g', campaign_id: '2', campaign_name: 'Brand | Tents', spend: 30, revenue: 60 },
  { platform: 'meta', account_id: 'm', campaign_id: '3', campaign_name: 'Retargeting', spend: 20, revenue: 80 },
  { platform: 'tiktok', account_id: 't', campaign_id: '4', campaign_name: 'Prospecting', spend: 40, revenue: 40 },
]
const dayBefore = (days: number) =>
  new Date(Date.parse('2026-11-20T00:00:00Z') - days * 86_400_000).toISOString().slice(0, 10)

beforeAll(async () => {
  database = await createDatabase()
  api = await startApi(database)
  const tenant = await createTenant(database.sql)
  key = tenant.key
  simulated = (await issueKey(database.sql, tenant.accountId, { prefix: 'svc_sk_test_' })).key
  await ingest(
    database,
    tenant.brandId,
    Array.from({ length: 160 }, (_, index) => dayBefore(index + 1)).flatMap((date) =>
      campaigns.map((campaign) => ({ date, ...campaign, conversions: campaign.campaign_id === '4' ? 0 : 2 })),
    ),
  )
})
afterAll(async () => {
  await api.stop()
  await database.stop()
})

async function ask(question: string, credential = key) {
  const { status, body } = await api.http
    .post('/v1/query')
    .send({ question })
    .set('Authorization', `Bearer ${credential}`)
  return { status, body }
}

async function get(path: string, query: Record<string, string>, credential = key) {
  return await api.http.get(path).query(query).set('Authorization', `Bearer ${credential}`)
}

const names = (body: { data: { campaign_name: string }[] }) => body.data.map(({ campaign_name }) => campaign_name)

describe('exclusions', () => {
  test.each([
    ['revenue not from google yesterday', { revenue: 120 }],
    ['spend for all platforms but google yesterday', { spend: 60 }],
    ['everything but tiktok: spend yesterday', { spend: 60 }],
    ['spend except on meta yesterday', { spend: 80 }],
    ['non-meta spend yesterday', { spend: 80 }],
    ['spend excluding prospecting and retargeting campaigns yesterday', { spend: 40 }],
    ['spend excluding tents yesterday', { spend: 70 }],
    // The full name of a campaign excludes this campaign only, not every name that contains it.
    ['spend except "Brand" yesterday', { spend: 90 }],
    ['are we on pace excluding google this month', { spend: 19 * 60, projected_spend: 1800 }],
  ])('returns the expected numbers for "%s"', async (question, expected) => {
    const { body } = await ask(question)
    expect(body.data).toMatchObject([expected])
  })

  test('apply by platform, by campaign and in lists', async () => {
    expect((await ask('spend by platform except google yesterday')).body.data).toMatchObject([
      { platform: 'tiktok', spend: 40 },
      { platform: 'meta', spend: 20 },
    ])
    expect(names((await ask('top 3 campaigns by revenue except the brand one yesterday')).body)).toEqual([
      'Retargeting',
      'Brand | Tents',
      'Prospecting',
    ])
    expect((await ask('list campaigns not on google')).body.data).toHaveLength(2)
  })

  test('are refused when they cannot be read', async () => {
    const { status, body } = await ask('spend excluding weekends last month')
    expect([status, body.data, body.interpretation.reason]).toEqual([200, [], 'unclear_exclusion'])
    expect(body.meta.warnings[0]).toContain('excluding weekends')
    expect(body.interpretation).not.toHaveProperty('warnings')
  })
})

describe('bounds', () => {
  test.each([
    ['campaigns with roas not above 2 yesterday', ['Brand | Tents', 'Prospecting']],
    ['campaigns with spend at least 30 yesterday', ['Prospecting', 'Brand | Tents']],
    ['campaigns with spend over 30 yesterday', ['Prospecting']],
    ['campaigns where spend > 10 and roas < 2 yesterday', ['Prospecting']],
    ['roas of campaigns with spend at least 20 yesterday', ['Retargeting', 'Brand | Tents', 'Prospecting']],
    ['spend for campaigns over $35 yesterday', ['Prospecting']],
    ['campaigns with no conversions yesterday', ['Prospecting']],
    ['campaigns with more than 1 conversions and cpa under 11 yesterday', ['Brand', 'Retargeting']],
  ])('returns the expected campaigns for "%s"', async (question, expected) => {
    const { body } = await ask(question)
    expect(names(body).toSorted()).toEqual(expected.toSorted())
    expect(body.meta).toMatchObject({ total_rows: expected.length, truncated: false })
  })

  test('apply to platforms and to days', async () => {
    expect((await ask('platforms with roas over 3 yesterday')).body.data).toMatchObject([{ platform: 'meta' }])
    expect((await ask('days with spend over 100 last week')).body.data).toEqual([])
    expect((await ask('days with spend of 100 or more last week')).body.data).toHaveLength(7)
  })

  test('returns whether a total is within the bound that the question asks for', async () => {
    expect((await ask('did we spend more than 1000 yesterday')).body.data).toEqual([{ spend: 100, holds: false }])
    expect((await ask('was roas above 2 yesterday')).body.data).toEqual([{ roas: 2.3, holds: true }])
  })

  test('reports a bound that a total cannot apply as unmatched', async () => {
    const { body } = await ask('roas when spend is above 1000')
    expect(body.interpretation).toMatchObject({ thresholds: [], unmatched: ['spend above 1000'] })
    expect(body.interpretation.confidence).toBeLessThan(0.5)
    expect(body.meta.warnings.join()).toContain('This is one total of all days')
  })
})

describe('filters', () => {
  test('returns both periods of each campaign', async () => {
    const { body } = await ask('roas last 7 days vs previous 7 days by campaign')
    expect(body.data).toHaveLength(8)
    expect(body.data[0]).toMatchObject({ period: 'current', campaign_name: 'Brand', roas: 5 })
    expect(body.data[4]).toMatchObject({ period: 'previous', date_to: '2026-11-12', campaign_name: 'Brand' })
  })

  test('explains a change for the requested campaign', async () => {
    const { body } = await ask('why did spend change for "Brand | Tents" last week')
    expect(names(body)).toEqual(['Brand | Tents'])
    expect((await ask('why did spend change excluding google last week')).body.data).toHaveLength(2)
  })

  test('returns budget recommendations of the requested platform or campaign', async () => {
    const { body } = await ask('budget recommendations for meta')
    expect(body.data).toMatchObject([{ platform: 'meta', entity: { name: 'Retargeting' } }])
    expect(body.meta.warnings).toContain(
      'The plan moves the spend of the whole brand. The answer shows the requested part of it.',
    )
    expect((await ask('budget recommendations for "Brand | Tents"')).body.data).toHaveLength(1)
  })

  test('returns anomalies of the requested campaign or platform', async () => {
    const { body: all } = await ask('anomalies in the last 365 days', simulated)
    const { name, platform } = all.data.find(({ level }: { level: string }) => level === 'campaign').entity
    const { body } = await ask(`anomalies for "${name}" in the last 365 days`, simulated)
    expect(body.data.length).toBeGreaterThan(0)
    expect(body.data.length).toBeLessThan(all.data.length)
    expect(new Set(body.data.map(({ entity }: { entity: { name: string } }) => entity.name))).toEqual(new Set([name]))
    const { body: others } = await ask(`anomalies not on ${platform} in the last 365 days`, simulated)
    expect(others.data.length).toBeGreaterThan(0)
    expect(others.data.every(({ entity }: { entity: { platform: string } }) => entity.platform !== platform)).toBe(true)
  })

  test('returns creatives of several platforms within bounds', async () => {
    const platforms = async (question: string) =>
      new Set((await ask(question, simulated)).body.data.map(({ platform }: { platform: string }) => platform))
    expect(await platforms('top 500 creatives by spend')).toEqual(new Set(['meta', 'tiktok']))
    expect(await platforms('top 500 creatives by spend on google and meta')).toEqual(new Set(['meta']))
    expect(await platforms('top 500 creatives by spend on meta and tiktok')).toEqual(new Set(['meta', 'tiktok']))
    expect(await platforms('top 500 creatives by spend excluding meta')).toEqual(new Set(['tiktok']))
    const { body } = await ask('top 3 creatives with ctr over 1% by spend', simulated)
    expect(body.data.every(({ ctr }: { ctr: number }) => ctr > 0.01)).toBe(true)
    expect(body.data.map(({ rank }: { rank: number }) => rank)).toEqual([1, 2, 3])
    expect(body.meta.truncated).toBe(true)
  })

  test('returns fatiguing and fatigued creatives for "fatigued"', async () => {
    const states = async (question: string) =>
      (await ask(question, simulated)).body.data.map((row: { fatigue: { state: string } }) => row.fatigue.state)
    const all: string[] = await states('top 500 creatives by spend')
    const wearing = all.filter((state) => ['fatigued', 'fatiguing'].includes(state))
    const given: string[] = await states('top 500 fatigued creatives by spend')
    expect([given, wearing.length < all.length]).toEqual([wearing, true])
  })

  test('refuses the forecast of a platform', async () => {
    const { body } = await ask('forecast revenue for meta next 7 days', simulated)
    expect(body.interpretation).toMatchObject({ intent: null, unmatched: ['meta'] })
    expect([body.data, body.meta.warnings[0]]).toEqual([[], expect.stringContaining('one of the whole brand')])
  })

  test('excludes channels from attribution', async () => {
    const { body: all } = await ask('first click revenue last month', simulated)
    const { body } = await ask('first click revenue not from meta last month', simulated)
    const channels = (data: { channel: string }[]) => data.map(({ channel }) => channel)
    expect(channels(body.data)).toEqual(channels(all.data).filter((channel) => channel !== 'meta'))
    expect(channels(body.data).length).toBe(channels(all.data).length - 1)
  })
})

describe('meta', () => {
  test('equals meta of /v1/metrics for the same range', async () => {
    const { body } = await ask('spend and frequency by campaign yesterday')
    const range = { date_from: '2026-11-19', date_to: '2026-11-19' }
    const metrics = await get('/v1/metrics', { ...range, level: 'campaign', metrics: 'spend,frequency' })
    const { data_through, total_rows, truncated, warnings } = metrics.body.meta
    expect(body.meta).toMatchObject({ data_through, total_rows, truncated, warnings })
    expect([data_through, total_rows, warnings.length]).toEqual(['2026-11-19', 4, expect.any(Number)])
    expect(warnings.join()).toContain('frequency')
  })

  test('uses store revenue like /v1/metrics when revenue_source is store', async () => {
    const { brandId, key: own } = await createTenant(database.sql)
    await ingest(database, brandId, [
      { date: '2026-11-19', platform: 'google', account_id: 'g', spend: 10, revenue: 50, store_revenue: 70 },
    ])
    await database.sql`update core.brands set revenue_source = 'store' where brand_id = ${brandId}`
    const { body } = await ask('revenue and roas yesterday', own)
    const range = { date_from: '2026-11-19', date_to: '2026-11-19', metrics: 'revenue,roas' }
    const metrics = await get('/v1/metrics', range, own)
    expect(body.data).toEqual([metrics.body.totals])
    expect(body.data).toEqual([{ revenue: 70, roas: 7 }])
  })

  test('counts the rows that are cut off', async () => {
    const { body } = await ask('spend by campaign by day since june')
    expect(body.data).toHaveLength(500)
    expect(body.meta).toMatchObject({ total_rows: 640, truncated: true })
    expect((await ask('top 2 campaigns by spend yesterday')).body.meta).toMatchObject({
      total_rows: 4,
      truncated: true,
    })
  })

  test('names the last day of a forecast that ends before the requested time', async () => {
    const { body } = await ask('forecast spend for the next 3 years', simulated)
    expect(body.meta.warnings.join()).toContain(`The forecast ends on ${body.data.at(-1).date}`)
  })

  test('returns no rows and a warning for a future range', async () => {
    const { status, body } = await ask('spend in 2035')
    expect([status, body.data]).toEqual([200, []])
    expect(body.interpretation.time).toMatchObject({ date_from: '2035-01-01', date_to: '2035-12-31' })
    expect(body.meta.warnings.join()).toContain('in the future')
  })

  test('refuses an impossible date', async () => {
    const { status, body } = await ask('spend on nov 31')
    expect([status, body.data, body.interpretation.reason]).toEqual([200, [], 'impossible_date'])
    expect(body.meta).toMatchObject({
      data_through: null,
      total_rows: 0,
      warnings: [expect.stringContaining('nov 31')],
    })
  })
})

describe('hours', () => {
  test('equal the hours of /v1/metrics, also with filters', async () => {
    const { brandId, key: own } = await createTenant(database.sql, { timezone: 'Europe/Berlin' })
    const hours = Array.from({ length: 24 }, (_, hour) => [
      { date: '2026-11-19', hour, platform: 'google', account_id: 'a', campaign_id: '1', spend: hour },
      { date: '2026-11-19', hour, platform: 'meta', account_id: 'b', campaign_id: '2', spend: 1 },
    ]).flat()
    await ingest(database, brandId, hours)
    const { body } = await ask('spend by hour yesterday', own)
    const range = { date_from: '2026-11-19', date_to: '2026-11-19', granularity: 'hour', metrics: 'spend' }
    const metrics = await get('/v1/metrics', range, own)
    expect(body.data).toEqual(metrics.body.data)
    expect(body.data).toHaveLength(24)
    expect(body.meta).toMatchObject({ total_rows: 24, data_through: metrics.body.meta.data_through })
    expect((await ask('spend on meta by hour yesterday', own)).body.data[3]).toEqual({
      date: '2026-11-19T03:00:00+01:00',
      spend: 1,
    })
  })

  test('return data_not_ready for a brand with daily data only', async () => {
    const { status, body } = await ask('spend by hour yesterday')
    expect([status, body.error.code]).toEqual([409, 'data_not_ready'])
  })
})

describe('409', () => {
  test.each([
    'spend last week',
    'pacing this month',
    'list campaigns',
    'any anomalies?',
    'why did spend fall last week',
    'best creatives last week',
    'budget recommendations',
    'compare spend last week and this week',
  ])('is returned for "%s" of a brand with orders and no ads', async (question) => {
    const { brandId, key: own } = await createTenant(database.sql)
    await database.sql`
      insert into analytics.data_status (brand_id, kind, first_on, last_on) values (${brandId}, 'orders', '2026-11-01', '2026-11-19')`
    const { status, body } = await ask(question, own)
    expect([question, status, body.error?.code]).toEqual([question, 409, 'data_not_ready'])
  })

  test('is not returned for a definition', async () => {
    const { brandId, key: own } = await createTenant(database.sql)
    await database.sql`
      insert into analytics.data_status (brand_id, kind, first_on, last_on) values (${brandId}, 'orders', '2026-11-01', '2026-11-19')`
    expect((await ask('what does ctr mean', own)).body.data).toMatchObject([{ name: 'ctr' }])
  })
})

describe('advice', () => {
  const ask = async (question: string, credential: string) => {
    const { body } = await api.http.post('/v1/query').send({ question }).set('Authorization', `Bearer ${credential}`)
    return body
  }

  test('what to pause has the campaigns below the ROAS target of the month, worst first, or below a ROAS of 1', async () => {
    const open = await ask('which campaigns should I pause?', key)
    expect(names(open)).toEqual([])
    expect(open.meta.warnings.join(' ')).toContain('The brand has no ROAS target this month')
    const { brandId, key: targeted } = await createTenant(database.sql)
    await ingest(
      database,
      brandId,
      campaigns.map((campaign) => ({ date: dayBefore(2), ...campaign })),
    )
    await database.sql`insert into analytics.targets (brand_id, month, roas) values (${brandId}, '2026-11-01', 3)`
    const { data, interpretation, meta } = await ask('which campaigns should I pause?', targeted)
    expect(names({ data })).toEqual(['Prospecting', 'Brand | Tents'])
    expect(interpretation).toMatchObject({ intent: 'ranking', unmatched: [], reason: null })
    expect(meta.warnings.join(' ')).toContain('campaigns with a ROAS below 3, the target of the brand this month')
  })

  test('a word of one campaign is about it', async () => {
    const { data, interpretation } = await ask('how did tents do yesterday', key)
    expect(interpretation).toMatchObject({ filters: { campaign_name: 'Brand | Tents' }, unmatched: [] })
    expect(data).toMatchObject([{ spend: 30, revenue: 60 }])
  })
})

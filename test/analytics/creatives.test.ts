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

async function creatives(key: string, query: Record<string, string> = {}) {
  const response = await api.http
    .get('/v1/creatives')
    .query({ date_from: '2026-10-01', date_to: '2026-11-19', ...query })
    .set('Authorization', `Bearer ${key}`)
  return { status: response.status, body: response.body }
}

/** Imports two ads of one creative and an ad of another, over 30 days to yesterday. `clicks` is for the first creative. */
async function shown(clicks: (daysAgo: number) => number) {
  const tenant = await createTenant(database.sql)
  const rows = Array.from({ length: 30 }, (_, daysAgo) => {
    const date = new Date(Date.parse('2026-11-19T00:00:00Z') - daysAgo * 86_400_000).toISOString().slice(0, 10)
    const base = {
      date,
      platform: 'meta',
      account_id: 'a',
      campaign_id: 'c',
      campaign_name: 'C',
      adset_id: 's',
      adset_name: 'S',
      impressions: 1000,
    }
    return [
      {
        ...base,
        ad_id: '1',
        ad_name: 'One',
        creative_id: 'film',
        clicks: clicks(daysAgo),
        spend: 10,
        revenue: 20,
        conversions: 1,
      },
      {
        ...base,
        ad_id: '2',
        ad_name: 'Two',
        creative_id: 'film',
        clicks: clicks(daysAgo),
        spend: 10,
        revenue: 40,
        conversions: 1,
      },
      {
        ...base,
        ad_id: '3',
        ad_name: 'Three',
        creative_id: 'still',
        clicks: 20,
        spend: 5,
        revenue: 50,
        conversions: 1,
      },
    ]
  }).flat()
  await ingest(database, tenant.brandId, rows)
  return tenant
}

describe('the name of a creative', () => {
  test('is that of its first ad if the platform reports none', async () => {
    const { brandId, key } = await shown(() => 20)
    const names = async () =>
      (await creatives(key, { date_from: '2026-11-19' })).body.data.map((row: Record<string, string>) => [
        row['creative_id'],
        row['name'],
      ])
    expect(await names()).toEqual([
      ['film', 'One'],
      ['still', 'Three'],
    ])
    await database.sql`
      update analytics.creatives set name = 'The film' where brand_id = ${brandId} and external_id = 'film'`
    expect((await names())[0]).toEqual(['film', 'The film'])
  })
})

describe('spend_share', () => {
  test('is a share of the brand’s total spend for every filter and level', async () => {
    const { brandId, key } = await createTenant(database.sql)
    const adOf = (platform: string, spend: number) => ({
      date: '2026-11-10',
      platform,
      account_id: platform,
      campaign_id: platform,
      adset_id: platform,
      ad_id: platform,
      creative_id: platform,
      spend,
    })
    await ingest(database, brandId, [adOf('meta', 30), adOf('google', 10)])
    await ingest(database, brandId, [{ date: '2026-11-10', platform: 'pinterest', account_id: 'p', spend: 10 }])
    const query = { metrics: 'spend_share', date_from: '2026-11-10', date_to: '2026-11-10', sort: 'spend' }
    const { body } = await creatives(key, { ...query, platform: 'meta' })
    expect(body.data).toMatchObject([{ spend_share: 0.6 }])
    const all = await creatives(key, query)
    expect(all.body.data).toMatchObject([{ spend_share: 0.6 }, { spend_share: 0.2 }])
    for (const platform of ['meta', 'meta,google']) {
      const { body: metrics } = await api.http
        .get('/v1/metrics')
        .query({ ...query, sort: undefined, level: 'ad', sort_by: undefined, platform })
        .set('Authorization', `Bearer ${key}`)
      expect(metrics.data[0]).toMatchObject({ platform: 'meta', spend_share: 0.6 })
    }
  })
})

describe('200', () => {
  test('sums the ads of a creative, ranks creatives and returns totals', async () => {
    const { key } = await shown(() => 20)
    const { status, body } = await creatives(key, { date_from: '2026-11-19', metrics: 'spend,roas' })
    expect(status).toBe(200)
    expect(body.data).toMatchObject([
      {
        creative_id: 'film',
        platform: 'meta',
        ad_ids: ['1', '2'],
        ad_count: 2,
        days_active: 1,
        spend: 20,
        roas: 3,
        rank: 1,
      },
      { creative_id: 'still', ad_count: 1, spend: 5, roas: 10, rank: 2 },
    ])
    expect(body.totals).toEqual({ spend: 25, roas: 4.4 })
    expect((await creatives(key, { sort: 'roas' })).body.data[0].creative_id).toBe('still')
    expect((await creatives(key, { order: 'asc' })).body.data[0].creative_id).toBe('still')
    expect((await creatives(key, { limit: '1' })).body).toMatchObject({
      data: { length: 1 },
      meta: { total_rows: 2, truncated: true },
    })
  })

  test('marks a creative with a falling ctr as fatigued and a steady one as stable', async () => {
    const { key } = await shown((daysAgo) => (daysAgo < 8 ? 10 : 40))
    const { body } = await creatives(key)
    const states = Object.fromEntries(
      body.data.map((row: { creative_id: string; fatigue: object }) => [row.creative_id, row.fatigue]),
    )
    expect(states.film).toMatchObject({ state: 'fatigued', ctr_change_pct: -75, score: 1 })
    expect(states.still).toMatchObject({ state: 'stable', score: 0, since: null })
    expect((await creatives(key, { status: 'fatigued' })).body.data).toHaveLength(1)
  })

  test('returns null reach and frequency when several reports are combined', async () => {
    const { brandId, key } = await createTenant(database.sql)
    const ad = (date: string, id: string, reach: number) => ({
      date,
      platform: 'meta',
      account_id: 'a',
      campaign_id: 'c',
      adset_id: 's',
      ad_id: id,
      creative_id: id,
      impressions: 1000,
      reach,
      spend: 1,
    })
    await ingest(database, brandId, [
      ad('2026-11-10', 'often', 400),
      ad('2026-11-14', 'often', 400),
      ad('2026-11-14', 'once', 500),
    ])
    for (const sort of ['reach', 'frequency']) {
      const { status, body } = await creatives(key, { metrics: 'reach,frequency', sort })
      expect([sort, status]).toEqual([sort, 200])
      expect(body.data).toMatchObject([
        { creative_id: 'once', reach: 500, frequency: 2, fatigue: { frequency_7d: 2 } },
        { creative_id: 'often', reach: null, frequency: null, fatigue: { frequency_7d: null } },
      ])
      expect(body.totals).toEqual({ partial: true, reach: null, frequency: null })
      expect(body.meta.warnings[0]).toContain('reach and frequency cannot be added up')
    }
  })

  test('returns all metrics at once and sorts by mer', async () => {
    const { key } = await shown(() => 20)
    const definitions = await api.http.get('/v1/metrics/definitions').set('Authorization', `Bearer ${key}`)
    const names = definitions.body.data.map(({ name }: { name: string }) => name) as string[]
    const { status, body } = await creatives(key, { metrics: names.join(',') })
    expect([status, Object.keys(body.totals)]).toEqual([200, ['partial', ...names]])
    expect(names.filter((name) => !(name in body.data[0]))).toEqual([])
    const { status: sorted } = await creatives(key, { sort: 'mer', metrics: 'mer' })
    expect(sorted).toBe(200)
  })

  test('returns no rows and a warning when reports name no creatives', async () => {
    const { brandId, key } = await createTenant(database.sql)
    await ingest(database, brandId, [{ date: '2026-11-01', platform: 'x', account_id: 'a', spend: 1 }])
    const { body } = await creatives(key)
    expect([body.data, body.totals]).toEqual([[], null])
    expect(body.meta.warnings[0]).toContain('name no creatives')
  })
})

describe('400', () => {
  test.each([
    [{ format: 'gif' }, '`format` must be one of image, video, carousel, text, catalog.'],
    [{ status: 'tired' }, '`status` must be one of'],
    [{ sort: 'nonsense' }, 'unknown metric nonsense'],
    [{ limit: '501' }, '`limit` must be a whole number from 1 to 500.'],
    [{ date_from: '2026-12-01' }, '`date_to` must not be before `date_from`.'],
  ])('names the invalid parameter of %j', async (query, message) => {
    const { key } = await shown(() => 20)
    const { status, body } = await creatives(key, query as Record<string, string>)
    expect([status, body.error.code]).toEqual([400, 'invalid_request'])
    expect(body.error.message).toContain(message)
  })
})

describe('409', () => {
  test('returns data_not_ready before any data is ingested', async () => {
    const { key } = await createTenant(database.sql)
    expect((await creatives(key)).body.error.code).toBe('data_not_ready')
  })
})

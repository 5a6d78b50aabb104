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

/** Ten days of two platforms. Each ad spends its number plus the index of the day, and earns three times that. */
const days = Array.from({ length: 10 }, (_, index) => `2026-11-${String(index + 10)}`)
const ads = [
  { platform: 'google', account: 'g', campaign: 'g1', adset: 'g11', ad: 'g111', spend: 100 },
  { platform: 'google', account: 'g', campaign: 'g1', adset: 'g12', ad: 'g121', spend: 50 },
  { platform: 'google', account: 'g', campaign: 'g2', adset: 'g21', ad: 'g211', spend: 20 },
  { platform: 'meta', account: 'm', campaign: 'm1', adset: 'm11', ad: 'm111', spend: 70 },
  { platform: 'meta', account: 'm', campaign: 'm1', adset: 'm11', ad: 'm112', spend: 5 },
]

beforeAll(async () => {
  database = await createDatabase()
  api = await startApi(database)
  const tenant = await createTenant(database.sql)
  key = tenant.key
  const rows = days.flatMap((date, index) =>
    ads.map(({ platform, account, campaign, adset, ad, spend }) => ({
      date,
      platform,
      account_id: account,
      campaign_id: campaign,
      campaign_name: `Campaign ${campaign}`,
      adset_id: adset,
      adset_name: `Set ${adset}`,
      ad_id: ad,
      ad_name: `Ad ${ad}`,
      spend: spend + index,
      revenue: 3 * (spend + index),
    })),
  )
  await ingest(database, tenant.brandId, rows)
})
afterAll(async () => {
  await api.stop()
  await database.stop()
})

const range = { date_from: '2026-11-15', date_to: '2026-11-19' }
async function read(query: Record<string, string | number> = {}, credential = key) {
  return await api.http
    .get('/v1/breakdown')
    .query({ ...range, ...query })
    .set('Authorization', `Bearer ${credential}`)
}
const idsOf = (rows: Record<string, unknown>[], level: string) =>
  rows.map((row) => row[level === 'ad_account' ? 'account_id' : `${level}_id`])
/** The spend of an ad on days 5 to 9: its number and the sum of their indexes. */
const spendOf = (...spends: number[]) => spends.reduce((total, spend) => total + 5 * spend + 35, 0)

describe('GET /v1/breakdown', () => {
  test.each([
    ['ad_account', ['g', 'm']],
    ['campaign', ['g1', 'm1', 'g2']],
    ['adset', ['g11', 'm11', 'g12', 'g21']],
    ['ad', ['g111', 'm111', 'g121', 'g211', 'm112']],
  ])('has one row of the whole range for each %s, by descending spend', async (level, ids) => {
    const { status, body } = await read({ level })
    expect(status).toBe(200)
    expect(idsOf(body.data, level)).toEqual(ids)
    expect(body.meta.total_rows).toBe(ids.length)
    expect(body.totals).toMatchObject({ spend: spendOf(100, 50, 20, 70, 5), roas: 3 })
    const total = body.data.reduce((sum: number, row: { spend: number }) => sum + row.spend, 0)
    expect(total).toBe(body.totals.spend)
  })

  test.each([
    [{ level: 'campaign', account_ids: 'g' }, ['g1', 'g2'], spendOf(100, 50, 20)],
    [{ level: 'adset', campaign_ids: 'g1' }, ['g11', 'g12'], spendOf(100, 50)],
    [{ level: 'ad', adset_ids: 'm11' }, ['m111', 'm112'], spendOf(70, 5)],
    [{ level: 'ad_account', campaign_ids: 'g2' }, ['g'], spendOf(20)],
    [{ level: 'campaign', platform: 'facebook' }, ['m1'], spendOf(70, 5)],
    [{ level: 'ad', search: 'AD G1' }, ['g111', 'g121'], spendOf(100, 50)],
    [{ level: 'campaign', search: 'm1' }, ['m1'], spendOf(70, 5)],
    [{ level: 'adset', search: '%' }, [], null],
  ])('%j selects %j, and totals cover these rows only', async (query, ids, spend) => {
    const { body } = await read(query)
    expect(idsOf(body.data, query.level)).toEqual(ids)
    expect(body.totals?.spend ?? null).toBe(spend)
  })

  test('finds rows that are not reported at this level by the name or id of their campaign', async () => {
    const tenant = await createTenant(database.sql)
    const rows = [
      { campaign_id: 'pm', campaign_name: 'Performance Max | Tents', spend: 7 },
      {
        campaign_id: 'se',
        campaign_name: 'Search | Boots',
        adset_id: 's1',
        adset_name: 'Boots',
        ad_id: 'a1',
        spend: 3,
      },
    ]
    await ingest(
      database,
      tenant.brandId,
      rows.map((row) => ({ date: '2026-11-18', platform: 'google', account_id: 'g', adset_id: null, ...row })),
    )
    for (const level of ['adset', 'ad']) {
      for (const search of ['tents', 'pm']) {
        const { body } = await read({ level, search }, tenant.key)
        expect([level, search, body.data.length, body.totals?.spend]).toEqual([level, search, 1, 7])
        expect(body.data[0]).toMatchObject({ campaign_id: 'pm', [`${level}_id`]: null })
      }
      // What is reported at the level is found by its own name only.
      expect((await read({ level, search: 'search |' }, tenant.key)).body.data).toEqual([])
    }
  })

  test('pages rows in a stable order, with the totals of all rows', async () => {
    const pages = await Promise.all([1, 2, 3].map((page) => read({ level: 'ad', limit: 2, page, sort: 'roas' })))
    expect(pages.flatMap(({ body }) => idsOf(body.data, 'ad'))).toHaveLength(5)
    expect(new Set(pages.flatMap(({ body }) => idsOf(body.data, 'ad'))).size).toBe(5)
    expect(new Set(pages.map(({ body }) => body.totals.spend)).size).toBe(1)
    expect(pages.map(({ body }) => body.meta.truncated)).toEqual([true, true, false])
  })

  test('compares rows and totals with the period before', async () => {
    const { body } = await read({ compare_to: 'previous_period', metrics: 'spend,roas' })
    expect(body.compared).toMatchObject({ date_from: '2026-11-10', date_to: '2026-11-14' })
    // Each ad spends 25 more than in the five days before.
    expect(body.data[0]).toMatchObject({
      campaign_id: 'g1',
      spend: 820,
      deltas: { spend: expect.closeTo(50 / 770, 5), roas: 0 },
    })
    expect(body.deltas.spend).toBeCloseTo(125 / (spendOf(100, 50, 20, 70, 5) - 125), 5)
  })

  test('compares with the same weekdays of the last year, and says that nothing was reported then', async () => {
    const { body } = await read({ compare_to: 'previous_year_weekdays' })
    expect(body.compared).toMatchObject({ date_from: '2025-11-16', date_to: '2025-11-20', totals: null })
    expect(body.data[0].deltas.spend).toBeNull()
    expect(body.meta.warnings.join(' ')).toMatch(/2025/)
  })

  test('has a metric as a time series in each row', async () => {
    const { body } = await read({ level: 'ad', trend: 'spend', limit: 1 })
    expect(body.trend_granularity).toBe('day')
    expect(body.data[0].trend).toEqual(days.slice(5).map((date, index) => ({ date, value: 105 + index })))
    const wide = await read({ level: 'ad_account', trend: 'spend', date_from: '2026-06-01' })
    expect(wide.body.trend_granularity).toBe('week')
    expect(wide.body.data[0].trend.map(({ date }: { date: string }) => date)).toEqual(['2026-11-09', '2026-11-16'])
  })

  test('has the time series of spend without ads, whose row has no id of an ad', async () => {
    const tenant = await createTenant(database.sql)
    const rows = days.flatMap((date) => [
      { date, platform: 'google', account_id: 'g', campaign_id: 'pmax', campaign_name: 'Performance Max', spend: 40 },
      { date, platform: 'google', account_id: 'g', campaign_id: 'c', adset_id: 's', ad_id: 'a', spend: 10 },
    ])
    await ingest(database, tenant.brandId, rows)
    const { body } = await read({ level: 'ad', trend: 'spend' }, tenant.key)
    expect(body.data).toMatchObject([
      { ad_id: null, spend: 200 },
      { ad_id: 'a', spend: 50 },
    ])
    expect(body.data.map(({ trend }: { trend: { value: number }[] }) => trend.map(({ value }) => value))).toEqual([
      [40, 40, 40, 40, 40],
      [10, 10, 10, 10, 10],
    ])
  })

  test('agrees with GET /v1/metrics', async () => {
    const { body } = await api.http
      .get('/v1/metrics')
      .query({ ...range, level: 'campaign', granularity: 'month' })
      .set('Authorization', `Bearer ${key}`)
    const sums = new Map(body.data.map((row: { campaign_id: string; spend: number }) => [row.campaign_id, row.spend]))
    const { body: breakdown } = await read()
    for (const { campaign_id, spend } of breakdown.data)
      expect([campaign_id, spend]).toEqual([campaign_id, sums.get(campaign_id)])
    expect(breakdown.totals.spend).toBe(body.totals.spend)
  })

  test('is CSV on request, with a column for each change', async () => {
    const { text, headers } = await read({
      format: 'csv',
      level: 'campaign',
      metrics: 'spend',
      compare_to: 'previous_period',
    })
    expect(headers['content-type']).toContain('text/csv')
    const [head, first, ...rest] = text.trim().split('\r\n')
    expect(head).toBe('partial,platform,account_id,campaign_id,campaign_name,campaign_status,spend,deltas.spend')
    expect(first).toMatch(/^,google,g,g1,Campaign g1,,820,0\.0649/)
    expect(rest).toHaveLength(2)
  })

  test.each([
    [{ level: 'account' }, 'level'],
    [{ sort: 'campaign_name' }, 'sort'],
    [{ trend: 'nonsense' }, 'trend'],
    [{ account_ids: 'of-another-brand' }, 'ad account'],
    [{ adset_ids: 'g1' }, 'ad set'],
    [{ compare_to: 'last_year' }, 'compare_to'],
    [{ date_from: '2026-11-20', date_to: '2026-11-01' }, 'date_to'],
    [{ page: 0 }, 'page'],
  ])('refuses %j and names %s', async (query, field) => {
    const { status, body } = await read(query)
    expect(status).toBe(400)
    expect(JSON.stringify(body.error)).toContain(field)
  })

  test('does not reach another tenant', async () => {
    const foreign = await createTenant(database.sql)
    expect((await read({}, foreign.key)).status).toBe(409)
    await ingest(database, foreign.brandId, [{ date: '2026-11-15', platform: 'meta', account_id: 'x', spend: 1 }])
    const { body } = await read({ level: 'ad_account' }, foreign.key)
    expect(idsOf(body.data, 'ad_account')).toEqual(['x'])
    expect((await read({ account_ids: 'g' }, foreign.key)).status).toBe(400)
  })
})

import { describe, expect, test } from 'vitest'
import { useConnector } from '../support/connector_api.ts'
import { ingest } from '../support/ingest.ts'

const connector = useConnector()
const range = { date_from: '2026-11-01', date_to: '2026-11-10' }
const look = (key: string, input: object = {}) => connector.use(key, 'get_profit', { ...range, ...input })

type Row = Record<string, string | number | null>
const google = { platform: 'google', account_id: 'g', campaign_id: '1', campaign_name: 'Brand' }
const meta = { platform: 'meta', account_id: 'm', campaign_id: '2', campaign_name: 'Wide' }

async function stocked(rows: Row[]) {
  const tenant = await connector.open()
  await ingest(connector.database(), tenant.brandId, rows)
  return tenant
}

describe('get_profit', () => {
  test('returns gross profit, contribution profit, margin and break-even roas', async () => {
    const { key } = await stocked([
      { date: '2026-11-02', ...google, spend: 100, revenue: 1000, cogs: 400 },
      { date: '2026-11-03', ...meta, spend: 300, revenue: 600, cogs: 240 },
      { date: '2026-11-11', ...meta, spend: 999, revenue: 999, cogs: 999 },
    ])
    const { status, body } = await look(key)
    expect(status).toBe(200)
    const all = {
      revenue: 1600,
      cogs: 640,
      ad_spend: 400,
      fees: null,
      gross_profit: 960,
      contribution_profit: 560,
      margin: 0.35,
      mer: null,
      break_even_roas: 1.666667,
      missing_cost_share: 0,
    }
    expect(body.data).toEqual([{ date: null, channel: null, campaign_id: null, campaign_name: null, ...all }])
    expect(body.totals).toEqual(all)
    expect(body.meta).toMatchObject({
      currency: 'USD',
      attribution_setting: 'platform',
      data_as_of: '2026-11-20T12:00:00Z',
    })
    expect(body.meta.warnings).toEqual([
      expect.stringMatching(/^Fees are not recorded/),
      'Data begins on 2026-11-02. The answer does not include earlier days.',
      'Account g on google has reported through 2026-11-02 only. Later days do not include this account.',
    ])
  })

  test('excludes accounts without revenue from profit', async () => {
    const { key } = await stocked([
      { date: '2026-11-02', ...meta, spend: 20, revenue: 100, cogs: 40 },
      { date: '2026-11-02', ...google, spend: 30, revenue: null, cogs: 50 },
    ])
    expect((await look(key)).body.totals).toMatchObject({
      revenue: 100,
      cogs: 90,
      ad_spend: 50,
      gross_profit: 60,
      contribution_profit: 40,
      margin: 0.4,
      break_even_roas: 1.666667,
    })
    expect((await look(key, { by: 'channel' })).body.data).toMatchObject([
      { channel: 'meta', gross_profit: 60 },
      { channel: 'google', revenue: null, gross_profit: null, contribution_profit: null, margin: null },
    ])
  })

  test('counts the spend of days without a sale, like /v1/metrics', async () => {
    const { key, brandId } = await stocked([
      { date: '2026-11-02', ...google, spend: 100, revenue: 1000, cogs: 400 },
      { date: '2026-11-02', ...meta, spend: 20, revenue: 300, cogs: 120 },
      { date: '2026-11-03', ...meta, spend: 30, revenue: null, cogs: null },
      { date: '2026-11-03', ...meta, campaign_id: '3', spend: 50, revenue: null, cogs: null },
      { date: '2026-11-03', platform: 'tv', account_id: 't', spend: 7, revenue: null, cogs: null },
    ])
    const { totals } = (await look(key)).body
    expect(totals).toMatchObject({ revenue: 1300, gross_profit: 780, ad_spend: 207, contribution_profit: 580 })
    const [row] = await connector.database().sql`
      select analytics.metrics(${brandId}, '2026-11-01', '2026-11-10', metrics => '{profit}') #> '{totals,profit}' as profit`
    expect(row?.profit).toBe(totals.contribution_profit)
    expect((await look(key, { by: 'campaign' })).body.data).toMatchObject([
      { campaign_id: '1', contribution_profit: 500 },
      { campaign_id: '2', contribution_profit: 130 },
      { campaign_id: '3', revenue: null, gross_profit: null, contribution_profit: -50 },
      { campaign_id: null, channel: 'tv', contribution_profit: null },
    ])
  })

  test('returns rows by channel, by campaign and by period', async () => {
    const { key } = await stocked([
      { date: '2026-10-31', ...google, spend: 1, revenue: 10, cogs: 4 },
      { date: '2026-11-01', ...google, spend: 2, revenue: 20, cogs: 8 },
      { date: '2026-11-02', ...meta, spend: 4, revenue: 30, cogs: 12 },
      { date: '2026-11-02', ...meta, campaign_id: '3', campaign_name: 'Narrow', spend: 8, revenue: 5, cogs: 2 },
    ])
    const all = { date_from: '2026-10-01', date_to: '2026-11-10' }
    const rows = async (input: object) => (await look(key, { ...all, ...input })).body.data as Row[]
    expect(await rows({ by: 'channel' })).toMatchObject([
      { channel: 'meta', revenue: 35, contribution_profit: 9, mer: null },
      { channel: 'google', revenue: 30, contribution_profit: 15 },
    ])
    expect(await rows({ by: 'campaign' })).toMatchObject([
      { channel: 'google', campaign_id: '1', revenue: 30 },
      { channel: 'meta', campaign_id: '2', campaign_name: 'Wide', revenue: 30 },
      { channel: 'meta', campaign_id: '3', revenue: 5, contribution_profit: -5, margin: -1 },
    ])
    expect(await rows({ granularity: 'month' })).toMatchObject([
      { date: '2026-10-01', revenue: 10 },
      { date: '2026-11-01', revenue: 55 },
    ])
    expect(await rows({ granularity: 'week' })).toMatchObject([
      { date: '2026-10-26', revenue: 30 },
      { date: '2026-11-02', revenue: 35 },
    ])
    const days = await look(key, { ...all, granularity: 'day', by: 'channel' })
    expect(days.body.data.map(({ date }: Row) => date)).toEqual(['2026-10-31', '2026-11-01', '2026-11-02'])
    expect(days.body.totals).toMatchObject({ revenue: 65, ad_spend: 15, cogs: 26 })
  })

  test('returns null profit and missing_cost_share when the cost of some revenue is missing', async () => {
    const { key } = await stocked([
      { date: '2026-11-02', ...google, spend: 100, revenue: 750, cogs: 300 },
      { date: '2026-11-02', ...meta, spend: 50, revenue: 250, cogs: null },
    ])
    const { body } = await look(key, { by: 'channel' })
    expect(body.data).toMatchObject([
      { channel: 'google', gross_profit: 450, missing_cost_share: 0 },
      {
        channel: 'meta',
        cogs: null,
        gross_profit: null,
        contribution_profit: null,
        margin: null,
        break_even_roas: null,
        missing_cost_share: 1,
      },
    ])
    expect(body.totals).toMatchObject({
      revenue: 1000,
      cogs: 300,
      gross_profit: null,
      contribution_profit: null,
      margin: null,
      // Computed from the revenue with known cost: 750 / 450.
      break_even_roas: 1.666667,
      missing_cost_share: 0.25,
    })
    expect(body.meta.warnings.join(' ')).toContain('missing_cost_share')
  })

  test('returns null for missing bases, 0 for zeros and no break-even without margin', async () => {
    const { key } = await stocked([
      { date: '2026-11-02', ...google, spend: 100 },
      { date: '2026-11-02', ...meta, spend: 50, revenue: 0, cogs: 0 },
      { date: '2026-11-02', ...meta, campaign_id: '3', revenue: 80, cogs: 80 },
    ])
    const { body } = await look(key, { by: 'campaign' })
    expect(body.data).toMatchObject([
      { campaign_id: '3', ad_spend: null, gross_profit: 0, contribution_profit: null, break_even_roas: null },
      { campaign_id: '2', revenue: 0, contribution_profit: -50, margin: null, missing_cost_share: null },
      { campaign_id: '1', revenue: null, gross_profit: null, contribution_profit: null, missing_cost_share: null },
    ])
  })

  test('divides store revenue by all spend for mer and uses it with revenue_source store', async () => {
    const { key, brandId } = await stocked([
      { date: '2026-11-02', ...google, spend: 100, revenue: 500 },
      { date: '2026-11-02', platform: 'shopify', account_id: 's', store_revenue: 800, cogs: 300 },
    ])
    expect((await look(key)).body.totals).toMatchObject({
      revenue: 500,
      mer: 8,
      missing_cost_share: 1,
      gross_profit: null,
    })
    await connector.database().sql`update core.brands set revenue_source = 'store' where brand_id = ${brandId}`
    expect((await look(key)).body.totals).toMatchObject({
      revenue: 800,
      cogs: 300,
      gross_profit: 500,
      contribution_profit: 400,
      margin: 0.5,
      mer: 8,
      missing_cost_share: 0,
    })
    expect((await look(key, { by: 'campaign' })).body.data).toMatchObject([
      { channel: 'shopify', campaign_id: null, revenue: 800, mer: null },
      { channel: 'google', campaign_id: '1', revenue: null, ad_spend: 100 },
    ])
  })

  test('returns no rows and null totals for an empty range', async () => {
    const { testKey } = await connector.open()
    const { status, body } = await look(testKey, { date_from: '2020-01-01', date_to: '2020-02-01' })
    expect([status, body.data, body.totals, body.total]).toEqual([200, [], null, 0])
  })

  test('returns the same rows with every page size, with the totals of /v1/metrics', async () => {
    const { testKey } = await connector.open()
    const walk = async (limit: number) => {
      const rows: Row[] = []
      let cursor: string | null | undefined
      while (cursor !== null) {
        const given = { granularity: 'day', by: 'campaign', limit, ...(cursor ? { cursor } : {}) }
        const { body } = await look(testKey, given)
        rows.push(...(body.data as Row[]))
        cursor = body.next_cursor as string | null
        totals = body.totals as Row
      }
      return rows
    }
    let totals: Row = {}
    const rows = await walk(500)
    expect(rows.length).toBeGreaterThan(90)
    expect(await walk(90)).toEqual(rows)
    const [row] = await connector.database().sql`
      select analytics.metrics('brd_simulated', '2026-11-01', '2026-11-10', metrics => '{revenue,cogs,spend,profit}') -> 'totals' as totals`
    expect(totals).toMatchObject({
      revenue: row?.totals.revenue,
      cogs: row?.totals.cogs,
      ad_spend: row?.totals.spend,
      contribution_profit: row?.totals.profit,
    })
  })
})

describe('errors of get_profit', () => {
  test.each([
    [{ date_from: '2026-02-30' }],
    [{ date_from: undefined }],
    [{ date_to: '2026-10-01' }],
    [{ date_to: '2100-01-01' }],
    [{ granularity: 'hour' }],
    [{ by: 'ad' }],
    [{ limit: 501 }],
    [{ cursor: '0'.repeat(44) }],
  ])('name the invalid argument of %o', async (input) => {
    const { testKey } = await connector.open()
    const { status, body } = await look(testKey, input)
    expect([status, body.error.message]).toEqual([
      400,
      expect.stringMatching(new RegExp(`^\`?${Object.keys(input)[0]}\`?:? `)),
    ])
  })

  test('are 409 without data and 403 for a brand of another account', async () => {
    const [own, foreign] = [await connector.open(), await stocked([{ date: '2026-11-02', ...google, spend: 1 }])]
    expect((await look(own.key)).status).toBe(409)
    expect((await look(own.key, { brand_id: foreign.brandId })).status).toBe(403)
  })
})

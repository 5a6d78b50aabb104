import { describe, expect, test } from 'vitest'
import { useConnector } from '../support/connector_api.ts'
import { ingest } from '../support/ingest.ts'

const connector = useConnector()
const look = (key: string, input: object = {}) => connector.use(key, 'get_budgets', input)

type Row = Record<string, string | number | null>

/** Rows of one campaign with equal spend on a range of days of November. */
function spending(id: string, spend: number, daysFrom: number, daysTo: number, more: Row = {}): Row[] {
  const base = {
    platform: 'google',
    account_id: 'g',
    campaign_id: id,
    campaign_name: `Campaign ${id}`,
    status: 'active',
  }
  return Array.from({ length: daysTo - daysFrom + 1 }, (_, index) => ({
    ...base,
    date: `2026-11-${String(daysFrom + index).padStart(2, '0')}`,
    spend,
    ...more,
  }))
}

async function stocked(rows: Row[]) {
  const tenant = await connector.open()
  await ingest(connector.database(), tenant.brandId, rows)
  return tenant
}

describe('get_budgets', () => {
  test('uses the budget that the brand set for a campaign in place of its daily budget, also for its account', async () => {
    const { brandId, key } = await stocked([
      ...spending('1', 100, 1, 19, { daily_budget: 100 }),
      ...spending('2', 50, 1, 19, { daily_budget: 100 }),
    ])
    await connector.database().sql`
      insert into analytics.targets (brand_id, month, campaign_entity_id, budget_micros)
      select brand_id, month, entity_id, 6000000000
      from analytics.entities, unnest('{2026-11-01,2026-10-01}'::date[]) as month
      where brand_id = ${brandId} and level = 'campaign' and external_id = '1'`
    const amounts = ({ body }: { body: { data: Row[] } }) =>
      body.data.map((row) => [row.id, row.budget, row.pacing_percent])
    expect(amounts(await look(key))).toEqual([
      ['1', 6000, 50],
      ['2', 3000, 50],
    ])
    expect(amounts(await look(key, { level: 'account' }))).toEqual([['g', 9000, 50]])
    // Daily budgets of earlier months are unknown, set budgets are not.
    const earlier = await look(key, { month: '2026-10' })
    expect(earlier.body.data.find((row: Row) => row.id === '1')).toMatchObject({ budget: 6000 })
    expect(earlier.body.data.find((row: Row) => row.id === '2')).toMatchObject({ budget: null })
  })

  test('returns pacing, projection and status of each campaign and in total', async () => {
    // 19 of 30 days are over.
    const { key } = await stocked([
      ...spending('1', 100, 1, 19, { daily_budget: 100 }),
      ...spending('2', 50, 1, 19, { daily_budget: 100 }),
      ...spending('3', 112, 1, 19, { daily_budget: 100 }),
      ...spending('4', 30, 1, 19),
    ])
    const { status, body } = await look(key)
    expect(status).toBe(200)
    expect(body).toMatchObject({ month: '2026-11', level: 'campaign', days_elapsed: 19, days_in_month: 30, total: 4 })
    const shown = [
      'id',
      'daily_budget',
      'budget',
      'spend_to_date',
      'pacing_percent',
      'projected_end_of_period',
      'status',
    ]
    expect(body.data.map((row: Row) => shown.map((name) => row[name]))).toEqual([
      ['3', 100, 3000, 2128, 112, 3360, 'over'],
      ['1', 100, 3000, 1900, 100, 3000, 'on_track'],
      ['2', 100, 3000, 950, 50, 1500, 'under'],
      ['4', null, null, 570, null, 900, null],
    ])
    // The three with a budget spent 4978 of 9000 in 19 of 30 days.
    expect(body.totals).toEqual({
      budget: 9000,
      spend_to_date: 5548,
      pacing_percent: 87.3,
      projected_end_of_period: 8760,
      status: 'under',
      budgets_known: 3,
      budgets_unknown: 1,
      spend_without_budget: 570,
    })
    expect(body.meta).toMatchObject({
      data_as_of: '2026-11-20T12:00:00Z',
      data_through: '2026-11-19',
      warnings: [
        'totals: the budget of 1 of 4 rows is not known. budget, pacing_percent and status are of the other rows. The spend of rows without a known budget is 570 USD.',
      ],
    })
  })

  test.each([
    [89.9, 'under'],
    [90, 'on_track'],
    [110, 'on_track'],
    [110.2, 'over'],
  ])('%f percent has the status %s', async (spend, status) => {
    const { key } = await stocked(spending('1', spend, 1, 19, { daily_budget: 100 }))
    expect((await look(key)).body.data).toMatchObject([{ pacing_percent: spend, status }])
  })

  test('a budget that is exceeded is over, also below 110 percent', async () => {
    const { brandId, key } = await stocked(
      spending('1', 35, 1, 30).map((row) => ({ ...row, date: String(row.date).replace('-11-', '-10-') })),
    )
    await connector.database().sql`
      insert into analytics.targets (brand_id, month, campaign_entity_id, budget_micros)
      select brand_id, '2026-10-01', entity_id, 1000000000
      from analytics.entities where brand_id = ${brandId} and level = 'campaign'`
    const { body } = await look(key, { month: '2026-10' })
    expect(body.data).toMatchObject([{ budget: 1000, spend_to_date: 1050, pacing_percent: 108.5, status: 'over' }])
  })

  test('sums campaign budgets by account, null when one is unknown', async () => {
    const other = { platform: 'meta', account_id: 'm' }
    const { key } = await stocked([
      ...spending('1', 100, 1, 19, { daily_budget: 100 }),
      ...spending('2', 50, 1, 19, { daily_budget: 50 }),
      ...spending('3', 10, 1, 19, { ...other, daily_budget: 10 }),
      ...spending('4', 10, 1, 19, other),
    ])
    const { body } = await look(key, { level: 'account' })
    expect(body.data).toMatchObject([
      { id: 'g', budget: 4500, spend_to_date: 2850, pacing_percent: 100, status: 'on_track' },
      { id: 'm', budget: null, spend_to_date: 380, pacing_percent: null, status: null },
    ])
    expect((await look(key, { level: 'account', platform: 'Google' })).body).toMatchObject({
      total: 1,
      totals: { budget: 4500, status: 'on_track' },
    })
  })

  test('returns null budgets for ad sets and warns about spend without ad sets', async () => {
    const { key } = await stocked([
      ...spending('1', 100, 1, 19, { daily_budget: 100, adset_id: '11', adset_name: 'Wide' }),
      ...spending('2', 50, 1, 19, { daily_budget: 50 }),
    ])
    const { body } = await look(key, { level: 'adset' })
    expect(body.data).toMatchObject([{ id: '11', campaign_id: '1', budget: null, spend_to_date: 1900, status: null }])
    expect(body.meta.warnings).toEqual([
      expect.stringMatching(/^Spend that google reports without ad sets is left out: 950\.00 USD in/),
    ])
  })

  test('counts through the day that every account has reported', async () => {
    const { key } = await stocked([
      ...spending('1', 100, 1, 19, { daily_budget: 100 }),
      ...spending('2', 10, 1, 10, { platform: 'meta', account_id: 'm', daily_budget: 10 }),
    ])
    const { body } = await look(key)
    expect(body).toMatchObject({ days_elapsed: 10, meta: { data_through: '2026-11-10' } })
    expect(body.data).toMatchObject([
      { spend_to_date: 1000, pacing_percent: 100 },
      { spend_to_date: 100, pacing_percent: 100 },
    ])
  })

  test('warns that a surface of a platform returns the whole platform', async () => {
    const { key } = await stocked(spending('1', 10, 1, 19, { platform: 'meta', account_id: 'm' }))
    const warning = 'instagram is reported as part of meta. The answer covers all of meta.'
    expect((await look(key, { platform: 'instagram' })).body.meta.warnings).toContain(warning)
    expect((await look(key, { platform: 'meta' })).body.meta.warnings).not.toContain(warning)
  })

  test('returns budgets without pacing for a month without reports', async () => {
    const october = {
      date: '2026-10-30',
      platform: 'google',
      account_id: 'g',
      campaign_id: '1',
      status: 'active',
      spend: 5,
      daily_budget: 10,
    }
    const { key } = await stocked([october])
    const { body } = await look(key)
    expect(body).toMatchObject({
      month: '2026-11',
      days_elapsed: 0,
      data: [{ budget: 300, spend_to_date: null, pacing_percent: null, status: null }],
    })
    expect(body.meta.warnings).toEqual([expect.stringMatching(/^No complete day of 20/)])
  })

  test('returns spend without budgets for an earlier month', async () => {
    const { testKey } = await connector.open()
    const { body } = await look(testKey, { month: '2026-10', limit: 200 })
    expect(body).toMatchObject({ days_elapsed: 31, days_in_month: 31, totals: { budget: null, status: null } })
    expect(body.totals.projected_end_of_period).toBeCloseTo(body.totals.spend_to_date, 2)
    expect(body.data.every((row: Row) => row.budget === null && row.status === null)).toBe(true)
    expect(body.meta.warnings).toEqual([expect.stringMatching(/earlier month/)])
  })

  test('returns pages that join to the whole, with the same totals', async () => {
    const { testKey } = await connector.open()
    const whole = (await look(testKey, { limit: 200 })).body
    const rows: Row[] = []
    let cursor: string | null | undefined
    while (cursor !== null) {
      const { body } = await look(testKey, { limit: 7, ...(cursor ? { cursor } : {}) })
      expect(body.totals).toEqual(whole.totals)
      rows.push(...(body.data as Row[]))
      cursor = body.next_cursor as string | null
    }
    expect(rows).toEqual(whole.data)
  })
})

describe('errors of get_budgets', () => {
  test.each([
    [{ month: '2026-12' }],
    [{ month: '2026-13' }],
    [{ month: '2026-1' }],
    [{ month: '2026-11-01' }],
    [{ month: '0000-00' }],
    [{ level: 'ad' }],
    [{ limit: 1000 }],
    [{ cursor: 'zz' }],
  ])('name the invalid argument of %o', async (input) => {
    const { testKey } = await connector.open()
    const { status, body } = await look(testKey, input)
    expect([status, body.error.message]).toEqual([
      400,
      expect.stringMatching(new RegExp(`^\`?${Object.keys(input)[0]}\`?:? `)),
    ])
  })

  test('are 409 without data and 403 for a brand of another account', async () => {
    const [own, foreign] = [await connector.open(), await stocked(spending('1', 1, 1, 2))]
    expect((await look(own.key)).status).toBe(409)
    expect((await look(own.key, { brand_id: foreign.brandId })).status).toBe(403)
  })
})

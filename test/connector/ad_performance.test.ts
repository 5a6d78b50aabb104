import { describe, expect, test } from 'vitest'
import { useConnector } from '../support/connector.ts'
import { issueKey } from '../support/factories.ts'
import { ingest } from '../support/ingest.ts'
import { ingestJourneys } from '../support/journeys.ts'

const { api, call, database, sql, tenant } = useConnector()

type Row = Record<string, unknown>
const range = { date_from: '2026-09-07', date_to: '2026-10-11' }
const metrics = ['spend', 'revenue', 'roas', 'cpa', 'spend_share', 'mer', 'reach']

async function ask(key: string, given: Row) {
  return (await call(key, 'get_ad_performance', { response_format: 'detailed', ...given })).result
}

/** A test key of the tool, and a function that reads GET /v1/metrics of the same simulated brand. */
async function startBoth() {
  const { accountId, brandId, simulated } = await tenant()
  const { key } = await issueKey(sql(), accountId, { prefix: 'svc_sk_test_' })
  const get = async (query: Row) => {
    const response = await api().http.get('/v1/metrics').query(query).set('Authorization', `Bearer ${key}`)
    return response.body
  }
  return { simulated, brandId, get }
}

/** Every row by following next_cursor to its end. */
async function walk(key: string, given: Row) {
  const rows: Row[] = []
  let cursor: string | null | undefined
  while (cursor !== null) {
    const answer = await ask(key, { ...given, ...(cursor ? { cursor } : {}) })
    expect(answer.truncated).toBe(answer.next_cursor !== null)
    rows.push(...answer.data)
    cursor = answer.next_cursor as string | null
  }
  return rows
}

function daysBetween(first: string, last: string): string[] {
  const from = Date.parse(first)
  return Array.from({ length: (Date.parse(last) - from) / 86_400_000 + 1 }, (_, index) =>
    new Date(from + index * 86_400_000).toISOString().slice(0, 10),
  )
}

const dayOfYear = (date: string) => daysBetween(`${date.slice(0, 4)}-01-01`, date).length

/** Two campaigns on two platforms, this month and the one before. */
async function advertiser() {
  const made = await tenant()
  const row = (date: string, platform: string, campaign: string, spend: number, revenue: number | null) => ({
    date,
    platform,
    account_id: platform,
    campaign_id: campaign,
    campaign_name: campaign,
    spend,
    revenue,
    clicks: 0,
  })
  await ingest(database(), made.brandId, [
    row('2026-11-01', 'google', 'g', 10, 40),
    row('2026-11-02', 'google', 'g', 10, 20),
    row('2026-11-02', 'meta', 'm', 5, 5),
    row('2026-11-03', 'meta', 'new', 7, 7),
    row('2026-10-29', 'google', 'g', 8, 0),
    row('2026-10-30', 'google', 'g', 8, 0),
    row('2026-10-31', 'meta', 'm', 0, 10),
  ])
  return made
}
const november = { date_from: '2026-11-01', date_to: '2026-11-03', metrics: ['spend', 'revenue', 'roas'] }

describe('get_ad_performance', () => {
  test.each(
    ['account', 'campaign', 'adset', 'ad'].flatMap((level) =>
      ['day', 'week', 'month'].map((granularity) => [level, granularity]),
    ),
  )('by %s and %s returns the numbers of GET /v1/metrics', async (level, granularity) => {
    const { simulated, get } = await startBoth()
    const asked = { date_from: '2026-10-01', date_to: '2026-10-11', level, granularity, metrics }
    const rest = await get({ ...asked, metrics: metrics.join(','), limit: 500 })
    const answer = await ask(simulated, { ...asked, limit: 30 })
    expect(rest.data.length).toBeGreaterThan(0)
    expect(answer.data).toEqual(rest.data.slice(0, 30))
    expect([answer.totals, answer.total]).toEqual([rest.totals, rest.meta.total_rows])
    expect(answer.meta).toMatchObject({ currency: rest.meta.currency, warnings: rest.meta.warnings })
  })

  test('by hour returns the hours and offsets of GET /v1/metrics', async () => {
    const { simulated, get } = await startBoth()
    const asked = { date_from: '2026-10-25', date_to: '2026-10-25', granularity: 'hour', metrics: ['spend', 'roas'] }
    const rest = await get({ ...asked, metrics: 'spend,roas', limit: 500 })
    const answer = await ask(simulated, { ...asked, limit: 500 })
    expect(rest.data.length).toBeGreaterThan(20)
    expect([answer.data, answer.totals]).toEqual([rest.data, rest.totals])
  })

  test('with granularity none returns one row per entity and the totals of all days', async () => {
    const { simulated, get } = await startBoth()
    const rest = await get({ ...range, level: 'campaign', metrics: 'spend', limit: 500, granularity: 'month' })
    const { data, totals } = await ask(simulated, {
      ...range,
      level: 'campaign',
      metrics: ['spend'],
      granularity: 'none',
    })
    const sums = Object.groupBy(rest.data as Row[], ({ campaign_id }) => campaign_id as string)
    expect(data).toHaveLength(Object.keys(sums).length)
    for (const row of data) {
      expect(row).not.toHaveProperty('date')
      const spend = sums[row.campaign_id]?.reduce((sum, { spend }) => sum + (spend as number), 0)
      expect(row.spend).toBeCloseTo(spend as number, 1)
    }
    expect(totals).toEqual(rest.totals)
    const [whole] = (await ask(simulated, { ...range, metrics: ['spend', 'mer'], granularity: 'none' })).data
    expect(whole).toEqual((await get({ ...range, metrics: 'spend,mer' })).totals)
  })
})

describe('pages of get_ad_performance', () => {
  test.each([
    { level: 'campaign' },
    { level: 'ad', sort_by: 'roas', order: 'asc' },
    { level: 'campaign', granularity: 'week', sort_by: 'spend' },
    { level: 'ad', granularity: 'none', compare_to: 'previous_period' },
  ])('of %o join to the whole response, with the same totals', async (given) => {
    const { simulated } = await startBoth()
    const asked = { date_from: '2026-10-01', date_to: '2026-10-07', metrics: ['spend', 'roas'], ...given }
    const rows = await walk(simulated, { ...asked, limit: 37 })
    const whole = await ask(simulated, { ...asked, limit: 500, metrics: ['spend', 'roas'] })
    expect(rows).toHaveLength(whole.total)
    expect(new Set(rows.map((row) => JSON.stringify(row))).size).toBe(rows.length)
    expect(rows.slice(0, whole.data.length)).toEqual(whole.data)
    const second = await ask(simulated, { ...asked, limit: 1 })
    expect([second.totals, second.deltas]).toEqual([whole.totals, whole.deltas])
  })

  test('are refused for a cursor of another request, of older data or of invalid form', async () => {
    const { live, simulated, brandId } = await advertiser()
    const { next_cursor: cursor } = await ask(live, { ...november, level: 'campaign', limit: 1 })
    for (const given of [
      { sort_by: 'spend' },
      { level: 'ad' },
      { platform: 'google' },
      { campaign_ids: ['g'] },
      { granularity: 'week' },
      { cursor: `${cursor.slice(0, 12)}${'f'.repeat(32)}` },
      { cursor: 'p2' },
    ]) {
      const { error } = await ask(live, { ...november, level: 'campaign', cursor, ...given })
      expect(error).toMatchObject({ code: 'invalid_request', message: expect.stringMatching(/^`cursor` /) })
    }
    expect((await ask(simulated, { ...november, level: 'campaign', cursor })).error.code).toBe('invalid_request')
    expect((await ask(live, { ...november, level: 'campaign', limit: 2, cursor })).data).toHaveLength(2)
    await sql()`update analytics.data_status set updated_at = updated_at + interval '1 second' where brand_id = ${brandId}`
    expect((await ask(live, { ...november, level: 'campaign', cursor })).error.message).toContain('imported since')
  })
})

describe('filters and order of get_ad_performance', () => {
  test('filters totals by platform, by campaigns and by both', async () => {
    const { live } = await advertiser()
    const by = async (given: Row) => (await ask(live, { ...november, granularity: 'none', ...given })).totals
    expect(await by({ platform: 'GOOGLE' })).toEqual({ partial: true, spend: 20, revenue: 60, roas: 3 })
    expect(await by({ platform: 'Google Ads' })).toEqual(await by({ platform: 'google' }))
    expect(await by({ campaign_ids: ['g', 'm'] })).toEqual({ partial: true, spend: 25, revenue: 65, roas: 2.6 })
    expect(await by({ campaign_ids: ['m'], platform: 'meta', level: 'campaign' })).toMatchObject({ spend: 5 })
  })

  test.each([
    [{ platform: 'bing' }, '`platform` must be a connected platform, not bing. Connected platforms: google, meta.'],
    [
      { platform: 'nowhere' },
      '`platform` must be a connected platform, not nowhere. Connected platforms: google, meta.',
    ],
    [{ campaign_ids: ['g', 'x'] }, 'No campaign of google, meta has the id x.'],
    [{ campaign_ids: ['g'], platform: 'fb' }, 'No campaign of meta has the id g.'],
    [{ campaign_ids: ["'; drop table core.brands; --"] }, "has the id '; drop table core.brands; --."],
  ])('returns invalid_request for the unknown %j', async (given, message) => {
    const { live } = await advertiser()
    const { error } = await ask(live, { ...november, granularity: 'none', ...given })
    expect(error).toMatchObject({ code: 'invalid_request', message: expect.stringContaining(message) })
  })

  test('keeps spend_share of all spend and returns null mer with a filter', async () => {
    const { live, brandId } = await advertiser()
    const given = { ...november, metrics: ['spend', 'spend_share', 'mer'], granularity: 'none' }
    const { data } = await ask(live, { ...given, campaign_ids: ['g'] })
    expect(data).toEqual([{ partial: true, spend: 20, spend_share: 0.625, mer: null }])
    await ingest(database(), brandId, [{ date: '2026-11-03', platform: 'shop', account_id: 's', store_revenue: 64 }])
    expect((await ask(live, given)).data).toEqual([{ partial: true, spend: 32, spend_share: 1, mer: 2 }])
  })

  test('sorts by any metric, with nulls last', async () => {
    const { live } = await advertiser()
    const given = { ...november, level: 'campaign', granularity: 'none', metrics: ['spend'] }
    const names = async (more: Row) =>
      (await ask(live, { ...given, ...more })).data.map(({ campaign_id }: Row) => campaign_id)
    expect(await names({ sort_by: 'revenue' })).toEqual(['g', 'new', 'm'])
    expect(await names({ sort_by: 'revenue', order: 'asc' })).toEqual(['m', 'new', 'g'])
    expect(await names({})).toEqual(['g', 'new', 'm'])
    expect((await ask(live, { ...given, sort_by: 'fame' })).error.message).toContain('unknown metric fame')
  })
})

describe('compare_to of get_ad_performance', () => {
  test('returns relative deltas, null where the base is missing or zero', async () => {
    const { live, brandId } = await advertiser()
    await ingest(database(), brandId, [
      { date: '2026-11-03', platform: 'google', account_id: 'google', campaign_id: 'g', spend: 0 },
    ])
    await ingest(database(), brandId, [
      { date: '2026-11-04', platform: 'google', account_id: 'google', campaign_id: 'g', spend: 1 },
    ])
    await ingest(database(), brandId, [
      { date: '2026-11-04', platform: 'meta', account_id: 'meta', campaign_id: 'm', spend: 1 },
    ])
    const answer = await ask(live, {
      ...november,
      level: 'campaign',
      granularity: 'none',
      compare_to: 'previous_period',
    })
    expect(answer.compared).toMatchObject({
      date_from: '2026-10-29',
      date_to: '2026-10-31',
      until: null,
      totals: { spend: 16, revenue: 10, roas: 0.625 },
      of: { date_from: '2026-11-01', date_to: '2026-11-03', totals: { spend: 32, revenue: 72, roas: 2.25 } },
    })
    expect(answer.deltas).toEqual({ spend: 1, revenue: 6.2, roas: 2.6 })
    const deltas = Object.fromEntries(answer.data.map(({ campaign_id, deltas }: Row) => [campaign_id, deltas]))
    expect(deltas).toEqual({
      g: { spend: 0.25, revenue: null, roas: null },
      m: { spend: null, revenue: -0.5, roas: null },
      new: { spend: null, revenue: null, roas: null },
    })
  })

  test('compares an unfinished week with the same weekdays of the week before', async () => {
    const { live } = await advertiser()
    const { simulated } = await startBoth()
    const given = { date_from: '2026-11-16', date_to: '2026-11-30', compare_to: 'previous_period' }
    // Reports end on Thursday the 19th. The requests are for fifteen days from a Monday, and for that week.
    const { compared } = await ask(simulated, given)
    expect(compared).toMatchObject({ date_from: '2026-11-01', date_to: '2026-11-04' })
    const week = await ask(simulated, { ...given, date_to: '2026-11-22' })
    expect(week.compared).toMatchObject({
      date_from: '2026-11-09',
      date_to: '2026-11-12',
      of: { date_to: '2026-11-19' },
    })
    expect(week.meta.warnings).toContain(
      '2026-11-16 to 2026-11-19 is compared with 2026-11-09 to 2026-11-12. Days that are incomplete or not reported by every account are excluded.',
    )
    // No day of the range is reported yet.
    const unreported = await ask(live, given)
    expect([unreported.compared, unreported.deltas]).toEqual([null, null])
    const ahead = await ask(live, { ...given, date_from: '2026-11-21' })
    expect([ahead.compared, ahead.deltas]).toEqual([null, null])
  })

  // Spend of a day is its day of the year, so a sum identifies the days that were added up.
  test.each([
    ['month', '2026-11-01', '2026-11-30', 'previous_period', '2026-10-01', '2026-10-19'],
    ['month', '2026-11-01', '2026-11-30', 'previous_year', '2025-11-01', '2025-11-19'],
    ['year', '2026-01-01', '2026-12-31', 'previous_period', '2025-01-01', '2025-11-19'],
    ['year', '2026-01-01', '2026-12-31', 'previous_year', '2025-01-01', '2025-11-19'],
  ])('compares an unfinished %s (%s to %s) by %s with %s to %s', async (_, from, to, compareTo, baseFrom, baseTo) => {
    const { live, brandId } = await tenant()
    await ingest(
      database(),
      brandId,
      daysBetween('2025-01-01', '2026-11-19').map((date) => ({ date, platform: 'meta', spend: dayOfYear(date) })),
    )
    const sum = (first: string, last: string) =>
      daysBetween(first, last).reduce((total, date) => total + dayOfYear(date), 0)
    const { compared, deltas, meta } = await ask(live, {
      date_from: from,
      date_to: to,
      metrics: ['spend'],
      granularity: 'none',
      compare_to: compareTo,
    })
    expect(compared).toMatchObject({
      date_from: baseFrom,
      date_to: baseTo,
      totals: { spend: sum(baseFrom, baseTo) },
      of: { date_from: from, date_to: '2026-11-19', totals: { spend: sum(from, '2026-11-19') } },
    })
    expect(deltas.spend).toBeCloseTo(sum(from, '2026-11-19') / sum(baseFrom, baseTo) - 1, 5)
    expect(meta.warnings).toContain(
      `${from} to 2026-11-19 is compared with ${baseFrom} to ${baseTo}. Days that are incomplete or not reported by every account are excluded.`,
    )
  })

  test.each([
    ['2026-10-05', '2026-11-01', '2025-10-05', '2025-11-01'],
    ['2024-02-29', '2024-02-29', '2023-02-28', '2023-02-28'],
    ['2024-02-01', '2024-03-31', '2023-02-01', '2023-03-31'],
    ['2025-02-01', '2025-02-28', '2024-02-01', '2024-02-28'],
  ])('compares %s to %s by previous_year with %s to %s', async (from, to, comparedFrom, comparedTo) => {
    const { live } = await advertiser()
    const { compared, meta } = await ask(live, { date_from: from, date_to: to, compare_to: 'previous_year' })
    expect(compared).toMatchObject({ date_from: comparedFrom, date_to: comparedTo })
    expect(meta.warnings).toContain(
      `Of the compared days, ${comparedFrom} to ${comparedTo}: Data begins on 2026-10-29. The answer does not include earlier days.`,
    )
  })

  test('compares today by reported hours and names accounts without hours', async () => {
    const { live, brandId } = await tenant()
    const hours = (date: string, platform: string, account: string, count: number) =>
      Array.from({ length: count }, (_, hour) => ({
        date,
        hour,
        platform,
        account_id: account,
        campaign_id: `${platform}-${account}`,
        campaign_name: 'Any',
        spend: platform === 'google' ? 10 : 30,
      }))
    // Two platforms may give the same id to an account.
    await ingest(database(), brandId, [
      ...['google', 'meta'].flatMap((platform) => hours('2026-11-19', platform, '1', 24)),
      ...hours('2026-11-20', 'google', '1', 10),
    ])
    const byDay = { platform: 'tiktok', account_id: '2', campaign_id: 't', campaign_name: 'Any', spend: 500 }
    await ingest(database(), brandId, [
      { ...byDay, date: '2026-11-19' },
      { ...byDay, date: '2026-11-20' },
    ])
    const today = { date_from: '2026-11-20', date_to: '2026-11-20', metrics: ['spend'], compare_to: 'previous_period' }
    const late = await ask(live, today)
    expect(late.compared).toMatchObject({
      date_from: '2026-11-19',
      until: '10:00',
      totals: { spend: 100 },
      of: { totals: { spend: 100 } },
    })
    expect(late.deltas).toEqual({ spend: 0 })
    // Accounts that report by day are named too, because their spend is in the numbers beside the deltas.
    expect(late.meta.warnings).toContain(
      '2 accounts have not reported all hours. deltas do not include them: 1 on meta (no hour of 2026-11-20), 2 on tiktok (no hour of 2026-11-20).',
    )

    await ingest(database(), brandId, hours('2026-11-20', 'meta', '1', 5))
    const { compared, deltas, meta } = await ask(live, today)
    expect(compared).toMatchObject({ until: '05:00', totals: { spend: 200 }, of: { totals: { spend: 200 } } })
    expect(deltas).toEqual({ spend: 0 })
    expect(meta.warnings).toContain(
      'Account 2 on tiktok has not reported any hour of 2026-11-20. deltas do not include this account.',
    )
  })

  test('warns with both numbers of days when the periods differ in length', async () => {
    const { live, brandId } = await tenant()
    const first = Date.parse('2026-02-01T00:00:00Z')
    const days = Array.from({ length: 58 }, (_, index) =>
      new Date(first + index * 86_400_000).toISOString().slice(0, 10),
    )
    expect(days.at(-1)).toBe('2026-03-30')
    await ingest(
      database(),
      brandId,
      days.map((date) => ({ date, platform: 'meta', account_id: 'a', campaign_id: 'c', campaign_name: 'c', spend: 1 })),
    )
    const given = { date_from: '2026-03-01', metrics: ['spend'], compare_to: 'previous_period' }
    const month = await ask(live, { ...given, date_to: '2026-03-31' })
    expect(month.compared).toMatchObject({ totals: { spend: 28 }, of: { totals: { spend: 30 } } })
    expect(month.meta.warnings).toContain(
      'The compared periods have different lengths: 30 days (2026-03-01 to 2026-03-30) and 28 (2026-02-01 to 2026-02-28).',
    )
    const { meta } = await ask(live, { ...given, date_to: '2026-03-28' })
    expect(meta.warnings.join()).not.toContain('different lengths')
  })

  test('returns the numbers of GET /v1/metrics for the earlier period', async () => {
    const { simulated, get } = await startBoth()
    const given = { date_from: '2026-11-02', date_to: '2026-11-15', compare_to: 'previous_year', metrics: ['spend'] }
    const { compared, totals, deltas } = await ask(simulated, given)
    const rest = await get({ date_from: compared.date_from, date_to: compared.date_to, metrics: 'spend' })
    expect(compared.totals).toEqual(rest.totals)
    expect(deltas.spend).toBeCloseTo(totals.spend / rest.totals.spend - 1, 5)
  })
})

describe('errors of get_ad_performance', () => {
  test.each([
    [{ granularity: 'year' }, '`granularity` must '],
    [{ compare_to: 'last_week' }, '`compare_to` must '],
    [{ campaign_ids: [] }, '`campaign_ids` must '],
    [{ campaign_ids: Array.from({ length: 101 }, String) }, '`campaign_ids` must '],
    [{ limit: 501 }, '`limit` must '],
    [{ order: 'up' }, '`order` must '],
    [{ campaign_id: 'g' }, 'Unknown argument `campaign_id`. Did you mean `campaign_ids`?'],
    [{ date_to: '2026-10-01' }, '`date_to` must not be before `date_from`.'],
    [{ date_from: '2020-01-01', granularity: 'none' }, '`date_to` must be at most 1127 days'],
  ])('name the invalid argument of %j', async (given, message) => {
    const { live } = await advertiser()
    const { error } = await ask(live, { ...november, ...given })
    expect(error).toMatchObject({ code: 'invalid_request', message: expect.stringContaining(message) })
  })

  test('are brand_not_granted for another account and data_not_ready without hours', async () => {
    const [own, foreign] = [await advertiser(), await advertiser()]
    expect((await ask(own.live, { ...november, brand_id: foreign.brandId })).error.code).toBe('brand_not_granted')
    expect((await ask(own.live, { ...november, granularity: 'hour' })).error.code).toBe('data_not_ready')
  })
})

test('names the tool that has the cost per new customer of the store', async () => {
  const { live, brandId } = await advertiser()
  const order = {
    order_id: '1',
    customer_id: 'c',
    ordered_at: '2026-11-18T10:00:00Z',
    revenue: 50,
    is_new_customer: true,
  }
  await ingestJourneys(database(), brandId, [], [order])
  const { meta } = await ask(live, { date_from: '2026-11-18', date_to: '2026-11-18', metrics: ['cac'] })
  expect(meta.warnings.join(' ')).toContain('get_attribution with metric=cac has the cost per new customer')
})

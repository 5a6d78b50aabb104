import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApi } from '../support/api.ts'
import type { Api } from '../support/api.ts'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { createTenant } from '../support/factories.ts'
import { ingest } from '../support/ingest.ts'
import { openPast } from '../support/stored_at.ts'
import { stock } from '../support/catalog_rows.ts'

let database: TestDatabase
let api: Api
let key: string
let brandId: string

// Monday 2026-11-02 to Sunday 2026-11-15: two weeks, which have ended on the test clock of Friday 2026-11-20.
const weeks = { previous: ['2026-11-02', '2026-11-08'], current: ['2026-11-09', '2026-11-15'] } as const
type Period = keyof typeof weeks
type Amounts = Record<'spend' | 'impressions' | 'clicks' | 'conversions' | 'revenue', number | null>

/** Each campaign has all of its amounts on one day of each week. */
const campaigns: Record<string, Partial<Record<Period, Amounts>>> = {
  steady: {
    previous: { spend: 100, impressions: 10_000, clicks: 200, conversions: 10, revenue: 500 },
    current: { spend: 100, impressions: 10_000, clicks: 200, conversions: 10, revenue: 500 },
  },
  shop: {
    previous: { spend: 300, impressions: 40_000, clicks: 900, conversions: 45, revenue: 2700 },
    current: { spend: 330, impressions: 39_000, clicks: 825, conversions: 33, revenue: 2046 },
  },
  fresh: { current: { spend: 80, impressions: 9000, clicks: 100, conversions: 4, revenue: 150 } },
  ended: { previous: { spend: 60, impressions: 7000, clicks: 90, conversions: 3, revenue: 99 } },
  stalled: {
    previous: { spend: 50, impressions: 5000, clicks: 70, conversions: 2, revenue: 80 },
    current: { spend: 55, impressions: 5100, clicks: 75, conversions: 0, revenue: 0 },
  },
  // Without clicks, impressions are the step between spend and conversions.
  views: {
    previous: { spend: 40, impressions: 20_000, clicks: null, conversions: 4, revenue: 160 },
    current: { spend: 50, impressions: 22_000, clicks: null, conversions: 6, revenue: 300 },
  },
  // Revenue without conversions is no chain.
  late: {
    previous: { spend: 20, impressions: 3000, clicks: 30, conversions: 1, revenue: 40 },
    current: { spend: 20, impressions: 3100, clicks: 31, conversions: 0, revenue: 25 },
  },
}

const none = { spend: 0, impressions: 0, clicks: 0, conversions: 0, revenue: 0 }

beforeAll(async () => {
  database = await createDatabase()
  api = await startApi(database)
  ;({ key, brandId } = await createTenant(database.sql))
  await ingest(database, brandId, [
    // Reports begin with the first of these weeks.
    { date: weeks.previous[0], platform: 'meta', account_id: 'm', campaign_id: 'steady', ...none },
    ...Object.entries(campaigns).flatMap(([name, periods]) =>
      Object.entries(periods).map(([period, amounts]) => ({
        date: weeks[period as Period][1],
        platform: 'meta',
        account_id: 'm',
        campaign_id: name,
        campaign_name: `Campaign ${name}`,
        ...amounts,
      })),
    ),
  ])
})
afterAll(async () => {
  await api.stop()
  await database.stop()
})

const range = { date_from: weeks.current[0], date_to: weeks.current[1] }
async function read(query: Record<string, string | number> = {}, credential = key) {
  return await api.http
    .get('/v1/explanations')
    .query({ ...range, limit: 100, ...query })
    .set('Authorization', `Bearer ${credential}`)
}
async function explained(metric: string, query: Record<string, string | number> = {}) {
  const { status, body } = await read({ metric, ...query })
  expect([status, body.error]).toEqual([200, undefined])
  return body.explanation
}
interface Row {
  campaign_id: string
  factor: string
  contribution: number
  factors: Record<string, number>
}
const sum = (rows: { contribution: number }[]) => rows.reduce((total, { contribution }) => total + contribution, 0)

/** The log-mean Divisia index of one chain by its definition, with a small number in place of 0. */
function oracle(steps: string[], denominator: string | null, tiny: number) {
  const amountOf = (name: string, period: Period, base: string) =>
    Number(campaigns[name]?.[period]?.[base as keyof Amounts] ?? 0)
  const total = (period: Period, base: string) =>
    Object.keys(campaigns).reduce((all, name) => all + amountOf(name, period, base), 0)
  const mean = (a: number, b: number) => (a === b ? a : (a - b) / Math.log(a / b))
  const numerator = steps.at(-1) as string
  const whole = (period: Period) => (denominator === null ? 1 : total(period, denominator))
  const ratio = (period: Period) => total(period, numerator) / whole(period)
  const parts = new Map<string, number>()
  for (const name of Object.keys(campaigns)) {
    const at = (period: Period) => steps.map((base) => (amountOf(name, period, base) || tiny) / whole(period))
    const [now, before] = [at('current'), at('previous')]
    const weight = mean(now.at(-1) as number, before.at(-1) as number)
    steps.forEach((base, index) => {
      const factor = (side: number[]) => (side[index] as number) / (index === 0 ? 1 : (side[index - 1] as number))
      parts.set(`${name} ${base}`, weight * Math.log(factor(now) / factor(before)))
    })
    if (denominator === null) continue
    const share = (period: Period) => amountOf(name, period, denominator) / whole(period)
    const mixed = mean(ratio('current'), ratio('previous')) * (share('current') - share('previous'))
    parts.set(`${name} ${steps[0]}`, (parts.get(`${name} ${steps[0]}`) as number) - mixed)
  }
  return parts
}

/** The contributions of SQL, not rounded. */
async function divided(metric: string) {
  return await database.sql<{ campaign_id: string; factor: string; contribution: number }[]>`
    select campaign_id, factor, contribution::double precision as contribution
    from analytics.explain_change(
      ${brandId}, ${metric}, ${weeks.current[0]}, ${weeks.current[1]}, ${weeks.previous[0]}, ${weeks.previous[1]}
    )`
}

const chains = [
  ['revenue', ['spend', 'clicks', 'conversions', 'revenue'], null, ['spend', 'cpc', 'cvr', 'order_value']],
  ['conversions', ['spend', 'clicks', 'conversions'], null, ['spend', 'cpc', 'cvr']],
  ['clicks', ['spend', 'impressions', 'clicks'], null, ['spend', 'cpm', 'ctr']],
  ['roas', ['spend', 'clicks', 'conversions', 'revenue'], 'spend', ['mix', 'cpc', 'cvr', 'order_value']],
] as const

describe('the contributions', () => {
  test.each(chains)(
    'of %s are those of the log-mean Divisia index over %j',
    async (metric, steps, denominator, factors) => {
      const rows = await divided(metric)
      const of = (campaign: string, factor: string) =>
        rows.find((row) => row.campaign_id === campaign && row.factor === factor)?.contribution
      const expected = oracle([...steps], denominator, 1e-300)
      for (const [index, base] of steps.entries()) {
        expect(of('shop', factors[index] as string)).toBeCloseTo(expected.get(`shop ${base}`) as number, 9)
        // A number near zero approaches the limit as slowly as one divided by the logarithm.
        for (const campaign of ['fresh', 'ended', 'stalled']) {
          const distance = Math.abs(
            (of(campaign, factors[index] as string) as number) - (expected.get(`${campaign} ${base}`) as number),
          )
          expect([campaign, base, distance < 0.02 * (metric === 'roas' ? 1 : 200)]).toEqual([campaign, base, true])
        }
      }
    },
  )

  test.each(['revenue', 'roas', 'cpa', 'cpc', 'cpm', 'ctr', 'cvr', 'spend', 'acos', 'rpc', 'impressions'])(
    'of %s add up to the change of GET /v1/metrics, by factor, by campaign and by both',
    async (metric) => {
      const value = async ([date_from, date_to]: readonly [string, string]) => {
        const query = { date_from, date_to, metrics: metric }
        const { body } = await api.http.get('/v1/metrics').query(query).set('Authorization', `Bearer ${key}`)
        return body.totals[metric]
      }
      const found = await explained(metric)
      const isMoneyRatio = ['cpa', 'cpc', 'cpm', 'rpc'].includes(metric)
      expect(found.current.value).toBeCloseTo(await value(weeks.current), isMoneyRatio ? 2 : 6)
      expect(found.previous.value).toBeCloseTo(await value(weeks.previous), isMoneyRatio ? 2 : 6)
      expect(found.change).toBeCloseTo(found.current.value - found.previous.value, 9)
      for (const rows of [found.factors, found.campaigns, found.contributions]) {
        expect(sum(rows)).toBeCloseTo(found.change, 9)
        const sizes = rows.map(({ contribution }: Row) => Math.abs(contribution))
        expect(sizes).toEqual(sizes.toSorted((a: number, b: number) => b - a))
      }
      const exact = (await divided(metric)).reduce((total, row) => total + row.contribution, 0)
      expect(Math.abs(exact - found.change)).toBeLessThan(1e-6)
    },
  )

  test('of the largest rows and of the others add up to the change', async () => {
    const found = await explained('revenue', { limit: 2 })
    expect([found.campaigns.length, found.contributions.length]).toEqual([2, 2])
    expect(found.other_campaigns.count).toBe(5)
    for (const [rows, other] of [
      [found.campaigns, found.other_campaigns],
      [found.contributions, found.other_contributions],
    ]) {
      expect(sum(rows) + other.contribution).toBeCloseTo(found.change, 9)
    }
    expect((await explained('revenue')).other_campaigns).toBeNull()
  })

  test('of a campaign of one period are its whole amount, by its spend', async () => {
    const { campaigns: rows } = await explained('revenue')
    const named = (id: string) => rows.find((row: Row) => row.campaign_id === id)
    expect(named('fresh')).toMatchObject({ status: 'new', previous: null, contribution: 150, factors: { spend: 150 } })
    expect(named('ended')).toMatchObject({ status: 'ended', current: null, contribution: -99, factors: { spend: -99 } })
    expect(named('stalled')).toMatchObject({ status: 'continued', contribution: -80, factors: { cvr: -80 } })
    expect(named('steady')).toMatchObject({ contribution: 0, factors: null })
  })

  test('of a campaign without clicks use impressions, and one without a chain is not divided', async () => {
    const { campaigns: rows, factors } = await explained('revenue')
    const named = (id: string) => rows.find((row: Row) => row.campaign_id === id).factors
    expect(Object.keys(named('views')).toSorted()).toEqual([
      'conversions_per_impression',
      'cpm',
      'order_value',
      'spend',
    ])
    expect(named('late')).toEqual({ undivided: -15 })
    const factor = (name: string) => factors.find((each: Row) => each.factor === name)
    expect(factor('cpm')).toMatchObject({ unit: 'money', current: 2.272727, previous: 2 })
    expect(factor('spend')).toMatchObject({ unit: 'money', current: 615, previous: 550 })
  })

  test('of the mix of a ratio are positive for a better campaign that grows, and 0 where only the size changes', async () => {
    const tenant = await createTenant(database.sql)
    const row = (campaign: string, date: string, spend: number, revenue: number) => ({
      date,
      platform: 'google',
      account_id: 'g',
      campaign_id: campaign,
      spend,
      revenue,
    })
    const [before, between, now] = ['2026-11-02', '2026-11-09', '2026-11-16']
    await ingest(database, tenant.brandId, [
      row('good', before, 100, 800),
      row('bad', before, 100, 100),
      // Twice of everything.
      row('good', between, 200, 1600),
      row('bad', between, 200, 200),
      row('good', now, 300, 2400),
      row('bad', now, 100, 100),
    ])
    const on = async (date: string, compared: string) => {
      const query = { date_from: date, date_to: date, compared_from: compared, compared_to: compared, metric: 'roas' }
      return (await read(query, tenant.key)).body.explanation
    }
    expect(await on(between, before)).toMatchObject({ change: 0, direction: 'none', contributions: [] })
    const shifted = await on(now, between)
    expect(shifted.change).toBe(1.75)
    const [good, bad] = ['good', 'bad'].map((id) => shifted.campaigns.find((each: Row) => each.campaign_id === id))
    expect([good.contribution > 0, bad.contribution > 0]).toEqual([true, true])
    expect(shifted.factors).toMatchObject([
      { factor: 'mix', contribution: 1.75 },
      { factor: 'roas', contribution: 0 },
    ])
  })
})

describe('GET /v1/explanations', () => {
  test('states the change first, and corrects a presumed direction', async () => {
    const found = await explained('roas', { expected_direction: 'up' })
    expect(found).toMatchObject({ direction: 'down', is_as_expected: false, change_rate: -0.242312 })
    expect(found.summary).toMatch(
      /^ROAS did not go up\. ROAS went down by 24\.2 % from 6\.279 \(2026-11-02 to 2026-11-08\) to 4\.757 \(2026-11-09 to 2026-11-15\)\. The largest factors are cvr \(-1\.018\), .* and .*\. The largest contributions of campaigns are /,
    )
    expect((await explained('roas', { expected_direction: 'down' })).is_as_expected).toBe(true)
    expect((await explained('roas')).is_as_expected).toBeNull()
  })

  test('divides nothing where the metric has no value, and gives no rate of zero', async () => {
    const found = await explained('cpa', { campaign_ids: 'late' })
    expect(found).toMatchObject({
      current: { value: null },
      change: null,
      change_rate: null,
      factors: [],
      campaigns: [],
    })
    expect(found.summary).toBe('CPA has no value for 2026-11-09 to 2026-11-15, so its change cannot be explained.')
    const fresh = await explained('revenue', { campaign_ids: 'fresh' })
    expect(fresh).toMatchObject({ previous: { value: null }, change: null, direction: null, campaigns: [] })
    const query = {
      compared_from: range.date_from,
      compared_to: range.date_to,
      ...swapped(range),
      campaign_ids: 'stalled',
    }
    const grown = await explained('revenue', query)
    expect(grown).toMatchObject({ previous: { value: 0 }, change: 80, change_rate: null, direction: 'up' })
    expect(grown.summary).toContain('Revenue went up by 80.00 USD from 0.00 USD')
  })

  test('compares with named and with given days', async () => {
    const named = await explained('revenue', { compare_to: 'previous_period' })
    const given = await explained('revenue', { compared_from: weeks.previous[0], compared_to: weeks.previous[1] })
    expect(given).toEqual(named)
    expect((await explained('revenue', { compare_to: 'previous_year_weekdays' })).previous).toEqual({
      date_from: '2025-11-10',
      date_to: '2025-11-16',
      value: null,
    })
  })

  test('warns about periods of different lengths', async () => {
    const { body } = await read({ metric: 'revenue', compared_from: '2026-11-06', compared_to: '2026-11-08' })
    expect(body.meta.warnings.join(' ')).toMatch(/7 days .* and 3 /)
  })

  test('compares nothing with a period that begins before the first report', async () => {
    const { body } = await read({ metric: 'revenue', compared_from: '2026-11-01', compared_to: '2026-11-08' })
    expect(body.explanation).toBeNull()
    expect(body.meta.warnings.join(' ')).toContain('the days before 2026-11-02 have no report')
  })

  test('compares complete days only, and nothing where no day is complete', async () => {
    const { body } = await read({ metric: 'revenue', date_from: '2026-11-20', date_to: '2026-11-20' })
    expect(body.explanation).toBeNull()
    expect(body.meta.warnings.join(' ')).toContain('so nothing can be compared')
  })

  test.each([
    [{ metric: 'reach' }, /`metric` must be one of spend, /],
    [{ metric: 'poas' }, /`metric`/],
    [{ metric: 'nonsense' }, /`metric` must be one of spend, /],
    [{}, /`metric`/],
    [{ metric: 'mer', platform: 'meta' }, /whole store/],
    [{ metric: 'spend', compare_to: 'none' }, /`compare_to`/],
    [{ metric: 'spend', compared_from: '2026-11-01' }, /`compared_to`/],
    [{ metric: 'spend', compared_from: '2026-11-08', compared_to: '2026-11-01' }, /`compared_to` must not be before/],
    [{ metric: 'spend', compared_from: '2022-11-08', compared_to: '2026-11-01' }, /`compared_to` must be at most 1127/],
    [
      { metric: 'spend', compared_from: '2026-11-01', compared_to: '2026-11-02', compare_to: 'previous_year' },
      /`compare_to` must be absent/,
    ],
    [{ metric: 'spend', date_from: '2026-11-16' }, /`date_to` must not be before/],
    [{ metric: 'spend', expected_direction: 'sideways' }, /`expected_direction`/],
    [{ metric: 'spend', platform: 'nowhere' }, /nowhere/],
    [{ metric: 'spend', campaign_ids: 'missing' }, /missing/],
    [{ metric: 'spend', limit: 101 }, /`limit`/],
    [{ metric: 'spend', granularity: 'day' }, /granularity/],
  ])('returns 400 for %j', async (query, message) => {
    const { status, body } = await read(query)
    expect([status, body.error?.message]).toEqual([400, expect.stringMatching(message)])
  })

  test('returns 409 for a brand without ad data', async () => {
    const empty = await createTenant(database.sql)
    const { status, body } = await read({ metric: 'spend' }, empty.key)
    expect([status, body.error.code]).toEqual([409, 'data_not_ready'])
  })
})

function swapped({ date_from, date_to }: typeof range) {
  const back = (date: string) => new Date(Date.parse(date) - 7 * 86_400_000).toISOString().slice(0, 10)
  return { date_from: back(date_from), date_to: back(date_to) }
}

describe('metrics of other sums', () => {
  let tenant: Awaited<ReturnType<typeof createTenant>>
  beforeAll(async () => {
    tenant = await createTenant(database.sql)
    const row = { platform: 'google', account_id: 'g', campaign_id: 'g1', campaign_name: 'Brand search' }
    await ingest(database, tenant.brandId, [
      { ...row, date: '2026-11-02', spend: 0, revenue: 0, cogs: 0, clicks: 0, conversions: 0, store_revenue: 0 },
      { ...row, date: '2026-11-08', spend: 10, revenue: 100, cogs: 40, clicks: 20, conversions: 4, store_revenue: 90 },
      { ...row, date: '2026-11-15', spend: 15, revenue: 90, cogs: 30, clicks: 20, conversions: 5, store_revenue: 130 },
    ])
  })

  test('profit is divided into revenue, costs of goods and spend', async () => {
    const { body } = await read({ metric: 'profit' }, tenant.key)
    expect(body.explanation).toMatchObject({ change: -5, current: { value: 45 }, previous: { value: 50 } })
    expect(Object.fromEntries(body.explanation.factors.map((row: Row) => [row.factor, row.contribution]))).toEqual({
      revenue: -10,
      cogs: 10,
      spend: -5,
    })
  })

  test('revenue of the store is divided among campaigns that report it', async () => {
    const { body } = await read({ metric: 'mer' }, tenant.key)
    expect(body.explanation).toMatchObject({
      current: { value: 8.666667 },
      previous: { value: 9 },
      campaigns: [{ campaign_id: 'g1', status: 'continued' }],
    })
    expect(sum(body.explanation.factors)).toBeCloseTo(body.explanation.change, 9)
  })

  test('revenue of the store that is reported apart from spend has one row without a campaign', async () => {
    const shop = await createTenant(database.sql)
    const ad = { platform: 'google', account_id: 'g', campaign_id: 'g1' }
    const sale = { platform: 'store', account_id: 's' }
    await ingest(database, shop.brandId, [
      { ...ad, date: '2026-11-02', spend: 0, clicks: 0, conversions: 0 },
      { ...ad, date: '2026-11-08', spend: 10, clicks: 20, conversions: 4 },
      { ...ad, date: '2026-11-15', spend: 15, clicks: 20, conversions: 5 },
      { ...sale, date: '2026-11-02', store_revenue: 0 },
      { ...sale, date: '2026-11-08', store_revenue: 90 },
      { ...sale, date: '2026-11-15', store_revenue: 130 },
    ])
    const { body } = await read({ metric: 'mer' }, shop.key)
    expect(body.explanation).toMatchObject({
      current: { value: 8.666667 },
      previous: { value: 9 },
      campaigns: [{ platform: null, campaign_id: null, status: 'continued' }],
    })
    const factors = body.explanation.factors.map(({ factor }: Row) => factor)
    expect(factors.toSorted()).toEqual(['cpc', 'cvr', 'mix', 'order_value'])
    expect(sum(body.explanation.factors)).toBeCloseTo(body.explanation.change, 9)
  })
})

describe('coinciding facts', () => {
  test('are those of the two periods and of the brand, with their days', async () => {
    const facts = await createDatabase({ isSimulated: false })
    const server = await startApi(facts)
    const past = openPast(facts)
    try {
      const [own, other] = [await createTenant(facts.sql), await createTenant(facts.sql)]
      const row = { platform: 'google', account_id: 'g', campaign_id: '2', campaign_name: 'Search' }
      const days = [...weeks.previous, ...weeks.current]
      for (const tenant of [own, other])
        await past.store(
          '2026-11-16T06:00:00Z',
          tenant.brandId,
          days.map((date, index) => ({ ...row, date, spend: 10 + index, revenue: 50, clicks: 5, conversions: 1 })),
        )
      expect((await factsOf(server, own.key)).map(({ kind }) => kind)).toEqual([])
      await past.at('2026-11-05T06:00:00Z')
      const lamp = { id: 'lamp', title: 'Lamp', price: 20 }
      const stocked = { ...facts, sql: past.sql }
      await stock(stocked, own.brandId, [lamp])
      await past.at('2026-11-13T13:00:00Z') // Not all events of this day are kept.
      await stock(stocked, own.brandId, [{ ...lamp, price: 21 }])
      await past.at('2026-11-14T06:00:00Z')
      const sale = { sale_price: 15, sale_starts_at: '2026-11-10T00:00:00Z', sale_ends_at: '2026-11-12T00:00:00Z' }
      await stock(stocked, own.brandId, [{ ...lamp, ...sale, availability: 'out_of_stock' }])
      await past.store('2026-11-17T06:00:00Z', own.brandId, [
        { ...row, date: weeks.previous[0], spend: 10, revenue: 30, clicks: 5, conversions: 1 },
      ])
      const decide = (at: string, key: string) => past.sql`
        insert into connector.proposals
          (brand_id, target, change, rationale, idempotency_key, request_hash, created_by, status, decided_at)
        values (
          ${own.brandId}, '{"level": "campaign", "platform": "google", "id": "2"}', '{"kind": "budget", "to": 120}', 'It earns more.', ${key},
          '\\x00', 'key_x', 'approved', ${at}
        )`
      await decide('2026-11-12T09:00:00Z', 'within')
      await decide('2026-11-16T09:00:00Z', 'later')
      const found = await factsOf(server, own.key)
      expect(found).toEqual([
        {
          kind: 'proposal',
          period: 'current',
          happened_on: '2026-11-12',
          statement:
            'A proposed budget change of campaign "Search" (google) was approved on 2026-11-12. Whether it was made on the platform is not known.',
        },
        {
          kind: 'price_change',
          period: 'current',
          happened_on: '2026-11-14',
          statement:
            'The prices of 1 product changed in the period, the first on 2026-11-14. Days before 2026-11-14 are not known.',
        },
        {
          kind: 'stock_out',
          period: 'current',
          happened_on: '2026-11-14',
          statement:
            '1 product ran out of stock in the period, the first on 2026-11-14. Days before 2026-11-14 are not known.',
        },
        {
          kind: 'restatement',
          period: 'previous',
          happened_on: '2026-11-17',
          statement: 'Later reports changed revenue of the compared period by -20.00 USD, last on 2026-11-17.',
        },
        {
          kind: 'promotion',
          period: 'current',
          happened_on: null,
          statement:
            '1 product has a discount price in the period, and no product has a discount price in the compared period, by the catalog of today. A discount price does not mean that the product was sold.',
        },
      ])
      expect(await factsOf(server, other.key)).toEqual([])
    } finally {
      await past.end()
      await server.stop()
      await facts.stop()
    }
  })
})

async function factsOf(server: Api, credential: string) {
  const { body } = await server.http
    .get('/v1/explanations')
    .query({ ...range, metric: 'revenue' })
    .set('Authorization', `Bearer ${credential}`)
  return body.explanation.facts as { kind: string }[]
}

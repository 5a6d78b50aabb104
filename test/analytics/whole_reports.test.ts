import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Sql } from 'postgres'
import { startApi } from '../support/api.ts'
import type { Api } from '../support/api.ts'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { createTenant, issueKey } from '../support/factories.ts'
import type { BrandOptions } from '../support/factories.ts'
import { openPast } from '../support/stored_at.ts'
import type { Past } from '../support/stored_at.ts'

interface Installation {
  database: TestDatabase
  api: Api
  past: Past
}

/** What answers usually, and what answers the same requests without any path for whole reports. */
let usual: Installation
let general: Installation

async function install(): Promise<Installation> {
  const database = await createDatabase()
  return { database, api: await startApi(database), past: openPast(database) }
}

async function rewrite(sql: Sql, name: string, from: RegExp, to: string) {
  const [row] = await sql`select pg_get_functiondef(${name}::regproc) as source`
  const source = row?.source as string
  expect(source).toMatch(from)
  await sql.unsafe(source.replaceAll(from, to))
}

beforeAll(async () => {
  ;[usual, general] = await Promise.all([install(), install()])
  const { sql } = general.database
  await rewrite(sql, 'analytics.has_every_day', /\nbegin\n/g, '\nbegin\n  return false;\n')
  // Also the warnings receive false then.
  await rewrite(sql, 'analytics.metric_rows', /\bv_is_whole\b(?! constant)/g, 'false')
  for (const { database } of [usual, general]) {
    await database.sql`
      insert into core.exchange_rates
      select day, 'GBP', 'USD', 1.25, 'test' from generate_series('2026-10-01'::date, '2026-11-18', '1 day') as days (day)
      on conflict do nothing`
  }
})
afterAll(async () => {
  for (const { api, database, past } of [usual, general]) {
    await api.stop()
    await past.end()
    await database.stop()
  }
})

type Row = Record<string, string | number | null>

const first = '2026-10-01'
function days(from: string, to: string): string[] {
  const count = (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1
  return Array.from({ length: count }, (_, index) =>
    new Date(Date.parse(from) + index * 86_400_000).toISOString().slice(0, 10),
  )
}

/** Two ads of two campaigns of an account, with all usual values, on each of these days. */
const reports = (platform: string, dates: string[], more: Row = {}): Row[] =>
  dates.flatMap((date) =>
    [1, 2].map((campaign) => ({
      date,
      platform,
      account_id: platform,
      campaign_id: `${platform}${campaign}`,
      campaign_name: campaign === 1 ? 'Back\\slash {1} 100%1$s' : `Campaign ${campaign}`,
      adset_id: `${platform}s${campaign}`,
      adset_name: `Set ${campaign}`,
      ad_id: `${platform}a${campaign}`,
      ad_name: `Ad ${campaign}`,
      spend: campaign * 10 + Number(date.slice(8)),
      revenue: campaign * 35 + (platform === 'meta' ? 0.5 : 0),
      cogs: campaign * 4,
      impressions: campaign * 1000 + Number(date.slice(8)),
      clicks: campaign * 20,
      conversions: campaign + 0.5,
      purchases: campaign,
      ...more,
    })),
  )

const google = (to = '2026-11-19', more: Row = {}) => reports('google', days(first, to), more)
const meta = (to = '2026-11-19', more: Row = {}) => reports('meta', days(first, to), more)
const morning = '2026-11-20T08:00:00Z'
const noon = '2026-11-20T11:00:00Z'

interface Case {
  name: string
  brand?: BrandOptions
  /** Imports in order, each at its time. */
  imports: [string, Row[]][]
  after?: (installation: Installation, brandId: string) => Promise<void>
  /** A text that a warning of the range over today contains, whatever computes it. */
  says?: string
  /** Totals of finished, so that both ways cannot err together. */
  totals?: object
}

const finished = { date_from: '2026-11-02', date_to: '2026-11-15' }
const ranges = [
  finished,
  { date_from: '2026-11-01', date_to: '2026-11-20' },
  { date_from: '2026-11-10', date_to: '2026-11-25' },
  { date_from: '2026-09-20', date_to: '2026-10-06' },
]
const usualMetrics = 'spend,revenue,roas,cpa,conversions'
const requests: Record<string, string>[] = [
  ...ranges.flatMap((range) => [
    { ...range, level: 'account', granularity: 'day', metrics: usualMetrics },
    { ...range, level: 'campaign', granularity: 'week', metrics: usualMetrics },
    { ...range, level: 'account', granularity: 'month', metrics: 'profit,poas,aov,ctr,cvr,spend_share' },
    {
      ...range,
      level: 'campaign',
      granularity: 'day',
      metrics: 'cpm,acos,cogs,clicks,impressions,purchases',
      limit: '7',
      page: '2',
    },
  ]),
  ...['campaign', 'adset', 'ad'].map((level) => ({ ...finished, level, granularity: 'day', metrics: usualMetrics })),
  { ...finished, level: 'account', granularity: 'day', metrics: 'spend,reach,frequency' },
  { ...finished, level: 'account', granularity: 'day', metrics: 'spend,mer,store_revenue,cac' },
  { ...finished, level: 'campaign', granularity: 'day', metrics: usualMetrics, platform: 'google' },
  { ...finished, level: 'adset', granularity: 'month', metrics: usualMetrics, campaign_ids: 'google1' },
  { ...finished, level: 'account', granularity: 'hour', metrics: usualMetrics },
  { ...finished, level: 'account', granularity: 'day', metrics: usualMetrics, as_of: '2026-11-19' },
]

const breakdowns: Record<string, string>[] = [
  { level: 'ad_account', metrics: usualMetrics },
  { level: 'campaign', metrics: usualMetrics, sort: 'roas', order: 'asc' },
  { level: 'campaign', metrics: 'spend,spend_share', sort: 'clicks', order: 'desc', limit: '1', page: '2' },
  { level: 'adset', metrics: 'profit', sort: 'profit', order: 'desc' },
]

async function get({ api }: Installation, key: string, path: string, query: object) {
  const { body } = await api.http.get(path).query(query).set('Authorization', `Bearer ${key}`)
  // The ids of the two brands and of requests differ.
  return JSON.parse(
    JSON.stringify(body, (name, value) => (name.endsWith('_id') && /^(brd|req)_/.test(value) ? null : value)),
  )
}

/** The answers to all requests by their query. */
async function answers(installation: Installation, key: string) {
  const found = requests.map(async (query) => [
    new URLSearchParams(query).toString(),
    await get(installation, key, '/v1/metrics', query),
  ])
  const sorted = breakdowns.map(async (query) => [
    `breakdown ${new URLSearchParams(query).toString()}`,
    await get(installation, key, '/v1/breakdown', { ...finished, ...query }),
  ])
  return Object.fromEntries(await Promise.all([...found, ...sorted]))
}

async function stocked(installation: Installation, { brand, imports, after }: Case) {
  const tenant = await createTenant(installation.database.sql, brand)
  for (const [now, rows] of imports) await installation.past.store(now, tenant.brandId, rows)
  await installation.past.at(noon)
  await after?.(installation, tenant.brandId)
  return tenant
}

const whole: Case = { name: 'every day with all values', imports: [[morning, [...google(), ...meta()]]] }

const cases: Case[] = [
  {
    ...whole,
    says: 'Today, 2026-11-20, has no data yet.',
    totals: { spend: 1316, revenue: 2954, roas: 2954 / 1316, cpa: 1316 / 112, conversions: 112 },
  },
  {
    name: 'reports of today',
    imports: [[morning, [...google('2026-11-20'), ...meta('2026-11-20')]]],
    says: 'Today, 2026-11-20, is not over.',
  },
  {
    name: 'an account three days late',
    imports: [[morning, [...google(), ...meta('2026-11-16')]]],
    says: 'Account meta on meta has reported through 2026-11-16 only',
  },
  {
    name: 'a gap within the range',
    imports: [[morning, [...google(), ...meta('2026-11-05'), ...reports('meta', days('2026-11-08', '2026-11-19'))]]],
    says: 'Account meta on meta has no report of 2026-11-06 to 2026-11-07.',
  },
  {
    name: 'a day that was reported before it had ended',
    imports: [
      ['2026-11-10T15:00:00Z', reports('meta', ['2026-11-10'])],
      [morning, [...google(), ...meta('2026-11-09'), ...reports('meta', days('2026-11-11', '2026-11-19'))]],
    ],
    says: 'Account meta on meta reported 2026-11-10 before that day had ended.',
  },
  {
    name: 'a report without revenue',
    imports: [
      [morning, [...google(), ...meta()]],
      [noon, reports('google', ['2026-11-10']).map((row, index) => (index === 0 ? { ...row, revenue: null } : row))],
    ],
    says: 'Account google on google has reports without revenue on 2026-11-10.',
  },
  {
    name: 'an account without revenue and cost of goods',
    imports: [[morning, [...google(), ...meta('2026-11-19', { revenue: null, cogs: null })]]],
    says: 'Account meta on meta reports no revenue.',
    totals: { spend: 1316, revenue: 1470, roas: 1470 / 658, cpa: 1316 / 112, conversions: 112 },
  },
  {
    name: 'another currency, with days without a rate',
    imports: [[morning, [...google(), ...meta('2026-11-19', { currency: 'GBP' })]]],
    says: 'Account meta on meta reports amounts in GBP.',
  },
  {
    name: 'another time zone of an account, and a brand in Tokyo',
    brand: { timezone: 'Asia/Tokyo' },
    imports: [[morning, [...google(), ...meta('2026-11-19', { account_timezone: 'America/New_York' })]]],
    says: 'Account meta on meta has the time zone America/New_York.',
  },
  {
    name: 'days that were restated, to zero and to other campaigns',
    imports: [
      [morning, [...google(), ...meta()]],
      [
        noon,
        [
          ...reports('google', ['2026-11-04'], { spend: 0, revenue: 0, conversions: 0 }),
          ...reports('meta', ['2026-11-11'], { spend: 77, campaign_id: 'other', campaign_name: 'Other' }),
        ],
      ],
    ],
  },
  {
    name: 'revenue of the store',
    imports: [
      [
        morning,
        [
          ...google(),
          ...meta(),
          ...days(first, '2026-11-19').map((date) => ({
            date,
            platform: 'shop',
            account_id: 'shop',
            store_revenue: 90,
            orders: 3,
          })),
        ],
      ],
    ],
    after: async ({ database }, brandId) => {
      await database.sql`update core.brands set revenue_source = 'store' where brand_id = ${brandId}`
    },
  },
]

describe('answers of whole reports are those of the general path', () => {
  test.each(cases)('$name', async (scene) => {
    const [asked, expected] = await Promise.all([stocked(usual, scene), stocked(general, scene)])
    const found = await answers(usual, asked.key)
    const wanted = await answers(general, expected.key)
    expect(found).toEqual(wanted)
    const query = { level: 'account', granularity: 'day', metrics: usualMetrics }
    if (scene.says !== undefined) {
      const { meta: about } = await get(usual, asked.key, '/v1/metrics', { ...query, ...ranges[1] })
      expect(about.warnings.join('\n')).toContain(scene.says)
    }
    if (scene.totals !== undefined) {
      const { totals } = await get(usual, asked.key, '/v1/metrics', { ...query, ...finished })
      for (const [name, value] of Object.entries(scene.totals)) expect(totals[name]).toBeCloseTo(value as number, 2)
    }
  })

  test('a simulated key', async () => {
    const keys = await Promise.all(
      [usual, general].map(async ({ database }) => {
        const { accountId } = await createTenant(database.sql)
        return await issueKey(database.sql, accountId, { prefix: 'svc_sk_test_' })
      }),
    )
    expect(await answers(usual, keys[0]!.key)).toEqual(await answers(general, keys[1]!.key))
  })

  test('weeks before 2001 begin on Mondays', async () => {
    const imports: Case['imports'] = [[morning, reports('google', days('2000-12-25', '2001-01-07'))]]
    const range = { date_from: '2000-12-25', date_to: '2001-01-07', granularity: 'week', metrics: 'spend' }
    for (const installation of [usual, general]) {
      const { key } = await stocked(installation, { name: 'old', imports })
      const { data } = await get(installation, key, '/v1/metrics', range)
      expect(data.map(({ date }: Row) => date)).toEqual(['2000-12-25', '2001-01-01'])
    }
  })

  test('whole reports of other days are summed by the kept plan', async () => {
    const { brandId } = await stocked(usual, whole)
    const [row] = await usual.database.sql`
      select
        analytics.has_every_day(brands, '2026-11-02', '2026-11-15') as is_complete,
        cardinality(analytics.summed_facts(brands, '{1,2}', 'campaign', 'day', '{}', '2026-11-02', '2026-11-15')) as rows
      from core.brands where brand_id = ${brandId}`
    expect(row).toEqual({ is_complete: true, rows: 56 })
  })
})

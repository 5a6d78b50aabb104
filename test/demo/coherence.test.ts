import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Home } from '../../cli/installation/home.ts'
import { seedDemo } from '../../cli/demo/seed.ts'
import { startApi } from '../support/api.ts'
import type { Api } from '../support/api.ts'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'

// oxlint-disable-next-line no-explicit-any
type Json = any

let database: TestDatabase
let api: Api
let folder: string
let keys: Record<string, string>

beforeAll(async () => {
  database = await createDatabase()
  folder = await mkdtemp(join(tmpdir(), 'vitrine-demo-'))
  keys = (await seedDemo(database.sql, new Home(folder), () => undefined)).keys
  api = await startApi(database)
}, 600_000)
afterAll(async () => {
  await api.stop()
  await database.stop()
  await rm(folder, { recursive: true, force: true })
})

async function get(path: string, key = 'analytics_live'): Promise<Json> {
  const response = await api.http.get(path).set('Authorization', `Bearer ${keys[key]}`)
  expect([path, response.status, response.body.error]).toEqual([path, 200, undefined])
  return response.body
}

async function tool(name: string, mode: string, input: object): Promise<Json> {
  const response = await api.http.post(`/api/mcp/${name}`).set('Authorization', `Bearer ${keys[`connector_${mode}`]}`).send(input)
  expect([name, response.status, response.body.error]).toEqual([name, 200, undefined])
  return response.body
}

const worlds = [
  { of: 'brd_aurora', brand: 'brd_aurora', mode: 'live', platforms: ['google', 'meta', 'microsoft', 'tiktok'] },
  { of: 'brd_lumen', brand: 'brd_lumen', mode: 'live', platforms: ['google', 'meta'] },
  { of: 'brd_aurora', brand: 'brd_simulated', mode: 'test', platforms: ['google', 'meta', 'tiktok'] },
]
const range = 'date_from=2026-08-22&date_to=2026-11-19'

describe.each(worlds)('demo brand $brand', ({ of, brand, mode, platforms }) => {
  const read = (path: string) => get(`${path}${path.includes('?') ? '&' : '?'}brand_id=${of}`, `analytics_${mode}`)

  test('has orders worth 60 to 90 percent of the revenue that platforms claim', async () => {
    const { total } = await read(`/v1/attribution?${range}`)
    const { totals } = await read(`/v1/metrics?${range}&granularity=month&metrics=revenue`)
    expect(total / totals.revenue).toBeGreaterThan(0.6)
    expect(total / totals.revenue).toBeLessThan(0.9)
  })

  test('has claims of Meta 1.3 to 2.5 times its attributed revenue and others above theirs', async () => {
    const { channels } = await read(`/v1/attribution?${range}`)
    const { data } = await read(`/v1/metrics?${range}&level=campaign&granularity=month&metrics=revenue&limit=500`)
    const ratios = platforms.map((platform) => {
      const rows = data.filter((row: Json) => row.platform === platform)
      const claimed = rows.reduce((sum: number, { revenue }: Json) => sum + revenue, 0)
      const { attributed_revenue } = channels.find(({ channel }: Json) => channel === platform)
      return [platform, claimed / attributed_revenue] as const
    })
    const meta = Object.fromEntries(ratios).meta
    expect(meta).toBeGreaterThan(1.3)
    expect(meta).toBeLessThan(2.5)
    for (const [platform, ratio] of ratios) expect([platform, ratio > 1.05]).toEqual([platform, true])
  })

  test('has 2 to 15 percent of revenue unattributed', async () => {
    const { unattributed } = await read(`/v1/attribution?${range}`)
    expect(unattributed.share).toBeGreaterThan(0.02)
    expect(unattributed.share).toBeLessThan(0.15)
  })

  test('has its best revenue on both Black Friday weekends', async () => {
    for (const [from, friday, to] of [
      ['2024-11-01', '2024-11-29', '2024-12-20'],
      ['2025-11-01', '2025-11-28', '2025-12-20'],
    ]) {
      const { data } = await read(`/v1/metrics?date_from=${from}&date_to=${to}&metrics=revenue`)
      const best = data.toSorted((one: Json, other: Json) => other.revenue - one.revenue)[0]
      const middle = data.map(({ revenue }: Json) => revenue).toSorted((one: number, other: number) => one - other)[data.length >> 1]
      // Revenue of small shops varies by day, so the peak may be any day of the long weekend.
      const days = (Date.parse(best.date) - Date.parse(friday as string)) / 86_400_000
      expect([from, days >= 0 && days <= 3]).toEqual([from, true])
      expect(data.find(({ date }: Json) => date === friday).revenue).toBeGreaterThan(1.5 * middle)
    }
  })

  test('has a cac of 20 to 150 and cogs of 35 to 55 percent of revenue', async () => {
    const { totals } = await read(`/v1/metrics?${range}&granularity=month&metrics=cac,new_customers,cogs,revenue`)
    expect(totals.new_customers).toBeGreaterThan(100)
    expect(totals.cac).toBeGreaterThan(20)
    expect(totals.cac).toBeLessThan(150)
    expect(totals.cogs / totals.revenue).toBeGreaterThan(0.35)
    expect(totals.cogs / totals.revenue).toBeLessThan(0.55)
  })

  test('has fatigued and stable creatives, each with a picture', async () => {
    const { data } = await read('/v1/creatives?date_from=2026-10-21&date_to=2026-11-19&limit=500')
    const states = new Set(data.map(({ fatigue }: Json) => fatigue.state))
    expect([...states].filter((state) => ['fatigued', 'fatiguing'].includes(state as string))).not.toEqual([])
    expect(states).toContain('stable')
    for (const { name, format, thumbnail_url } of data) {
      expect([typeof name, typeof format, thumbnail_url]).toEqual(['string', 'string', expect.stringContaining('http://vitrine.test/docs/pictures/')])
      const picture = await api.http.get(new URL(thumbnail_url).pathname)
      expect([picture.status, picture.headers['content-type'], picture.headers['cache-control']]).toEqual([
        200,
        'image/svg+xml',
        'public, max-age=31536000, immutable',
      ])
    }
  })

  test('has positive profit and budgets with pacing of 50 to 150 percent', async () => {
    const profit = await tool('get_profit', mode, { brand_id: of, date_from: '2026-08-22', date_to: '2026-11-19' })
    expect(profit.totals.contribution_profit).toBeGreaterThan(0)
    expect(profit.totals.missing_cost_share).toBe(0)
    const budgets = await tool('get_budgets', mode, { brand_id: of })
    expect(budgets.totals.budget).toBeGreaterThan(1000)
    expect(budgets.data.every(({ pacing_percent }: Json) => pacing_percent > 50 && pacing_percent < 150)).toBe(true)
  })

  test('has 33 to 60 percent repeat orders and growing customer value', async () => {
    const [orders] = await database.sql`
      select avg((not is_new_customer)::integer)::float as again, avg((refunded_micros > 0)::integer)::float as returned
      from analytics.orders where brand_id = ${brand}`
    expect(orders?.again).toBeGreaterThan(0.33)
    expect(orders?.again).toBeLessThan(0.6)
    expect(orders?.returned).toBeGreaterThan(0.02)
    expect(orders?.returned).toBeLessThan(0.12)
    const cohorts = await database.sql`
      with firsts as (
        select person_id, min(ordered_at) as at from analytics.orders where brand_id = ${brand} and is_new_customer group by 1
      )
      select month, (sum(revenue_micros) filter (where ordered_at < at + month * interval '30 days') / count(distinct person_id) / 1e6)::float as ltv
      from firsts join analytics.orders using (person_id), unnest(array[1, 3, 6, 12]) as month
      where orders.brand_id = ${brand} and at < '2025-11-01'
      group by month order by month`
    const values = cohorts.map(({ ltv }) => ltv as number)
    for (let index = 1; index < values.length; index++) {
      expect(values[index]).toBeGreaterThan(1.05 * (values[index - 1] as number))
    }
  })

  test('has the campaign of every ad touch and the creative of every Meta touch', async () => {
    const [row] = await database.sql`
      select
        count(*) filter (where channel = any (${platforms}) and campaign is null)::integer as nameless,
        count(*) filter (where campaign is not null and not exists (
          select from analytics.entities as campaigns
          where campaigns.brand_id = touchpoints.brand_id and campaigns.level = 'campaign' and campaigns.external_id = touchpoints.campaign
        ))::integer as unknown,
        count(*) filter (where channel = 'meta' and creative is null)::integer as without_creative
      from analytics.touchpoints where brand_id = ${brand}`
    expect(row).toEqual({ nameless: 0, unknown: 0, without_creative: 0 })
  })

  test('has no rejected row and covers 26 months', async () => {
    const rows = await database.sql`select file_name, rows_rejected, warnings from analytics.imports where brand_id = ${brand}`
    expect(rows.filter(({ rows_rejected, warnings }) => rows_rejected !== '0' || warnings.length > 0)).toEqual([])
    const [status] = await database.sql`
      select first_on::text, last_on::text from analytics.data_status where brand_id = ${brand} and kind = 'ads_daily'`
    expect(status).toEqual({ first_on: '2024-09-20', last_on: '2026-11-19' })
  })
})

describe('demo seed', () => {
  test('imports nothing on a second run', async () => {
    const count = () => database.sql`select count(*)::integer as imports from analytics.imports where brand_id <> 'brd_simulated'`
    const before = await count()
    await seedDemo(database.sql, new Home(folder), () => undefined)
    expect(await count()).toEqual(before)
  }, 60_000)

  test('creates a shop with varied availability and reviews over several months', async () => {
    const { products } = await get('/api/storefront/brd_aurora/products?limit=100', 'storefront_pk_live')
    expect(new Set(products.map(({ availability }: Json) => availability)).size).toBeGreaterThan(1)
    const [reviews] = await database.sql`
      select count(*)::integer as count, count(distinct date_trunc('month', created_at))::integer as months
      from storefront.reviews where brand_id = 'brd_aurora'`
    expect(reviews?.count).toBeGreaterThan(100)
    expect(reviews?.months).toBeGreaterThan(8)
  })
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApi } from '../support/api.ts'
import type { Api } from '../support/api.ts'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { createTenant } from '../support/factories.ts'
import { ingest } from '../support/ingest.ts'
import { ingestJourneys } from '../support/journeys.ts'
import { askQuestion } from '../support/question.ts'

// Today is Friday, 2026-11-20. Google reports campaigns, Meta reports ads. Every day of September to November has these rows.
let database: TestDatabase
let api: Api
let key: string
let brandId: string

const row = (date: string, platform: string, campaign: string, spend: number, revenue: number, ad?: string) => ({
  date,
  platform,
  account_id: platform,
  campaign_id: campaign,
  campaign_name: campaign,
  ...(ad ? { adset_id: `set of ${ad}`, adset_name: `Set of ${ad}`, ad_id: ad, ad_name: `Film ${ad}` } : {}),
  spend,
  revenue,
})

beforeAll(async () => {
  database = await createDatabase()
  api = await startApi(database)
  const tenant = await createTenant(database.sql)
  key = tenant.key
  brandId = tenant.brandId
  const days = Array.from({ length: 80 }, (_, index) =>
    new Date(Date.parse('2026-09-01') + index * 86_400_000).toISOString().slice(0, 10),
  )
  await ingest(
    database,
    brandId,
    days.flatMap((date) => {
      const isLater = date >= '2026-10-01'
      return [
        // The largest campaign has the lowest growth rate, the smallest has the highest.
        row(date, 'google', 'Brand search', 100, isLater ? 1010 : 1000),
        row(date, 'meta', 'Prospecting', 40, isLater ? 120 : 100, 'a'),
        row(date, 'meta', 'Retargeting', 20, isLater ? 90 : 45, 'b'),
        // The day with the most spend has little revenue.
        ...(date === '2026-10-13' ? [row(date, 'google', 'Test', 500, 1)] : []),
        ...(date === '2026-10-20' ? [row(date, 'google', 'Launch', 10, 700)] : []),
      ]
    }),
  )
})
afterAll(async () => {
  await api.stop()
  await database.stop()
})

const ask = (question: string) => askQuestion(api, key, question)

describe('rankings of ads and ad sets', () => {
  test.each([
    ['which ad had the highest roas last week', { ad_name: 'Film b', roas: 4.5 }, 'ads'],
    ['which ad set had the most revenue last week', { adset_name: 'Set of a', revenue: 840 }, 'ad sets'],
  ])('"%s" excludes platforms that do not report the level', async (question, winner, level) => {
    const { data, meta } = await ask(question)
    expect(data).toEqual([expect.objectContaining(winner)])
    expect(meta.warnings).toContain(`The reports of google have no ${level}, so this ranking excludes them.`)
  })

  test('counts ads only', async () => {
    const { data } = await ask('how many ads had roas above 1 last week')
    expect(data).toEqual([{ counted: 'ad', count: 2, of: 2 }])
  })

  test('returns no warning for a platform that reports ads', async () => {
    const { meta } = await ask('which meta ad had the highest roas last week')
    expect(meta.warnings).toEqual([])
  })

  test('keeps platforms without ads in a breakdown, so that rows add up', async () => {
    const { data } = await ask('spend by ad yesterday')
    expect(data.reduce((sum: number, { spend }: { spend: number }) => sum + spend, 0)).toBe(160)
  })
})

describe('rankings by growth', () => {
  test('returns the entity that grew most, with its earlier period', async () => {
    const { data, interpretation } = await ask('which campaign grew revenue most in october compared to september')
    expect(interpretation).toMatchObject({ operation: 'growth', unmatched: [] })
    expect(data).toMatchObject([
      { period: 'current', campaign_name: 'Retargeting', revenue: 2790, revenue_change_rate: 1.066667 },
      { period: 'previous', campaign_name: 'Retargeting', revenue: 1350 },
    ])
  })

  test('applies the limit after computing the changes', async () => {
    const { data } = await ask('top 2 campaigns by revenue growth in october')
    expect(data.map((one: Record<string, unknown>) => [one.period, one.campaign_name])).toEqual([
      ['current', 'Retargeting'],
      ['current', 'Prospecting'],
      ['previous', 'Prospecting'],
      ['previous', 'Retargeting'],
    ])
  })
})

describe('versus_total', () => {
  test('returns the total and the difference from it', async () => {
    const { data } = await ask('meta roas vs overall roas yesterday')
    expect(data).toEqual([{ roas: 3.5, roas_total: 7.625, roas_difference: -4.125, roas_difference_rate: -0.540984 }])
  })
})

describe('a day selected by another metric', () => {
  test.each([
    ['spend on the day with the highest revenue in october', { date: '2026-10-20', revenue: 1920, spend: 170 }],
    ['revenue on the day with the highest spend in october', { date: '2026-10-13', spend: 660, revenue: 1221 }],
  ])('returns the expected row for "%s"', async (question, expected) => {
    expect((await ask(question)).data).toEqual([expected])
  })
})

describe('lists', () => {
  test('have no time and a warning', async () => {
    const { data, interpretation, meta } = await ask('how many ads do we have')
    expect(interpretation.time).toBe(null)
    expect(data).toHaveLength(2)
    expect(meta.warnings).toEqual(['A list has no time. It contains everything that was ever reported.'])
  })
})

describe('orders', () => {
  test('of ads are not reported, with a warning and less confidence, when only orders were imported', async () => {
    expect((await ask('orders last week')).interpretation).toMatchObject({ unmatched: [] })
    await ingestJourneys(
      database,
      brandId,
      [],
      [{ order_id: 'o', customer_id: 'c', ordered_at: '2026-11-10T12:00:00Z', revenue: 10 }],
    )
    const { data, interpretation, meta } = await ask('orders and spend last week')
    expect(interpretation).toMatchObject({ unmatched: [] })
    expect(interpretation.confidence).toBeLessThan(0.5)
    expect(data).toEqual([{ orders: null, spend: 1120 }])
    expect(meta.warnings.join()).toContain('attribution has their revenue and number')
    expect((await ask('blended roas last week')).interpretation).toMatchObject({ unmatched: [] })
  })
})

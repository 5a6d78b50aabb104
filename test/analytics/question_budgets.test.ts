import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApi } from '../support/api.ts'
import type { Api } from '../support/api.ts'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { createTenant } from '../support/factories.ts'
import { ingest } from '../support/ingest.ts'
import { askQuestion } from '../support/question.ts'

let database: TestDatabase
let api: Api
let key: string

beforeAll(async () => {
  database = await createDatabase()
  api = await startApi(database)
  const tenant = await createTenant(database.sql)
  key = tenant.key
  // The same spend earns three times as much in one campaign as in another of the platform.
  const campaigns = [
    { platform: 'meta', name: 'Strong', earns: 90 },
    { platform: 'meta', name: 'Weak', earns: 30 },
    { platform: 'google', name: 'Usual', earns: 60 },
  ]
  const rows = Array.from({ length: 60 }, (_, daysAgo) =>
    campaigns.map(({ platform, name, earns }, index) => {
      const spend = 80 + ((daysAgo * 7 + index) % 41)
      return {
        date: new Date(Date.parse('2026-11-19T00:00:00Z') - daysAgo * 86_400_000).toISOString().slice(0, 10),
        platform,
        account_id: platform,
        campaign_id: name,
        campaign_name: name,
        spend,
        revenue: (earns * Math.sqrt(spend)).toFixed(2),
        conversions: 4,
      }
    }),
  ).flat()
  await ingest(database, tenant.brandId, rows)
})
afterAll(async () => {
  await api.stop()
  await database.stop()
})

const changesOf = (data: { entity: { name: string }; change_pct: number }[]) =>
  Object.fromEntries(data.map(({ entity, change_pct }) => [entity.name, Math.sign(change_pct)]))

describe('a question whether to spend more', () => {
  test.each(['should I spend more on Meta', 'should we cut the budget of Meta'])(
    '"%s" has the raises and the cuts of the platform, and their total',
    async (question) => {
      const { interpretation, data, budget_total: total } = await askQuestion(api, key, question)
      expect([interpretation.intent, interpretation.filters]).toEqual([
        'budget_recommendations',
        { platform: ['meta'] },
      ])
      expect(changesOf(data)).toEqual({ Strong: 1, Weak: -1 })
      const sum = (name: string) => data.reduce((all: number, row: Record<string, number>) => all + (row[name] ?? 0), 0)
      expect(total).toMatchObject({ rows: 2, raises: 1, cuts: 1 })
      expect(total.current_daily_spend).toBeCloseTo(sum('current_daily_spend'), 2)
      expect(total.recommended_daily_spend).toBeCloseTo(sum('recommended_daily_spend'), 2)
    },
  )

  test('differs from one for what to raise, whose total still has the cuts', async () => {
    const { data, budget_total: total } = await askQuestion(api, key, 'which Meta campaigns should get more budget')
    expect(changesOf(data)).toEqual({ Strong: 1 })
    expect(total).toMatchObject({ rows: 2, raises: 1, cuts: 1 })
  })

  test('has no total for another question', async () => {
    expect((await askQuestion(api, key, 'spend last week')).budget_total).toBeNull()
  })
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApi } from '../support/api.ts'
import type { Api } from '../support/api.ts'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { createTenant } from '../support/factories.ts'
import { ingest } from '../support/ingest.ts'
import { askQuestion } from '../support/question.ts'

// Today is Friday, 2026-11-20. Revenue is 100 a day and 200 from November 9 on. One campaign earns more of its next unit of spend.
let database: TestDatabase
let api: Api
let key: string

beforeAll(async () => {
  database = await createDatabase()
  api = await startApi(database)
  const tenant = await createTenant(database.sql)
  key = tenant.key
  await ingest(
    database,
    tenant.brandId,
    Array.from({ length: 100 }, (_, daysAgo) => {
      const date = new Date(Date.parse('2026-11-19T00:00:00Z') - daysAgo * 86_400_000).toISOString().slice(0, 10)
      return [0.9, 0.3].map((elasticity, index) => {
        const spend = 100 * (0.7 + (((daysAgo * 37 + index * 11) % 13) / 13) * 0.6)
        return {
          date,
          platform: 'google',
          account_id: 'g',
          campaign_id: String(index),
          campaign_name: `Campaign ${index}`,
          spend: spend.toFixed(4),
          revenue: ((index === 0 ? 10 : 40) * spend ** elasticity * (date >= '2026-11-09' ? 1.5 : 1)).toFixed(4),
          impressions: 1000,
          conversions: 5,
        }
      })
    }).flat(),
  )
})
afterAll(async () => {
  await api.stop()
  await database.stop()
})

const ask = (question: string) => askQuestion(api, key, question)

describe('explained changes', () => {
  test('warn about periods of different lengths like /v1/explanations', async () => {
    const { meta } = await ask('why did revenue change in October compared to September')
    const { body } = await api.http
      .get('/v1/explanations')
      .query({
        metric: 'revenue',
        date_from: '2026-10-01',
        date_to: '2026-10-31',
        compared_from: '2026-09-01',
        compared_to: '2026-09-30',
      })
      .set('Authorization', `Bearer ${key}`)
    const lengths = body.meta.warnings.filter((text: string) => text.includes('31 days'))
    expect(lengths).toHaveLength(1)
    expect(meta.warnings).toEqual(expect.arrayContaining(lengths))
  })

  test.each(['reasons for the lower revenue last week', 'why did revenue tank last week on google'])(
    'contradict a false premise: %s',
    async (question) => {
      const { meta, interpretation } = await ask(question)
      expect(interpretation).toMatchObject({ intent: 'explain_change', unmatched: [] })
      expect(meta.warnings.join()).toContain('revenue did not go down')
    },
  )
})

describe('recommendations', () => {
  test.each([
    ['which campaign should I cut', -1],
    ['which campaign should I scale', 1],
  ])('%s: only those in this direction', async (question, sign) => {
    const { data, meta } = await ask(question)
    expect(data.map(({ change_pct }: { change_pct: number }) => Math.sign(change_pct))).toEqual([sign])
    expect(meta.total_rows).toBe(1)
    expect((await ask('budget recommendations')).data).toHaveLength(2)
  })
})

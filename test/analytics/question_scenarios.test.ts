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
  const rows = Array.from({ length: 60 }, (_, daysAgo) =>
    [
      ['meta', 'Winter boots'],
      ['meta', 'Summer hats'],
      ['google', 'Tents'],
    ].map(([platform, name], index) => {
      const spend = 80 + ((daysAgo * 7 + index) % 41)
      const date = new Date(Date.parse('2026-11-19T00:00:00Z') - daysAgo * 86_400_000).toISOString().slice(0, 10)
      return {
        date,
        platform: platform as string,
        account_id: platform as string,
        campaign_id: String(index),
        campaign_name: name as string,
        spend,
        revenue: (40 * Math.sqrt(spend)).toFixed(2),
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

async function scenario(changes: object[], horizon_days = 30) {
  const { body } = await api.http
    .post('/v1/scenarios')
    .set('Authorization', `Bearer ${key}`)
    .send({ changes, horizon_days })
  return body
}

describe('a question that is not a scenario', () => {
  test.each([
    'what if we spend 20 % more on Meta and Google',
    'what if we spend 20 % more on Meta on weekends',
    'what if we spend 20 % more on Instagram stories',
    'what if we spend 20 % more on bananas',
    'what if we spend 20 % more on Meta for the next 2 days',
    'what would our ROAS be if we spend 20 % more on Meta',
    'what if we move 20 % from Meta to Google',
  ])('refuses "%s"', async (question) => {
    const { interpretation, data } = await askQuestion(api, key, question)
    expect([interpretation.intent, data]).toEqual([null, []])
    expect(interpretation.reason).not.toBeNull()
  })
})

describe('a scenario in words', () => {
  test.each([
    ['What if we spend 20 % more on Meta?', [{ platform: 'meta', change_pct: 20 }]],
    ['what happens if we spend 20% more on meta ads', [{ platform: 'meta', change_pct: 20 }]],
    ['what if we spend 10 percent less on facebook', [{ platform: 'meta', change_pct: -10 }]],
    ['what if we increase the Meta budget by 15 %', [{ platform: 'meta', change_pct: 15 }]],
    ['what if we cut the spend of Google by 10%', [{ platform: 'google', change_pct: -10 }]],
    ['what if we spend 20 % more', [{ change_pct: 20 }]],
    ['what if we spend 20 % more on winter boots', [{ platform: 'meta', campaign_id: '0', change_pct: 20 }]],
  ])('answers "%s" as POST /v1/scenarios does', async (question, changes) => {
    const { interpretation, data, meta } = await askQuestion(api, key, question)
    const { totals } = await scenario(changes)
    expect([interpretation.intent, interpretation.unmatched]).toEqual(['scenario', []])
    expect(data[0]).toMatchObject({ level: 'total', ...totals })
    expect(data).toHaveLength(1 + totals.campaigns_changed)
    expect(meta.warnings.join()).toContain('only an experiment measures this')
  })

  test('takes the days of the question', async () => {
    const { data } = await askQuestion(api, key, 'what if we spend 20 % more on Meta over the next 14 days')
    const { totals } = await scenario([{ platform: 'meta', change_pct: 20 }], 14)
    expect(data[0]).toMatchObject({ horizon_days: 14, revenue: totals.revenue })
  })

  test('has no number for a spend outside of the known', async () => {
    const { data } = await askQuestion(api, key, 'what if we double the spend of Meta')
    expect(data[0]).toMatchObject({ campaigns_changed: 2, campaigns_known: 0, revenue: null })
    expect(data[1].reason).toContain('The effect of this spend is not known.')
  })
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApi } from '../support/api.ts'
import type { Api } from '../support/api.ts'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { createTenant } from '../support/factories.ts'
import { ingest } from '../support/ingest.ts'
import { ingestJourneys } from '../support/journeys.ts'
import { askQuestion } from '../support/question.ts'

let database: TestDatabase
let api: Api
let key: string

beforeAll(async () => {
  database = await createDatabase()
  api = await startApi(database)
  const tenant = await createTenant(database.sql)
  key = tenant.key
  await ingest(database, tenant.brandId, [{ date: '2026-11-10', platform: 'meta', account_id: 'm', spend: 10 }])
  // The brand's own model is position: meta and google get 50 each.
  await ingestJourneys(
    database,
    tenant.brandId,
    [
      { customer_id: 'c', touched_at: '2026-11-08T12:00:00Z', channel: 'meta' },
      { customer_id: 'c', touched_at: '2026-11-09T12:00:00Z', channel: 'google' },
    ],
    [{ order_id: 'o', customer_id: 'c', ordered_at: '2026-11-10T12:00:00Z', revenue: 100 }],
  )
})
afterAll(async () => {
  await api.stop()
  await database.stop()
})

const ask = (question: string) => askQuestion(api, key, question)

type Row = { model: string; channel: string; attributed_value: number }
const credits = (data: Row[]) => data.map(({ model, channel, attributed_value }) => [model, channel, attributed_value])

describe('attribution models in questions', () => {
  test.each([
    ['revenue by channel first click this month', 'first_touch', ['meta', 100], ['google', 0]],
    ['revenue by channel, last touch, this month', 'last_touch', ['google', 100], ['meta', 0]],
    ['linear revenue by channel this month', 'linear', ['google', 50], ['meta', 50]],
  ])('answers "%s" with %s', async (question, model, ...rows) => {
    const { data, interpretation, meta } = await ask(question)
    expect(interpretation).toMatchObject({ intent: 'attribution', model: [model], unmatched: [], confidence: 1 })
    expect(credits(data)).toEqual(rows.map((row) => [model, ...row]))
    expect(meta.warnings.join()).not.toContain('model')
  })

  test('returns the rows of both models for a question that names two', async () => {
    const { data, interpretation, meta } = await ask('first click vs last click revenue by channel this month')
    expect(interpretation).toMatchObject({ model: ['first_touch', 'last_touch'], unmatched: [], confidence: 1 })
    expect(credits(data)).toEqual([
      ['first_touch', 'meta', 100],
      ['first_touch', 'google', 0],
      ['last_touch', 'google', 100],
      ['last_touch', 'meta', 0],
    ])
    expect(meta.total_rows).toBe(4)
  })

  test('uses the model of the brand when a question names none', async () => {
    const { data } = await ask('attributed revenue by channel this month')
    expect(credits(data)).toEqual([
      ['position', 'google', 50],
      ['position', 'meta', 50],
    ])
  })

  test.each([
    ['any last click anomalies this month', 'anomalies', 'last click'],
    ['why did first touch revenue drop last week', 'explain_change', 'first touch'],
    ['data driven budget recommendations', 'budget_recommendations', 'data driven'],
  ])('"%s" lists the model as unmatched for %s', async (question, intent, phrase) => {
    const { interpretation } = await ask(question)
    expect(interpretation).toMatchObject({ intent, model: null, unmatched: [phrase] })
    expect(interpretation.confidence).toBeLessThan(0.5)
  })
})

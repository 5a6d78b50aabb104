import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApi } from '../support/api.ts'
import type { Api } from '../support/api.ts'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { createTenant } from '../support/factories.ts'
import { ingest } from '../support/ingest.ts'

let database: TestDatabase
let api: Api
let key: string

beforeAll(async () => {
  database = await createDatabase()
  api = await startApi(database)
  const tenant = await createTenant(database.sql)
  await ingest(
    database,
    tenant.brandId,
    Array.from({ length: 12 }, (_, day) => ({
      date: `2026-11-${String(day + 1).padStart(2, '0')}`,
      platform: 'meta',
      account_id: 'm',
      campaign_id: 'c',
      spend: 100,
      impressions: 10_000,
      clicks: 200,
      conversions: 10,
      revenue: 500,
    })),
  )
  key = tenant.key
})
afterAll(async () => {
  await api.stop()
  await database.stop()
})

async function read(query: Record<string, string>) {
  return await api.http.get('/v1/explanations').query(query).set('Authorization', `Bearer ${key}`)
}

test('explains a sum of more days by the days, and judges a presumed direction by the mean a day', async () => {
  const days = {
    date_from: '2026-11-05',
    date_to: '2026-11-12',
    compared_from: '2026-11-01',
    compared_to: '2026-11-04',
  }
  const { body } = await read({ metric: 'revenue', ...days, expected_direction: 'up' })
  const { change, is_as_expected, factors, summary } = body.explanation
  expect([change, is_as_expected]).toEqual([2000, false])
  expect(factors.filter(({ contribution }: { contribution: number }) => contribution !== 0)).toEqual([
    { factor: 'days', unit: 'count', current: 8, previous: 4, contribution: 2000, share_of_change: 1 },
  ])
  expect(summary).toContain('Revenue a day did not go up. Revenue went up by 100')
  expect(summary).toContain('The largest factor is the number of days (+2')
  // A ratio does not depend on the number of days.
  const { body: ratio } = await read({ metric: 'roas', ...days })
  expect(ratio.explanation.factors.map(({ factor }: { factor: string }) => factor)).not.toContain('days')
})

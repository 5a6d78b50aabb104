import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { knownMetricNames } from '../../shared/schema/analytics/metric_names.ts'
import { startApi } from '../support/api.ts'
import type { Api } from '../support/api.ts'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { createTenant } from '../support/factories.ts'
import { ingest } from '../support/ingest.ts'

let database: TestDatabase
let api: Api

beforeAll(async () => {
  database = await createDatabase()
  api = await startApi(database)
})
afterAll(async () => {
  await api.stop()
  await database.stop()
})

interface Definition {
  name: string
  unit: string
  formula: string
  additive: boolean
  better: string
  description: string | null
}

describe('knownMetricNames', () => {
  test('lists the metrics of the catalog in order', async () => {
    const { key } = await createTenant(database.sql)
    const { body } = await api.http.get('/v1/metrics/definitions').set('Authorization', `Bearer ${key}`)
    expect(knownMetricNames).toEqual((body.data as Definition[]).map(({ name }) => name))
  })
})

describe('GET /v1/metrics/definitions', () => {
  test('returns every metric with its formula before any data is ingested', async () => {
    const { key } = await createTenant(database.sql)
    const response = await api.http.get('/v1/metrics/definitions').set('Authorization', `Bearer ${key}`)
    expect(response.status).toBe(200)
    const definitions = new Map((response.body.data as Definition[]).map((definition) => [definition.name, definition]))
    expect(definitions.get('roas')).toEqual({
      name: 'roas',
      label: 'ROAS',
      unit: 'multiple',
      formula: 'revenue / spend',
      additive: false,
      better: 'up',
      description: null,
    })
    expect(definitions.get('cpm')?.formula).toBe('1000 * spend / impressions')
    expect(definitions.get('poas')?.formula).toBe('(revenue - cogs - spend) / spend')
    expect(definitions.get('profit')).toMatchObject({
      formula: 'revenue - cogs - spend',
      additive: true,
      unit: 'money',
    })
    expect(definitions.get('reach')?.additive).toBe(false)
    expect(definitions.size).toBe(knownMetricNames.length)
  })

  test('lists only names that /v1/metrics accepts', async () => {
    const { key } = await createTenant(database.sql)
    const { body } = await api.http.get('/v1/metrics/definitions').set('Authorization', `Bearer ${key}`)
    const names = (body.data as Definition[]).map(({ name }) => name).join(',')
    const response = await api.http
      .get('/v1/metrics')
      .query({ date_from: '2026-11-01', date_to: '2026-11-02', metrics: names })
      .set('Authorization', `Bearer ${key}`)
    expect(response.body.error.code).toBe('data_not_ready')
  })
})

describe('analytics.ask', () => {
  test.each([null, 'platform', 'campaign', 'adset', 'ad'])(
    'returns all metrics at once grouped by %s',
    async (groupBy) => {
      const { brandId } = await createTenant(database.sql)
      await ingest(database, brandId, [
        { date: '2026-11-02', platform: 'meta', account_id: 'm', campaign_id: 'c', spend: 2, revenue: 6 },
      ])
      const [row] = await database.sql`
      select
        analytics.ask(
          brands,
          (select array_agg(metric_definitions.name order by metric_definitions.position) from analytics.metric_definitions),
          '2026-11-01', '2026-11-10', group_by => ${groupBy}, granularity => 'day'
        ) -> 'data' as answer
      from core.brands
      where brands.brand_id = ${brandId}`
      expect(row?.answer).toMatchObject([{ date: '2026-11-02', spend: 2, revenue: 6, roas: 3 }])
      expect(Object.keys(row?.answer[0]).slice(-knownMetricNames.length)[0]).toBe('spend')
    },
  )
})

describe('401', () => {
  test('is returned without a key', async () => {
    expect((await api.http.get('/v1/metrics/definitions')).status).toBe(401)
  })
})

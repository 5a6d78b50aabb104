import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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

function days(first: string, last: string): string[] {
  const count = (Date.parse(last) - Date.parse(first)) / 86_400_000 + 1
  return Array.from({ length: count }, (_, index) =>
    new Date(Date.parse(first) + index * 86_400_000).toISOString().slice(0, 10),
  )
}

const reports = (platform: string, dates: string[], spend = 10) =>
  dates.map((date) => ({ date, platform, account_id: platform, campaign_id: platform, campaign_name: platform, spend }))

/** A brand whose Google account reports every day and whose Meta account reports on these days. */
async function brandOf(metaDays: string[]) {
  const tenant = await createTenant(database.sql)
  await ingest(database, tenant.brandId, [
    ...reports('google', days('2026-09-01', '2026-11-19')),
    ...reports('meta', metaDays),
  ])
  return tenant
}

async function get(key: string, path: string, query: object) {
  const { status, body } = await api.http.get(path).query(query).set('Authorization', `Bearer ${key}`)
  expect(status).toBe(200)
  return body
}

const november = { date_from: '2026-11-01', date_to: '2026-11-19', metrics: 'spend' }
const silence = 'Account meta on meta has reported through 2026-11-01 only'

describe('an account that stops reporting', () => {
  test('makes later days partial with a warning until it reports zero spend', async () => {
    const { key, brandId } = await brandOf(days('2026-09-01', '2026-11-01'))
    const silent = await get(key, '/v1/metrics', november)
    expect(silent.totals).toEqual({ partial: true, spend: 200 })
    expect(silent.data.filter((row: { partial?: boolean }) => row.partial)).toHaveLength(18)
    expect(silent.meta.warnings).toContain(`${silence}. Later days do not include this account.`)
    const google = await get(key, '/v1/metrics', { ...november, platform: 'google' })
    expect([google.totals, google.meta.warnings.join()]).toEqual([{ spend: 190 }, expect.not.stringContaining('meta')])
    const anomalies = await get(key, '/v1/anomalies', { days: 30 })
    expect(anomalies.meta.warnings.join(' ')).toContain(silence)

    await ingest(database, brandId, reports('meta', ['2026-11-02'], 0))
    const ended = await get(key, '/v1/metrics', november)
    expect(ended.totals).toEqual({ spend: 200 })
    expect(ended.meta.warnings.join()).not.toContain('has reported through')
    const after = await get(key, '/v1/anomalies', { days: 30 })
    expect(after.meta.warnings.join(' ')).not.toContain('Account meta')
  })

  test('is treated as ended after 90 days', async () => {
    const { key } = await brandOf(days('2026-07-01', '2026-07-31'))
    const partial = await get(key, '/v1/metrics', { ...november, date_from: '2026-10-20', granularity: 'week' })
    expect(partial.meta.warnings.join()).toContain('Account meta on meta has reported through 2026-07-31 only')
    const { totals, meta } = await get(key, '/v1/metrics', november)
    expect([totals, meta.warnings.join()]).toEqual([{ spend: 190 }, expect.not.stringContaining('meta')])
  })
})

describe('an account that pauses its reports', () => {
  test('for a week or longer makes those days partial with a warning', async () => {
    const { key } = await brandOf([...days('2026-10-01', '2026-11-03'), ...days('2026-11-13', '2026-11-19')])
    const { data, meta } = await get(key, '/v1/metrics', november)
    const partial = data.filter((row: { partial?: boolean }) => row.partial).map(({ date }: { date: string }) => date)
    expect(partial.toSorted()).toEqual(days('2026-11-04', '2026-11-12'))
    expect(meta.warnings).toContain('Account meta on meta has no report of 2026-11-04 to 2026-11-12.')
    const within = await get(key, '/v1/metrics', { ...november, date_from: '2026-11-06', date_to: '2026-11-07' })
    expect(within.totals).toEqual({ partial: true, spend: 20 })
  })

  test('for less than a week leaves those days complete', async () => {
    const { key } = await brandOf([...days('2026-10-01', '2026-11-03'), ...days('2026-11-10', '2026-11-19')])
    const { totals, meta } = await get(key, '/v1/metrics', november)
    expect([totals.partial, meta.warnings.join()]).toEqual([undefined, expect.not.stringContaining('meta')])
  })
})

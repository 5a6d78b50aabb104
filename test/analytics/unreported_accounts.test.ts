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

  test('for one to six days makes those days partial if it usually reports these weekdays', async () => {
    const { key } = await brandOf([
      ...days('2026-10-01', '2026-11-03'),
      ...days('2026-11-09', '2026-11-15'),
      '2026-11-17',
    ])
    const { data, totals, meta } = await get(key, '/v1/metrics', { ...november, date_to: '2026-11-17' })
    const partial = data.filter((row: { partial?: boolean }) => row.partial).map(({ date }: { date: string }) => date)
    expect(partial.toSorted()).toEqual([...days('2026-11-04', '2026-11-08'), '2026-11-16'])
    expect(totals.partial).toBe(true)
    expect(meta.warnings.join(' ')).toContain('2026-11-04 to 2026-11-08')
    expect(meta.warnings.join(' ')).toContain('2026-11-16')
    const single = await get(key, '/v1/metrics', { ...november, date_from: '2026-11-16', date_to: '2026-11-17' })
    expect(single.meta.warnings).toContain('Account meta on meta has no report of 2026-11-16.')
    const asOf = await get(key, '/v1/metrics', { ...november, date_to: '2026-11-17', as_of: '2026-11-20' })
    expect(asOf.meta.warnings.join(' ')).toContain('2026-11-04 to 2026-11-08')
  })

  test('is named where its days are broken down, averaged and forecast', async () => {
    const { key, brandId } = await brandOf([...days('2026-08-01', '2026-11-03'), ...days('2026-11-09', '2026-11-19')])
    const gap = 'Account meta on meta has no report of 2026-11-04 to 2026-11-08.'
    const broken = await get(key, '/v1/breakdown', { ...november, level: 'ad_account' })
    expect(broken.meta.warnings).toContain(gap)
    const asked = await api.http
      .post('/v1/query')
      .set('Authorization', `Bearer ${key}`)
      .send({ question: 'average daily spend from 2026-11-01 to 2026-11-19' })
    expect(JSON.stringify(asked.body)).toContain('2026-11-04')
    const [known] = await database.sql`
      select array_agg(day::text order by day) filter (where numerator is null) as days from analytics.daily_series(${brandId}, 'spend')`
    expect(known?.days).toEqual(days('2026-11-04', '2026-11-08'))
  })

  test('has no gap on weekdays without reports, nor on days that few weeks know', async () => {
    const weekdays = days('2026-09-01', '2026-11-19').filter((day) => new Date(day).getUTCDay() % 6 !== 0)
    const { key } = await brandOf(weekdays)
    const { totals, meta } = await get(key, '/v1/metrics', november)
    expect([totals.partial, meta.warnings.join()]).toEqual([undefined, expect.not.stringContaining('meta')])
    const seldom = await brandOf(['2026-11-02', '2026-11-05', '2026-11-08', '2026-11-12', '2026-11-16', '2026-11-19'])
    const rare = await get(seldom.key, '/v1/metrics', november)
    expect(rare.meta.warnings.join()).not.toContain('meta')
  })
})

describe('an explanation of periods with days that an account did not report', () => {
  const periods = {
    metric: 'spend',
    date_from: '2026-11-06',
    date_to: '2026-11-12',
    compared_from: '2026-10-30',
    compared_to: '2026-11-05',
  }
  const [loose, strict] = [days('2026-08-01', '2026-11-07'), days('2026-11-13', '2026-11-19')]

  test('leaves out these days of the account in both periods and states their number', async () => {
    const { key, brandId } = await brandOf([...loose, ...strict])
    const { explanation, meta } = await get(key, '/v1/explanations', periods)
    expect(explanation.current.value).toBe(90)
    expect(explanation.change).toBe(0)
    expect(explanation.campaigns.every(({ contribution }: { contribution: number }) => contribution === 0)).toBe(true)
    expect(meta.warnings.join(' ')).toContain('5 days')
    expect(meta.warnings.join(' ')).toContain('2026-11-08 to 2026-11-12')
    const swapped = await get(key, '/v1/explanations', {
      metric: 'spend',
      date_from: '2026-11-13',
      date_to: '2026-11-19',
      compared_from: '2026-11-06',
      compared_to: '2026-11-12',
    })
    expect([swapped.explanation.change, swapped.meta.warnings.join(' ')]).toEqual([
      0,
      expect.stringContaining('5 days'),
    ])
    const parts = await database.sql`
      select contribution from analytics.explain_change(${brandId}, 'spend', '2026-11-06', '2026-11-12', '2026-10-30', '2026-11-05')`
    expect(parts.every(({ contribution }) => Number(contribution) === 0)).toBe(true)
  })

  test('states the days in the answer to a question', async () => {
    const { key } = await brandOf([...loose, ...strict])
    const { body } = await api.http
      .post('/v1/query')
      .set('Authorization', `Bearer ${key}`)
      .send({ question: 'why did spend fall from 2026-11-06 to 2026-11-12 compared with the previous period' })
    expect(body.explanations?.[0]?.change ?? body.explanations).toBe(0)
    expect(JSON.stringify(body)).toContain('5 days')
  })
})

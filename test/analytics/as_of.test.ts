import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApi } from '../support/api.ts'
import type { Api } from '../support/api.ts'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { createTenant, issueKey } from '../support/factories.ts'
import { openPast } from '../support/stored_at.ts'
import type { Past } from '../support/stored_at.ts'

let database: TestDatabase
let past: Past
let api: Api

beforeAll(async () => {
  database = await createDatabase()
  past = openPast(database)
  api = await startApi(database)
})
afterAll(async () => {
  await api.stop()
  await past.end()
  await database.stop()
})

const ad = {
  platform: 'meta',
  account_id: 'm',
  campaign_id: 'c1',
  campaign_name: 'Old name',
  adset_id: 's1',
  ad_id: 'a1',
}
const other = { ...ad, ad_id: 'a2' }
const google = { platform: 'google', account_id: 'g', campaign_id: 'g1', campaign_name: 'Search' }

async function metrics(key: string, query: Record<string, string>) {
  return api.http
    .get('/v1/metrics')
    .query({ date_from: '2026-11-01', date_to: '2026-11-10', metrics: 'spend,conversions', ...query })
    .set('Authorization', `Bearer ${key}`)
}

const spends = (body: { data: { date: string; spend: number }[] }) => body.data.map(({ date, spend }) => [date, spend])

describe('400', () => {
  test.each([
    ['2026-11-21', '`as_of` must not be after today, 2026-11-20.'],
    ['yesterday', '`as_of` must be a calendar date as YYYY-MM-DD, from 1990-01-01 to 2100-12-31.'],
  ])('returns it for as_of=%s', async (asOf, message) => {
    const { brandId, key } = await createTenant(database.sql)
    await past.store('2026-11-03T06:00:00Z', brandId, [{ ...ad, date: '2026-11-02', spend: 1 }])
    const { status, body } = await metrics(key, { as_of: asOf })
    expect([status, body.error.message]).toEqual([400, message])
  })
})

describe('409', () => {
  test('returns it before the first stored report, with the day of that report', async () => {
    const { brandId, key } = await createTenant(database.sql)
    await past.store('2026-11-03T06:00:00Z', brandId, [{ ...ad, date: '2026-11-02', spend: 1 }])
    const { status, body } = await metrics(key, { as_of: '2026-11-02' })
    expect([status, body.error.code, body.error.message]).toEqual([
      409,
      'data_not_ready',
      'No ad data of this brand had been stored by the end of 2026-11-02. The first report was stored on 2026-11-03.',
    ])
  })

  test('returns it by hour before the first stored report by hour', async () => {
    const { brandId, key } = await createTenant(database.sql)
    await past.store('2026-11-03T06:00:00Z', brandId, [{ ...ad, date: '2026-11-02', spend: 1 }])
    await past.store('2026-11-05T06:00:00Z', brandId, [{ ...google, date: '2026-11-04', hour: 3, spend: 1 }])
    const query = { granularity: 'hour', as_of: '2026-11-04' }
    expect((await metrics(key, query)).status).toBe(409)
    expect((await metrics(key, { ...query, as_of: '2026-11-05' })).body.totals.spend).toBe(1)
  })
})

describe('as_of', () => {
  test('never returns rows of another brand', async () => {
    const [one, two] = [await createTenant(database.sql), await createTenant(database.sql)]
    await past.store('2026-11-03T06:00:00Z', one.brandId, [{ ...ad, date: '2026-11-02', spend: 1 }])
    await past.store('2026-11-04T06:00:00Z', one.brandId, [{ ...ad, date: '2026-11-02', spend: 2 }])
    await past.store('2026-11-03T06:00:00Z', two.brandId, [{ ...ad, date: '2026-11-02', spend: 50 }])
    const { body } = await metrics(one.key, { as_of: '2026-11-03', level: 'ad' })
    expect(spends(body)).toEqual([['2026-11-02', 1]])
    expect((await metrics(one.key, { as_of: '2026-11-03', brand_id: two.brandId })).status).toBe(403)
  })

  test('returns the values before a later report changed them, also when they fell', async () => {
    const { brandId, key } = await createTenant(database.sql)
    const rows = (spend: number, conversions: number) => [{ ...ad, date: '2026-11-02', spend, conversions }]
    await past.store('2026-11-03T06:00:00Z', brandId, rows(10, 1))
    await past.store('2026-11-05T06:00:00Z', brandId, rows(10, 4))
    await past.store('2026-11-07T06:00:00Z', brandId, rows(9, 3))
    const at = async (asOf: string) => (await metrics(key, { as_of: asOf })).body.totals
    expect(await at('2026-11-04')).toMatchObject({ spend: 10, conversions: 1 })
    expect(await at('2026-11-05')).toMatchObject({ spend: 10, conversions: 4 })
    expect(await at('2026-11-06')).toMatchObject({ spend: 10, conversions: 4 })
    expect(await at('2026-11-07')).toMatchObject({ spend: 9, conversions: 3 })
    expect((await metrics(key, {})).body).toMatchObject({ totals: { spend: 9, conversions: 3 }, meta: { as_of: null } })
  })

  test('ends with the day of the time zone of the brand', async () => {
    const { brandId, key } = await createTenant(database.sql, { timezone: 'America/New_York' })
    await past.store('2026-11-05T04:59:00Z', brandId, [{ ...ad, date: '2026-11-02', spend: 1 }])
    await past.store('2026-11-06T04:59:59Z', brandId, [{ ...ad, date: '2026-11-02', spend: 2 }])
    await past.store('2026-11-06T05:00:00Z', brandId, [{ ...ad, date: '2026-11-02', spend: 3 }])
    expect((await metrics(key, { as_of: '2026-11-03' })).status).toBe(409)
    expect((await metrics(key, { as_of: '2026-11-04' })).body.totals.spend).toBe(1)
    expect((await metrics(key, { as_of: '2026-11-05' })).body.totals.spend).toBe(2)
    expect((await metrics(key, { as_of: '2026-11-06' })).body.totals.spend).toBe(3)
  })

  test('has no row between its removal and the report that brought it back', async () => {
    const { brandId, key } = await createTenant(database.sql)
    const kept = { ...other, date: '2026-11-02', spend: 5 }
    await past.store('2026-11-03T06:00:00Z', brandId, [{ ...ad, date: '2026-11-02', spend: 1 }, kept])
    await past.at('2026-11-05T06:00:00Z')
    await past.sql`
      delete from analytics.facts_daily as facts using analytics.entities
      where facts.brand_id = ${brandId} and entities.brand_id = ${brandId} and entities.entity_id = facts.entity_id and external_id = 'a1'`
    await past.store('2026-11-07T06:00:00Z', brandId, [{ ...ad, date: '2026-11-02', spend: 2 }])
    const at = async (asOf: string) => (await metrics(key, { as_of: asOf, level: 'ad' })).body.totals.spend
    expect([await at('2026-11-04'), await at('2026-11-05'), await at('2026-11-06'), await at('2026-11-07')]).toEqual([
      6, 5, 5, 7,
    ])
  })

  test('keeps one version of several changes in one transaction', async () => {
    const { brandId } = await createTenant(database.sql)
    await past.store('2026-11-03T06:00:00Z', brandId, [{ ...ad, date: '2026-11-02', spend: 1 }])
    await past.at('2026-11-04T06:00:00Z')
    await past.sql.begin(async (sql) => {
      await sql`update analytics.facts_daily set spend_micros = 2000000 where brand_id = ${brandId}`
      await sql`update analytics.facts_daily set spend_micros = 3000000 where brand_id = ${brandId}`
    })
    const versions =
      await database.sql`select spend_micros from analytics.facts_daily_versions where brand_id = ${brandId}`
    expect(versions).toEqual([{ spend_micros: '1000000' }])
    const changes = await database.sql`
      select measure, from_value::float, to_value::float from analytics.restatements where brand_id = ${brandId}`
    expect(changes).toEqual([{ measure: 'spend', from_value: 1, to_value: 3 }])
  })

  test('returns the report of that time when spend moved from campaigns to ads', async () => {
    const { brandId, key } = await createTenant(database.sql)
    const { adset_id: _, ad_id: __, ...campaign } = ad
    await past.store('2026-11-03T06:00:00Z', brandId, [{ ...campaign, date: '2026-11-02', spend: 7 }])
    await past.store('2026-11-05T06:00:00Z', brandId, [
      { ...ad, date: '2026-11-02', spend: 3 },
      { ...other, date: '2026-11-02', spend: 5 },
    ])
    for (const level of ['account', 'campaign', 'adset', 'ad']) {
      expect((await metrics(key, { as_of: '2026-11-04', level })).body.totals.spend).toBe(7)
      expect((await metrics(key, { as_of: '2026-11-05', level })).body.totals.spend).toBe(8)
    }
    expect((await metrics(key, { as_of: '2026-11-04', level: 'ad' })).body.data).toMatchObject([
      { ad_id: null, spend: 7 },
    ])
  })

  test('applies filters, and says that names are those of now', async () => {
    const { brandId, key } = await createTenant(database.sql)
    await past.store('2026-11-03T06:00:00Z', brandId, [
      { ...ad, date: '2026-11-02', spend: 1 },
      { ...google, date: '2026-11-02', spend: 10 },
    ])
    await past.store('2026-11-05T06:00:00Z', brandId, [
      { ...ad, campaign_name: 'New name', date: '2026-11-02', spend: 2 },
    ])
    const { body } = await metrics(key, {
      as_of: '2026-11-04',
      level: 'campaign',
      platform: 'facebook',
      metrics: 'spend,spend_share',
    })
    expect(body.data).toMatchObject([{ campaign_name: 'New name', spend: 1, spend_share: 0.090909 }])
    expect(body.meta.as_of).toBe('2026-11-04')
    expect(body.meta.warnings).toContain(
      'The numbers are those that were stored by the end of 2026-11-04. Names, statuses, campaigns and currencies are those of now.',
    )
  })

  test('marks the days that were not whole by then as partial, with the account', async () => {
    const { brandId, key } = await createTenant(database.sql)
    await past.store('2026-11-04T18:00:00Z', brandId, [
      { ...ad, date: '2026-11-03', spend: 4 },
      { ...ad, date: '2026-11-04', spend: 2 },
    ])
    await past.store('2026-11-06T02:00:00Z', brandId, [
      { ...ad, date: '2026-11-04', spend: 3 },
      { ...ad, date: '2026-11-05', spend: 5 },
    ])
    const { body } = await metrics(key, { as_of: '2026-11-04', metrics: 'spend' })
    expect(body.data).toEqual([
      { date: '2026-11-03', spend: 4 },
      { date: '2026-11-04', partial: true, spend: 2 },
    ])
    expect(body.totals).toEqual({ partial: true, spend: 6 })
    expect(body.meta).toMatchObject({ data_through: '2026-11-04', ready_from: '2026-11-03' })
    expect(body.meta.warnings).toEqual([
      'date_to is after as_of. The answer ends with 2026-11-04.',
      'The numbers are those that were stored by the end of 2026-11-04. Names, statuses, campaigns and currencies are those of now.',
      'Data begins on 2026-11-03. The answer does not include earlier days.',
      'Account m on meta reported 2026-11-04 before that day had ended. A part of the day is missing.',
    ])
    expect((await metrics(key, { as_of: '2026-11-06', metrics: 'spend' })).body.data).toEqual([
      { date: '2026-11-03', spend: 4 },
      { date: '2026-11-04', spend: 3 },
      { date: '2026-11-05', spend: 5 },
    ])
  })

  test('does not take the day of as_of without any report for a complete one', async () => {
    const { brandId, key } = await createTenant(database.sql)
    await past.store('2026-11-06T06:00:00Z', brandId, [
      { ...ad, date: '2026-11-03', spend: 3 },
      { ...ad, date: '2026-11-04', spend: 4 },
      { ...ad, date: '2026-11-05', spend: 5 },
    ])
    const query = { date_from: '2026-11-03', metrics: 'spend', as_of: '2026-11-06' }
    const { body } = await metrics(key, { ...query, date_to: '2026-11-06' })
    expect(body.totals).toEqual({ partial: true, spend: 12 })
    expect(body.meta.warnings).toContain('No account had reported 2026-11-06 by the end of that day.')
    expect((await metrics(key, { ...query, date_to: '2026-11-05' })).body.totals).toEqual({ spend: 12 })
  })

  test('names the accounts that were late by then, and leaves out bases that were missing then', async () => {
    const { brandId, key } = await createTenant(database.sql)
    await past.store('2026-11-06T06:00:00Z', brandId, [
      { ...google, date: '2026-11-03', spend: 10, revenue: 30 },
      { ...google, date: '2026-11-05', spend: 10, revenue: 30 },
      { ...ad, date: '2026-11-03', spend: 90 },
    ])
    await past.store('2026-11-09T06:00:00Z', brandId, [
      { ...ad, date: '2026-11-03', spend: 90, revenue: 90 },
      { ...ad, date: '2026-11-05', spend: 10, revenue: 10 },
    ])
    const query = { date_from: '2026-11-03', date_to: '2026-11-05', metrics: 'roas' }
    const then = (await metrics(key, { ...query, as_of: '2026-11-06' })).body
    expect(then.totals).toEqual({ partial: true, roas: 3 })
    expect(then.meta.warnings).toEqual(
      expect.arrayContaining([
        'Account m on meta reports no revenue. Computed without this account: roas.',
        'Account m on meta has reported through 2026-11-03 only. Later days do not include this account.',
      ]),
    )
    const now = (await metrics(key, { ...query, as_of: '2026-11-09' })).body
    expect(now.totals).toEqual({ roas: 1.333333 })
    expect(now.meta.warnings).toHaveLength(1)
  })

  test('returns hours as of then, and marks the hour that was not over at the last report', async () => {
    const { brandId, key } = await createTenant(database.sql)
    const hours = (late: number) => [
      { ...google, date: '2026-11-04', hour: 21, spend: 1 },
      { ...google, date: '2026-11-04', hour: 22, spend: late },
    ]
    await past.store('2026-11-04T22:30:00Z', brandId, hours(2))
    await past.store('2026-11-05T01:00:00Z', brandId, hours(4))
    const query = { granularity: 'hour', metrics: 'spend' }
    expect((await metrics(key, { ...query, as_of: '2026-11-04' })).body.data).toEqual([
      { date: '2026-11-04T21:00:00+00:00', spend: 1 },
      { date: '2026-11-04T22:00:00+00:00', partial: true, spend: 2 },
    ])
    expect((await metrics(key, { ...query, as_of: '2026-11-05' })).body.totals.spend).toBe(5)
  })

  test('returns the days of simulated data that had ended by then to a test key', async () => {
    const { accountId, brandId } = await createTenant(database.sql)
    const { key } = await issueKey(database.sql, accountId, { prefix: 'svc_sk_test_' })
    const { body } = await metrics(key, { as_of: '2026-11-05', brand_id: brandId })
    expect(body.data.map(({ date }: { date: string }) => date).at(-1)).toBe('2026-11-04')
  })

  test('is in psql with the rows of each state', async () => {
    const { brandId } = await createTenant(database.sql)
    await past.store('2026-11-03T06:00:00Z', brandId, [{ ...ad, date: '2026-11-02', spend: 1 }])
    await past.store('2026-11-05T06:00:00Z', brandId, [{ ...ad, date: '2026-11-02', spend: 2 }])
    const rows = await database.sql`
      select spend_micros::integer, replaced_at is null as counts
      from analytics.facts_as_of(${brandId}, '2026-11-01', '2026-11-30', '2026-11-05')
      union all
      select spend_micros::integer, replaced_at is null
      from analytics.facts_as_of(${brandId}, '2026-11-01', '2026-11-30', '2026-11-06')`
    expect(rows).toEqual([
      { spend_micros: 1_000_000, counts: false },
      { spend_micros: 2_000_000, counts: true },
    ])
  })
})

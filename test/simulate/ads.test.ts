import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApi } from '../support/api.ts'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { createTenant, issueKey } from '../support/factories.ts'

let database: TestDatabase
let other: TestDatabase

beforeAll(async () => {
  database = await createDatabase({ now: '2027-03-19T12:00:00Z' })
  other = await createDatabase({ now: '2027-03-19T12:00:00Z' })
})
afterAll(async () => {
  await database.stop()
  await other.stop()
})

/** Everything a test key can see of the facts, as one line. */
async function checksum({ sql }: TestDatabase): Promise<string> {
  const [row] = await sql`
    select md5(string_agg(facts::text, '|' order by facts::text)) as sum
    from (
      select day::text, platform, campaign_id, adset_id, ad_id, facts_daily.*
      from analytics.facts_daily
      join analytics.entity_paths using (brand_id, entity_id)
      where brand_id = 'brd_simulated'
    ) as facts`
  return row?.sum as string
}

describe('the simulated brand', () => {
  test('covers 400 days by day and 35 by the hour', async () => {
    const rows = await database.sql`
      select kind, first_on::text, last_on::text from analytics.data_status where brand_id = 'brd_simulated' order by kind`
    expect(rows).toEqual([
      { kind: 'ads_daily', first_on: '2025-10-16', last_on: '2026-11-19' },
      { kind: 'ads_hourly', first_on: '2026-10-16', last_on: '2026-11-19' },
      { kind: 'journeys', first_on: '2025-10-06', last_on: '2026-11-19' },
      { kind: 'orders', first_on: '2025-10-16', last_on: '2026-11-19' },
    ])
    const [counts] = await database.sql`
      select count(distinct day)::integer as days, count(distinct entity_id)::integer as entities
      from analytics.facts_daily where brand_id = 'brd_simulated'`
    expect(counts).toEqual({ days: 400, entities: 49 })
  })

  test('extended day by day is the same as extended at once, through the night the clocks change', async () => {
    await database.sql`select simulate.extend('2027-03-18')`
    for (let day = 20; day <= 22; day++) await other.sql`select simulate.extend(${`2026-11-${day}`})`
    await other.sql`select simulate.extend('2027-03-12')`
    for (let day = 13; day <= 18; day++) await other.sql`select simulate.extend(${`2027-03-${day}`})`
    expect(await checksum(other)).toBe(await checksum(database))
  })

  test('is not extended twice', async () => {
    const [row] = await database.sql`select simulate.extend('2027-03-18') as days`
    expect(row?.days).toBe(0)
  })

  test('adds up: hours to days, days to roll-ups', async () => {
    const [hours] = await database.sql`
      select count(*)::integer as wrong
      from (
        select (hour at time zone 'America/New_York')::date as day, entity_id, sum(spend_micros) as spend, sum(clicks) as clicks
        from analytics.facts_hourly where brand_id = 'brd_simulated' group by 1, 2
      ) as summed
      join analytics.facts_daily as daily using (day, entity_id)
      where daily.brand_id = 'brd_simulated' and (daily.spend_micros, daily.clicks) is distinct from (summed.spend, summed.clicks)`
    expect(hours?.wrong).toBe(0)
    const levels = await database.sql`
      select level, sum(spend_micros)::text as spend from analytics.rollups_daily where brand_id = 'brd_simulated' group by level
      union select 'ad', sum(spend_micros)::text from analytics.facts_daily where brand_id = 'brd_simulated'`
    expect(levels).toHaveLength(4)
    expect(new Set(levels.map((row) => row.spend)).size).toBe(1)
  })

  test('tells a consistent story: no more clicks than impressions, no purchases without clicks', async () => {
    const [row] = await database.sql`
      select count(*)::integer as wrong
      from analytics.facts_daily
      where brand_id = 'brd_simulated'
        and not (
          impressions >= reach and impressions >= clicks and clicks >= link_clicks and link_clicks >= landing_page_views
          and add_to_carts_micros >= checkouts_micros and checkouts_micros >= purchases_micros
          and purchases_micros <= clicks * 1000000 and spend_micros > 0 and video_p25 >= video_p100 is not false
        )`
    expect(row?.wrong).toBe(0)
  })

  test('plants every detector’s anomaly in any thirty days', async () => {
    const rows = await database.sql`
      select count(*)::integer as plants, detector
      from generate_series(date '2025-01-01', date '2027-01-01', '1 day') as start,
        simulate.planted_anomalies(start::date, start::date + 29)
      group by start, detector`
    expect(rows.length).toBe(731 * 3)
  })
})

describe('a test key', () => {
  test('gets the same bytes for the same request, whatever the account and the database', async () => {
    const third = await createDatabase({ now: '2027-03-19T12:00:00Z' })
    const fourth = await createDatabase({ now: '2027-03-19T12:00:00Z' })
    const answer = async (own: TestDatabase) => {
      const api = await startApi(own)
      const { accountId, brandId } = await createTenant(own.sql, { currency: 'EUR', timezone: 'Asia/Tokyo' })
      const { key } = await issueKey(own.sql, accountId, { prefix: 'svc_sk_test_' })
      const paths = [
        '/v1/brands?x=1',
        '/v1/metrics?date_from=2026-01-01&date_to=2026-11-30&granularity=month&level=campaign&metrics=spend,roas,ctr',
        '/v1/metrics?date_from=2026-11-01&date_to=2026-11-01&granularity=hour&level=ad&limit=500&metrics=spend,purchases',
      ]
      const texts = []
      for (const path of paths) {
        const response = await api.http
          .get(path)
          .set({ Authorization: `Bearer ${key}`, 'X-Request-Id': 'the-same-request' })
        expect(response.status).toBe(200)
        expect(response.body.meta.simulated).toBe(true)
        texts.push(response.text.replaceAll(brandId, 'brd'))
      }
      await api.stop()
      return texts
    }
    expect(await answer(fourth)).toEqual(await answer(third))
    await third.stop()
    await fourth.stop()
  })

  test('answers a brand with nothing ingested, in the simulated brand’s currency and zone', async () => {
    const api = await startApi(database)
    const { accountId } = await createTenant(database.sql, { currency: 'EUR' })
    const { key } = await issueKey(database.sql, accountId, { prefix: 'svc_sk_test_' })
    const { body } = await api.http.get('/v1/brands').set('Authorization', `Bearer ${key}`)
    expect(body.data[0]).toMatchObject({
      currency: 'USD',
      timezone: 'America/New_York',
      platforms: ['google', 'meta', 'tiktok'],
    })
    await api.stop()
  })
})

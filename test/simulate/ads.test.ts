import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { extendSimulation } from '../../functions/worker/queues/extend_simulation.ts'
import { dayNumber } from '../../shared/simulation/calendar.ts'
import { plantedBetween } from '../../shared/simulation/planted_anomalies.ts'
import { simulatedWorld } from '../../shared/simulation/worlds/simulated.ts'
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

/** Checksums of the facts, orders, touches and credits that a test key can read. */
async function checksums({ sql }: TestDatabase): Promise<unknown> {
  const [row] = await sql`
    select
      (
        select md5(string_agg(facts::text, '|' order by facts::text))
        from (
          select platform, campaign_id, adset_id, ad_id, to_jsonb(facts_daily) - 'entity_id' - 'summed_measures' as measures
          from analytics.facts_daily
          join analytics.entity_paths using (brand_id, entity_id)
          where brand_id = 'brd_simulated'
        ) as facts
      ) as facts,
      (select md5(string_agg(orders::text, '|' order by orders::text)) from analytics.orders where brand_id = 'brd_simulated') as orders,
      (
        select md5(string_agg(touches::text, '|' order by touches::text))
        from analytics.touchpoints as touches where brand_id = 'brd_simulated'
      ) as touches,
      (
        select md5(string_agg(round(value_micros)::text, '|' order by model, day, channel))
        from analytics.attribution_credits where brand_id = 'brd_simulated' and day > '2026-01-01'
      ) as credits`
  return row
}

const extend = ({ sql }: TestDatabase, through: string) => extendSimulation.run(sql, { through })

describe('the simulated brand', () => {
  test('covers 26 months by day and 35 days by the hour', async () => {
    const rows = await database.sql`
      select kind, first_on::text, last_on::text from analytics.data_status where brand_id = 'brd_simulated' order by kind`
    expect(rows).toEqual([
      { kind: 'ads_daily', first_on: '2024-09-20', last_on: '2026-11-19' },
      { kind: 'ads_hourly', first_on: '2026-10-16', last_on: '2026-11-19' },
      { kind: 'journeys', first_on: '2024-09-20', last_on: '2026-11-19' },
      { kind: 'orders', first_on: '2024-09-20', last_on: '2026-11-19' },
    ])
    const [counts] = await database.sql`
      select count(distinct day)::integer as days, (count(*) / count(distinct day))::integer as ads_a_day
      from analytics.facts_daily where brand_id = 'brd_simulated'`
    expect(counts).toEqual({ days: 791, ads_a_day: 49 })
  })

  test('is the same when extended day by day as when extended at once', async () => {
    const added = await extend(database, '2027-03-18')
    const [held] = await database.sql`
      select count(*)::integer as forecasts from analytics.forecasts
      where brand_id = 'brd_simulated' and trained_through = '2027-03-18'`
    expect(held?.forecasts).toBeGreaterThan(0)
    expect(added).toEqual({
      days_simulated: dayNumber('2027-03-18') - dayNumber('2026-11-19'),
      forecasts_stored: held?.forecasts as number,
    })
    await extend(other, '2026-11-20')
    await extend(other, '2027-03-13')
    // Clocks change on March 14.
    for (const day of [14, 15]) await extend(other, `2027-03-${day}`)
    await extend(other, '2027-03-18')
    expect(await checksums(other)).toEqual(await checksums(database))
  }, 300_000)

  test('is not extended twice', async () => {
    expect(await extend(database, '2027-03-18')).toEqual({ days_simulated: 0, forecasts_stored: 0 })
    const [row] = await database.sql`
      select
        simulate.extend_ads('{"first_on": "2027-03-18", "last_on": "2027-03-18"}') as ads,
        simulate.extend_customers('{"first_on": "2027-03-18", "last_on": "2027-03-18"}') as days`
    expect(row).toEqual({ ads: false, days: 0 })
  })

  test('has days that sum hours and roll-ups that sum days', async () => {
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

  test('has consistent facts, such as no more clicks than impressions', async () => {
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

  test('plants three anomalies of every detector in any sixty days', () => {
    for (let day = dayNumber('2025-01-01'); day <= dayNumber('2027-01-01'); day++) {
      const detectors = plantedBetween(day, day + 59).map(({ detector }) => detector)
      expect(detectors.toSorted()).toEqual([
        ...Array.from({ length: 3 }, () => 'cpa_spike'),
        ...Array.from({ length: 3 }, () => 'roas_drop'),
        ...Array.from({ length: 3 }, () => 'spend_surge'),
      ])
    }
  })
})

describe('anomaly detection', () => {
  test('finds every planted anomaly of the added days, at its campaign or on its platform', async () => {
    await extend(database, '2027-03-18')
    const rows = await database.sql`
      select
        anomalies.day::text as date, anomalies.detector, entities.platform,
        array[entities.external_id, case when anomalies.level = 'account' then first.external_id end] as named
      from analytics.anomalies join analytics.entities using (brand_id, entity_id)
      left join analytics.anomaly_contributors as first using (brand_id, anomaly_id)
      where brand_id = 'brd_simulated' and coalesce(first.position, 1) = 1`
    const { campaigns } = simulatedWorld
    const planted = plantedBetween(dayNumber('2027-01-18'), dayNumber('2027-03-18'))
    expect(planted).toHaveLength(9)
    for (const { date, detector, target } of planted) {
      const campaign = campaigns.find(({ number }) => number === target)
      // An anomaly of an account has the campaign as its first contributor.
      const where = campaign
        ? { platform: campaign.platform, named: expect.arrayContaining([campaign.id]) }
        : { platform: target }
      expect(rows).toContainEqual(expect.objectContaining({ date, detector, ...where }))
    }
  }, 300_000)
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
        '/v1/brands',
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

  test('gets the currency, time zone and platforms of the simulated brand', async () => {
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

describe('extendSimulation', () => {
  test('counts the stored forecasts and deletes days that are too old', async () => {
    await other.sql`
      insert into analytics.detected_days (brand_id, day, tested, flagged) values ('brd_simulated', '2024-10-01', 0, 0)`
    const extended = await extend(other, '2027-03-19')
    const [forecasts] = await other.sql`
      select count(*)::integer as stored from analytics.forecasts
      where brand_id = 'brd_simulated'`
    expect(extended).toEqual({ days_simulated: expect.any(Number), forecasts_stored: forecasts?.stored })
    expect(forecasts?.stored).toBeGreaterThan(0)
    const tables = await other.sql<{ name: string }[]>`
      select attrelid::regclass::text as name
      from pg_attribute
      join pg_class on pg_class.oid = attrelid
      where relnamespace = 'analytics'::regnamespace and relkind in ('r', 'p') and not relispartition
        and attname = 'day' and atttypid = 'date'::regtype`
    expect(tables.map(({ name }) => name)).toContain('analytics.attribution_transitions')
    const first = '2025-01-18'
    for (const { name } of tables) {
      const [row] = await other.sql.unsafe(`select min(day)::text as day from ${name} where brand_id = 'brd_simulated'`)
      if (row?.day) expect([name, row.day >= first]).toEqual([name, true])
    }
  }, 300_000)
})

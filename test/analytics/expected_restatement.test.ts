import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { storeForecasts } from '../../functions/worker/forecasting/store.ts'
import { createPool } from '../../shared/db/pool.ts'
import type { Database } from '../../shared/db/pool.ts'
import { startApi } from '../support/api.ts'
import type { Api } from '../support/api.ts'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { createTenant, issueKey } from '../support/factories.ts'
import { openPast } from '../support/stored_at.ts'
import type { Past } from '../support/stored_at.ts'

let database: TestDatabase
let past: Past
let worker: Database
let api: Api

beforeAll(async () => {
  database = await createDatabase()
  past = openPast(database)
  worker = createPool({ url: database.workerUrl, connectionsMax: 1, now: '2026-11-20T12:00:00Z' })
  api = await startApi(database)
})
afterAll(async () => {
  await api.stop()
  await worker.end()
  await past.end()
  await database.stop()
})

/**
 * Reports the days before 2026-11-20 on the morning after each: 100 in spend and 10 conversions. Two days later, a report adds
 * tenth of the conversions. An hour before the end of each day, half of it is reported.
 */
async function restate(brandId: string, days: number) {
  await past.sql.unsafe(`
    do $$
    declare
      v_report record;
      v_measures constant text[] := '{spend_micros,conversions_micros}';
    begin
      for v_report in
        select day::date as day, step.at, step.spend, step.conversions
        from generate_series(date '2026-11-20' - ${days}, date '2026-11-19', interval '1 day') as day
        cross join lateral (
          values (day + interval '23 hours', 50, 5), (day + interval '30 hours', 100, 10), (day + interval '78 hours', 100, 11)
        ) as step (at, spend, conversions)
        where step.at < '2026-11-20 12:00'
        order by step.at
      loop
        perform set_config('vitrine.now', v_report.at::text, false);
        perform analytics.open_ad_import(v_measures);
        insert into pg_temp.ad_entities (entity_no, platform, account_id, campaign_id, campaign_name) values (1, 'meta', 'm', 'c', 'C');
        insert into pg_temp.ad_facts (entity_no, line, day, spend_micros, conversions_micros)
        values (1, 1, v_report.day, v_report.spend * 1000000, v_report.conversions * 1000000);
        perform analytics.commit_ad_import('${brandId}', 'test', 'test', 1, v_measures);
        commit;
      end loop;
    end
    $$`)
  await past.at('2026-11-20T12:00:00Z')
}

/**
 * Reports the 28 days before each morning. A day has about five conversions on the morning after, and then one more at each age with a probability
 * of a twentieth, so that it ends with 1.28 times as many. `corrected` is a day that ends with 500 more.
 */
async function credit(brandId: string, days: number, corrected: string | null = null) {
  await past.sql.unsafe(`
    do $$
    declare
      v_night date;
      v_measures constant text[] := '{spend_micros,conversions_micros}';
    begin
      for v_night in select generate_series(date '2026-11-20' - ${days}, date '2026-11-19', interval '1 day')::date loop
        perform set_config('vitrine.now', (v_night + interval '30 hours')::text, false);
        perform analytics.open_ad_import(v_measures);
        insert into pg_temp.ad_entities (entity_no, platform, account_id, campaign_id, campaign_name) values (1, 'meta', 'm', 'c', 'C');
        insert into pg_temp.ad_facts (entity_no, line, day, spend_micros, conversions_micros)
        select
          1, 1, day::date, 100000000,
          1000000 * (
            3 + mod(abs(hashint4(day::date - date '2000-01-01')), 5)
            + (select count(*) from generate_series(1, v_night - day::date) as late
              where mod(abs(hashint8((day::date - date '2000-01-01') * 1009 + late * 31)), 1000) < 50)
            + case when day::date = ${corrected === null ? 'null' : `date '${corrected}'`} and v_night > day::date then 500 else 0 end
          )
        from generate_series(greatest(v_night - 28, date '2026-11-20' - ${days}), v_night, interval '1 day') as day;
        perform analytics.commit_ad_import('${brandId}', 'test', 'test', 1, v_measures);
        commit;
      end loop;
    end
    $$`)
  await past.at('2026-11-20T12:00:00Z')
}

async function firstFactor(brandId: string): Promise<number> {
  const [row] = await past.sql`
    select factor from analytics.expected_restatement(${brandId}) where metric = 'conversions' and age = 1`
  return row?.factor as number
}

async function status(accountId: string) {
  const { key } = await issueKey(database.sql, accountId, { prefix: 'sk_live_' })
  const { body } = await api.http.post('/api/mcp/get_data_status').set('Authorization', `Bearer ${key}`).send({})
  return body.platforms.find(({ platform }: { platform: string }) => platform === 'meta').restatement
}

const renew = (brandId: string) =>
  worker`select core.enter_brand(${brandId}), analytics.renew_restatement_factors(${brandId})`

describe('the expected restatement', () => {
  test('is null with a reason for less than 28 days of history', async () => {
    const { accountId, brandId } = await createTenant(database.sql)
    await restate(brandId, 28)
    await renew(brandId)
    const found = await status(accountId)
    expect(found.reason).toBe(
      'The expected change is not known before 28 days have been reported on the day after each.',
    )
    expect(found.metrics[1]).toEqual({ metric: 'conversions', last_week_change: 0.1, expected_change: null })
  })

  test('is the change of days of the same age, times those that follow', async () => {
    const { brandId } = await createTenant(database.sql)
    await restate(brandId, 45)
    const factors = await past.sql`
      select age, factor from analytics.expected_restatement(${brandId}) where metric = 'conversions' and age <= 4`
    expect(factors.map(({ age, factor }) => [age, Number((factor as number).toFixed(6))])).toEqual([
      [1, 1.1],
      [2, 1.1],
      [3, 1],
      [4, 1],
    ])
  })

  test('counts late conversions of a brand that has few of them a day, but not the correction of one day', async () => {
    const [plain, corrected] = [await createTenant(database.sql), await createTenant(database.sql)]
    await credit(plain.brandId, 90)
    await credit(corrected.brandId, 90, '2026-10-10')
    const factor = await firstFactor(plain.brandId)
    expect(factor).toBeGreaterThan(1.2)
    expect(factor).toBeLessThan(1.36)
    expect(Math.abs((await firstFactor(corrected.brandId)) - factor)).toBeLessThan(0.02)
  })

  test('is in get_data_status for the last week and this week', async () => {
    const { accountId, brandId } = await createTenant(database.sql)
    await restate(brandId, 45)
    await renew(brandId)
    expect(await status(accountId)).toEqual({
      last_week: { date_from: '2026-11-06', date_to: '2026-11-12' },
      this_week: { date_from: '2026-11-13', date_to: '2026-11-19' },
      metrics: [
        { metric: 'spend', last_week_change: 0, expected_change: 0 },
        // Two of seven days still lack a tenth: (5 x 11 + 2 x 11) / (5 x 11 + 2 x 10).
        { metric: 'conversions', last_week_change: 0.1, expected_change: 0.0267 },
      ],
      last_week_reason: null,
      reason: null,
    })
  })

  test('does not take the first pull of old days for restatements', async () => {
    const { accountId, brandId } = await createTenant(database.sql)
    const rows = Array.from({ length: 60 }, (_, day) => ({
      date: new Date(Date.UTC(2026, 8, 20 + day)).toISOString().slice(0, 10),
      platform: 'meta',
      account_id: 'm',
      campaign_id: 'c',
      spend: 100,
    }))
    await past.store('2026-11-20T11:00:00Z', brandId, rows)
    await renew(brandId)
    const first = await status(accountId)
    expect(first.metrics).toEqual([{ metric: 'spend', last_week_change: null, expected_change: null }])
    expect(first.last_week_reason).toBe(
      'Some days of last week were reported only once, so it is not known whether they changed since.',
    )
  })

  test('knows the change of last week only when all of its days were reported again', async () => {
    const { accountId, brandId } = await createTenant(database.sql)
    const rows = (platform: string, from: string, to: string) =>
      Array.from({ length: 60 }, (_, day) => new Date(Date.UTC(2026, 8, 20 + day)).toISOString().slice(0, 10))
        .filter((date) => date >= from && date <= to)
        .map((date) => ({ date, platform, account_id: 'm', campaign_id: 'c', spend: 100 }))
    const lastWeek = async () => {
      const { metrics, last_week_reason } = await status(accountId)
      return [metrics[0].last_week_change, last_week_reason?.split(',')[0] ?? null]
    }
    const once = [null, 'Some days of last week were reported only once']
    await past.store('2026-11-18T11:00:00Z', brandId, rows('meta', '2026-10-01', '2026-11-17'))
    expect(await lastWeek()).toEqual(once)
    // A report of another platform, and one of a part of the week, are no second report of the week.
    await past.store('2026-11-20T08:00:00Z', brandId, rows('google', '2026-10-01', '2026-11-17'))
    await past.store('2026-11-20T09:00:00Z', brandId, rows('meta', '2026-11-08', '2026-11-18'))
    expect(await lastWeek()).toEqual(once)
    await past.store('2026-11-20T10:00:00Z', brandId, rows('meta', '2026-11-01', '2026-11-18'))
    expect(await lastWeek()).toEqual([0, null])
  })

  test('says that nothing was reported for last week', async () => {
    const { accountId, brandId } = await createTenant(database.sql)
    const row = { date: '2026-11-17', platform: 'meta', account_id: 'm', campaign_id: 'c', spend: 100 }
    await past.store('2026-11-18T11:00:00Z', brandId, [row])
    const { metrics, last_week_reason } = await status(accountId)
    expect([metrics[0].last_week_change, last_week_reason]).toEqual([null, 'Nothing was reported for last week.'])
  })
})

describe('days that are not final', () => {
  test('train forecasts with their expected final value, and the forecast says so', async () => {
    const { brandId, key } = await createTenant(database.sql)
    await restate(brandId, 45)
    expect(await storeForecasts(worker, brandId, ['conversions', 'spend'])).toMatchObject({ stored: 2, failures: [] })
    const series = await past.sql`
      select day::text, numerator, is_corrected from analytics.daily_series(${brandId}, 'conversions') where day > '2026-11-16'`
    expect(
      series.map(({ numerator, ...rest }) => ({ ...rest, numerator: Math.round((numerator as number) * 1000) / 1000 })),
    ).toEqual([
      { day: '2026-11-17', numerator: 11, is_corrected: false },
      { day: '2026-11-18', numerator: 11, is_corrected: true },
      { day: '2026-11-19', numerator: 11, is_corrected: true },
    ])
    const forecast = async (type: string, metric?: string) =>
      (await api.http.get('/v1/forecasts').query({ type, metric }).set('Authorization', `Bearer ${key}`)).body.meta
        .warnings
    const sentence =
      'The platforms are expected to change the numbers of 2 days (2026-11-18 to 2026-11-19) by more than 2 %. ' +
      'The forecast uses the expected final values.'
    expect(await forecast('conversions')).toContain(sentence)
    expect(await forecast('custom', 'spend')).not.toContain(sentence)
  })

  test('mark their anomalies as preliminary', async () => {
    const { brandId, key } = await createTenant(database.sql)
    await restate(brandId, 45)
    await renew(brandId)
    await past.sql`
      insert into analytics.anomalies
        (brand_id, anomaly_id, detector, entity_id, level, first_on, last_on, day, value, expected, scale, z_score, impact, spend_share)
      select ${brandId}, given.detector || given.day, given.detector, entity_id, 'campaign', given.day, given.day, given.day, 20, 10, 1, 5, 5, 1
      from analytics.entities
      cross join (values ('cpa_spike', date '2026-11-19'), ('cpa_spike', '2026-11-12'), ('spend_surge', '2026-11-18')) as given (detector, day)
      where brand_id = ${brandId} and level = 'campaign'`
    const { body } = await api.http.get('/v1/anomalies').set('Authorization', `Bearer ${key}`)
    expect(
      body.data.map(({ date, metric, preliminary }: Record<string, unknown>) => [date, metric, preliminary]),
    ).toEqual([
      ['2026-11-19', 'cpa', true],
      ['2026-11-18', 'spend', false],
      ['2026-11-12', 'cpa', false],
    ])
  })
})

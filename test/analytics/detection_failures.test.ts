import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import postgres from 'postgres'
import { anomalies as anomaliesQueue } from '../../functions/worker/queues/anomalies.ts'
import { attribution as attributionQueue } from '../../functions/worker/queues/attribution.ts'
import { forecasts as forecastsQueue } from '../../functions/worker/queues/forecasts.ts'
import { storeForecasts } from '../../functions/worker/forecasting/store.ts'
import { createTenant } from '../support/factories.ts'
import { ingest } from '../support/ingest.ts'
import { WorkerScene } from '../support/worker_scene.ts'

let scene: WorkerScene

beforeAll(async () => {
  scene = await WorkerScene.start()
})
afterAll(() => scene.stop())

const lastDay = '2026-11-19'
const dayBefore = (days: number) =>
  new Date(Date.parse(`${lastDay}T00:00:00Z`) - days * 86_400_000).toISOString().slice(0, 10)

/** A brand whose campaigns spend about 1,000 a day. `change` alters the row of a campaign and a number of days ago. */
async function brandOf(
  campaigns: string[],
  change: (campaign: string, daysAgo: number) => object,
  days = 70,
  source = scene.database,
) {
  const tenant = await createTenant(scene.database.sql)
  await ingest(
    source,
    tenant.brandId,
    campaigns.flatMap((campaign) =>
      Array.from({ length: days }, (_, daysAgo) => ({
        date: dayBefore(daysAgo),
        platform: 'google',
        account_id: 'a',
        campaign_id: campaign,
        campaign_name: campaign,
        spend: 1000 + (daysAgo % 5) * 20,
        revenue: 4000,
        conversions: 50,
        ...change(campaign, daysAgo),
      })),
    ),
  )
  return tenant
}

const detect = (brandId: string) => anomaliesQueue.run(scene.worker, { brand_id: brandId })

async function anomaliesOf(key: string) {
  const { status, body } = await scene.api.http
    .get('/v1/anomalies')
    .query({ days: 60 })
    .set('Authorization', `Bearer ${key}`)
  expect(status).toBe(200)
  return body
}

/** Makes a statement of a function fail, until the returned function is called. */
async function failWhere(signature: string, condition: string): Promise<() => Promise<void>> {
  const [found] = await scene.database.sql`select pg_get_functiondef(${signature}::regprocedure) as text`
  const text = found?.text as string
  const broken = text.replace(/^begin$/m, `begin\n  if ${condition} then perform 1 / 0; end if;`)
  expect(broken).not.toBe(text)
  await scene.database.sql.unsafe(broken)
  return async () => void (await scene.database.sql.unsafe(text))
}

const failuresOf = (brandId: string) =>
  scene.database.sql`
    select queue, subject, day::text, error_class, attempts from core.job_failures where brand_id = ${brandId} order by 1, 2`

const paused = { spend: 0, revenue: 0, conversions: 0 }

describe('anomaly detection for a restarted campaign', () => {
  test('records one surge without a ratio after 40 paused days and continues with other campaigns', async () => {
    const { brandId, key } = await brandOf(['steady', 'restarted'], (campaign, daysAgo) => {
      if (campaign === 'steady') return daysAgo === 3 ? { spend: 6000 } : {}
      return daysAgo === 0 ? { spend: 500 } : paused
    })
    await detect(brandId)
    const { data, meta } = await anomaliesOf(key)
    expect(data.map((row: { entity: { id: string }; date: string }) => [row.entity.id, row.date])).toEqual([
      ['restarted', lastDay],
      ['steady', dayBefore(3)],
    ])
    expect(data[0]).toMatchObject({
      detector: 'spend_surge',
      value: 500,
      expected: 0,
      expected_low: 0,
      change_pct: null,
      impact: 500,
    })
    expect(data[0].z_score).toBeGreaterThan(3)
    expect(data[0].z_score).toBeLessThan(50)
    expect(data[0].expected_high).toBeLessThan(500)
    expect(meta.detected_through).toBe(lastDay)
    expect(await failuresOf(brandId)).toEqual([])
  })

  test('records one episode and does not raise it again while the campaign runs', async () => {
    const { brandId, key } = await brandOf(['steady', 'restarted'], (campaign, daysAgo) =>
      campaign === 'restarted' ? (daysAgo >= 16 ? paused : { spend: 100 }) : {},
    )
    await detect(brandId)
    const { data } = await anomaliesOf(key)
    expect(data).toMatchObject([
      { detector: 'spend_surge', date_from: dayBefore(15), status: 'resolved', entity: { id: 'restarted' } },
    ])
  })

  test('records no surge for a campaign that runs one day a week', async () => {
    const { brandId, key } = await brandOf(['steady', 'weekly'], (campaign, daysAgo) =>
      campaign === 'weekly' && daysAgo % 7 !== 0 ? paused : {},
    )
    await detect(brandId)
    expect((await anomaliesOf(key)).data).toEqual([])
  })

  test('records no roas drop for a campaign without revenue', async () => {
    const { brandId, key } = await brandOf(['a', 'b'], (campaign) => (campaign === 'a' ? { revenue: 0 } : {}))
    expect(await detect(brandId)).toMatchObject({ anomalies_found: 0 })
    expect((await anomaliesOf(key)).data).toEqual([])
  })
})

describe('a last day reported before it ended', () => {
  test('is excluded from detection and training, with a warning', async () => {
    const morning = postgres(scene.database.adminUrl, { max: 1, connection: { 'vitrine.now': `${lastDay}T10:00:00Z` } })
    const { brandId, key } = await brandOf(
      ['one'],
      (_, daysAgo) => (daysAgo === 0 ? { spend: 1000, revenue: 100 } : {}),
      70,
      { ...scene.database, sql: morning },
    )
    await morning.end()
    // Later reports of an earlier day, and of another account, do not complete the day.
    const report = { platform: 'google', campaign_id: 'one', spend: 1000, revenue: 4000, conversions: 50 }
    await ingest(scene.database, brandId, [{ ...report, date: dayBefore(5), account_id: 'a' }])
    await ingest(scene.database, brandId, [{ ...report, date: lastDay, account_id: 'b', campaign_id: 'other' }])
    await detect(brandId)
    await storeForecasts(scene.worker, brandId, ['revenue'])
    const { data, meta } = await anomaliesOf(key)
    expect(data).toEqual([])
    expect(meta.warnings).toEqual([
      expect.stringContaining(`Account a on google has reported through ${dayBefore(1)} only`),
      'Not all days from 2026-09-22 to 2026-10-15 were checked for anomalies, so some of their anomalies are not known.',
    ])
    const { body } = await scene.api.http
      .get('/v1/forecasts')
      .query({ type: 'revenue' })
      .set('Authorization', `Bearer ${key}`)
    expect(body.meta.trained_through).toBe(dayBefore(1))
    await ingest(scene.database, brandId, [
      {
        date: lastDay,
        platform: 'google',
        account_id: 'a',
        campaign_id: 'one',
        spend: 1000,
        revenue: 120,
        conversions: 50,
      },
    ])
    await detect(brandId)
    expect((await anomaliesOf(key)).data).toMatchObject([{ detector: 'roas_drop', date: lastDay }])
  })
})

describe('failed anomaly detection', () => {
  test('of one day is recorded with a warning and retried, and other days are checked', async () => {
    const { brandId, key } = await brandOf(['one'], (_, daysAgo) =>
      daysAgo === 2 || daysAgo === 9 ? { spend: 6000 } : {},
    )
    const repair = await failWhere(
      'analytics.detect_due_day(text, date)',
      `detect_due_day.brand_id = '${brandId}' and detect_due_day.day = '${dayBefore(5)}'`,
    )
    try {
      const done = await detect(brandId)
      expect(done).toMatchObject({
        anomalies_found: 2,
        failures: [{ subject: `day ${dayBefore(5)}`, error_class: '22012' }],
      })
      expect(JSON.stringify(done.failures)).toContain('division by zero')
      await detect(brandId)
      expect(await failuresOf(brandId)).toEqual([
        { queue: 'anomalies', subject: `day ${dayBefore(5)}`, day: dayBefore(5), error_class: '22012', attempts: 2 },
      ])
      const { data, meta } = await anomaliesOf(key)
      expect(data.map(({ date }: { date: string }) => date)).toEqual([dayBefore(2), dayBefore(9)])
      expect(meta.detected_through).toBe(dayBefore(6))
      expect(meta.warnings).toEqual([
        'Not all days from 2026-09-22 to 2026-10-15 were checked for anomalies, so some of their anomalies are not known.',
        `Detection failed for day ${dayBefore(5)} (error 22012). It is retried every night. If it fails again, ask the operator of the installation for the cause.`,
      ])
    } finally {
      await repair()
    }
    expect(await detect(brandId)).toEqual({ brand_id: brandId, anomalies_found: 0, rule_alerts: 0 })
    expect(await failuresOf(brandId)).toEqual([])
    expect((await anomaliesOf(key)).meta).toMatchObject({
      detected_through: lastDay,
      warnings: [expect.stringContaining('Not all days from 2026-09-22 to 2026-10-15')],
    })
  })

  test('of one campaign does not affect other campaigns of the day', async () => {
    const { brandId, key } = await brandOf(['bad', 'good'], (campaign, daysAgo) =>
      daysAgo === 0 ? { spend: campaign === 'bad' ? 7777 : 5000 } : {},
    )
    const repair = await failWhere(
      'analytics.score_last(double precision[], double precision, double precision)',
      `score_last.history[183] = 7777`,
    )
    try {
      await detect(brandId)
      expect(await failuresOf(brandId)).toMatchObject([
        { subject: `spend_surge of google campaign bad on ${lastDay}`, error_class: '22012', attempts: 1 },
      ])
      const { data } = await anomaliesOf(key)
      const surges = data.filter(({ detector }: { detector: string }) => detector === 'spend_surge')
      expect(surges).toMatchObject([{ entity: { id: 'good' } }])
    } finally {
      await repair()
    }
    await detect(brandId)
    expect(await failuresOf(brandId)).toEqual([])
    const { data } = await anomaliesOf(key)
    // The campaign explains most of the deviation of its account, which is no other anomaly.
    expect(data.map(({ entity }: { entity: { id: string } }) => entity.id).toSorted()).toEqual(['bad', 'good'])
  })

  test('of one brand is not visible to a key of another', async () => {
    const [bad, other] = [await brandOf(['one'], () => ({})), await brandOf(['one'], () => ({}))]
    await scene.database.sql`
      insert into core.job_failures (brand_id, queue, subject, error_class) values (${bad.brandId}, 'anomalies', 'canary', '22012')`
    expect(JSON.stringify(await anomaliesOf(bad.key))).toContain('canary')
    await detect(other.brandId)
    expect(JSON.stringify(await anomaliesOf(other.key))).not.toContain('canary')
  })
})

describe('failed forecasts', () => {
  test('of one metric are recorded until they succeed, and other metrics are stored', async () => {
    const { brandId } = await brandOf(['one'], () => ({}))
    const repair = await failWhere(
      'analytics.store_forecast(text, jsonb)',
      `store_forecast.brand_id = '${brandId}' and store_forecast.forecast ->> 'metric' = 'revenue'`,
    )
    try {
      expect(await storeForecasts(scene.worker, brandId, ['spend', 'revenue', 'roas'])).toMatchObject({
        stored: 2,
        failures: [{ subject: 'revenue', error_class: '22012' }],
      })
      expect(await failuresOf(brandId)).toMatchObject([{ queue: 'forecasts', subject: 'revenue', attempts: 1 }])
    } finally {
      await repair()
    }
    expect(await storeForecasts(scene.worker, brandId, ['spend', 'revenue', 'roas'])).toEqual({
      stored: 3,
      failures: [],
    })
    expect(await failuresOf(brandId)).toEqual([])
  })

  test('are not recorded for a malformed job, which is refused', async () => {
    const { brandId } = await brandOf(['one'], () => ({}), 1)
    for (const payload of [{ brand_id: brandId }, { brand_id: brandId, type: 'custom', metrics: '' }]) {
      expect(await forecastsQueue.run(scene.worker, payload)).toEqual({
        brand_id: brandId,
        refused: 'A forecasts job needs brand_id, type and metrics.',
      })
    }
    expect(await failuresOf(brandId)).toEqual([])
  })

  test('of removed metrics are cleared on the next run, and those of other metrics stay', async () => {
    const { brandId } = await brandOf(['one'], () => ({}), 1)
    for (const subject of ['', 'gone', 'revenue', 'spend']) {
      await scene.database.sql`
        insert into core.job_failures (brand_id, queue, subject, error_class) values (${brandId}, 'forecasts', ${subject}, '22012')`
    }
    await forecastsQueue.run(scene.worker, { brand_id: brandId, type: 'revenue', metrics: 'revenue' })
    expect(await failuresOf(brandId)).toMatchObject([{ queue: 'forecasts', subject: 'spend' }])
  })
})

describe('failed attribution', () => {
  test('of one day is recorded until it succeeds, and other days are attributed', async () => {
    const { brandId, key } = await createTenant(scene.database.sql)
    await scene.database.sql.begin(async (transaction) => {
      await transaction`select core.enter_brand(${brandId})`
      for (const daysAgo of [1, 2, 3]) {
        await transaction`
          insert into analytics.orders (brand_id, order_id, visitor_id, person_id, ordered_at, revenue_micros)
          values (${brandId}, ${`o${daysAgo}`}, 'v', 'v', ${`${dayBefore(daysAgo)}T12:00:00Z`}, 1000000)`
      }
      await transaction`
        insert into analytics.data_status (brand_id, kind, first_on, last_on)
        values (${brandId}, 'orders', ${dayBefore(3)}, ${dayBefore(1)})`
      await transaction`insert into analytics.attribution_settings (brand_id) values (${brandId}) on conflict do nothing`
      await transaction`
        insert into core.job_failures (brand_id, queue, subject, error_class)
        values (${brandId}, 'attribution', 'markov credits', '22012')`
    })
    const repair = await failWhere(
      'analytics.attribute(text, date, date)',
      `'${dayBefore(2)}' between attribute.first_on and attribute.last_on and attribute.brand_id = '${brandId}'`,
    )
    const run = () => attributionQueue.run(scene.worker, { brand_id: brandId })
    const daysOf = async () =>
      (
        await scene.database
          .sql`select day::text from analytics.attribution_days where brand_id = ${brandId} order by 1`
      ).map((row) => row.day as string)
    try {
      expect(await run()).toMatchObject({ orders: 2, failures: [{ subject: `day ${dayBefore(2)}` }] })
      expect(await daysOf()).toEqual([dayBefore(3), dayBefore(1)])
      // The markov credits of the other days succeeded.
      expect(await failuresOf(brandId)).toMatchObject([{ subject: `day ${dayBefore(2)}` }])
      const { body } = await scene.api.http
        .get('/v1/attribution')
        .query({ date_from: dayBefore(3), date_to: dayBefore(1) })
        .set('Authorization', `Bearer ${key}`)
      expect(body.warnings).toContainEqual(
        `Attribution failed for day ${dayBefore(2)} (error 22012). It is retried every night. If it fails again, ask the operator of the installation for the cause.`,
      )
    } finally {
      await repair()
    }
    expect(await run()).toMatchObject({ brand_id: brandId, orders: 3 })
    expect(await run()).not.toHaveProperty('failures')
    expect(await daysOf()).toEqual([dayBefore(3), dayBefore(2), dayBefore(1)])
    expect(await failuresOf(brandId)).toEqual([])
  })

  test('of a day is cleared when the day succeeds while markov credits fail', async () => {
    const { brandId } = await createTenant(scene.database.sql)
    await scene.database.sql`
      insert into core.job_failures (brand_id, queue, subject, day, error_class)
      values (${brandId}, 'attribution', 'day 2026-11-10', '2026-11-10', '22012')`
    const repair = await failWhere('analytics.credit_markov(text, integer)', `credit_markov.brand_id = '${brandId}'`)
    try {
      await attributionQueue.run(scene.worker, { brand_id: brandId })
    } finally {
      await repair()
    }
    expect((await failuresOf(brandId)).map(({ subject }) => subject as string)).toEqual(['markov credits'])
  })
})

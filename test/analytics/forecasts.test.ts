import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { forecast } from '../../functions/worker/forecasting/forecast.ts'
import { storeForecasts } from '../../functions/worker/forecasting/store.ts'
import { forecasts as forecastsQueue } from '../../functions/worker/queues/forecasts.ts'
import { createTenant } from '../support/factories.ts'
import { ingest } from '../support/ingest.ts'
import { WorkerScene } from '../support/worker_scene.ts'

let scene: WorkerScene

beforeAll(async () => {
  scene = await WorkerScene.start()
})
afterAll(() => scene.stop())

async function ask(key: string, query: Record<string, string>) {
  const { status, body } = await scene.api.http.get('/v1/forecasts').query(query).set('Authorization', `Bearer ${key}`)
  return { status, body }
}

const dayBefore = (days: number) =>
  new Date(Date.parse('2026-11-20T00:00:00Z') - days * 86_400_000).toISOString().slice(0, 10)

/**
 * The warnings without those about the measured accuracy, which short series of tests often have. A new account changes the level at once,
 * which repeating the last week follows sooner.
 */
const named = (warnings: string[]) =>
  warnings.filter((text) => !/^Earlier forecasts were|of earlier forecasts(,| held)/.test(text))

/** A brand with the given revenue on each of the last days and a quarter of it as spend. */
async function history(
  days: number,
  revenue: (index: number) => number = (index) => 1000 + (index % 7) * 50 + ((index * 7919) % 13),
) {
  const tenant = await createTenant(scene.database.sql)
  await ingest(
    scene.database,
    tenant.brandId,
    Array.from({ length: days }, (_, index) => ({
      date: dayBefore(days - index),
      platform: 'google',
      account_id: 'a',
      revenue: revenue(index),
      spend: revenue(index) / 4,
      conversions: 10,
      new_customers: 5,
    })),
  )
  return tenant
}

describe('200', () => {
  test('returns every day ahead with intervals and accuracy', async () => {
    const { brandId, key } = await history(120)
    expect(
      await storeForecasts(scene.worker, brandId, ['revenue', 'roas', 'cac', 'conversions', 'clicks']),
    ).toMatchObject({
      stored: 4,
    })
    const { status, body } = await ask(key, { type: 'revenue', horizon_days: '14' })
    expect(status).toBe(200)
    expect(body).toMatchObject({ type: 'revenue', horizon_days: 14, granularity: 'day' })
    expect(body.points).toHaveLength(14)
    expect(body.points[0].date).toBe('2026-11-20')
    for (const { predicted_value, confidence_interval, confidence_interval_95 } of body.points) {
      expect(confidence_interval.low).toBeLessThanOrEqual(predicted_value)
      expect(confidence_interval.high).toBeGreaterThanOrEqual(predicted_value)
      expect(confidence_interval_95.low).toBeLessThanOrEqual(confidence_interval.low)
      expect(confidence_interval_95.high).toBeGreaterThanOrEqual(confidence_interval.high)
    }
    expect(body.accuracy).toMatchObject({ mape: expect.any(Number), model: expect.stringContaining('holt_winters') })
    expect(body.accuracy.mape).toBeLessThan(5)
    expect(body.meta).toMatchObject({
      metric: 'revenue',
      trained_through: '2026-11-19',
      confidence_level: 0.8,
    })
    expect(named(body.meta.warnings)).toEqual([])
  })

  test('multiplies holidays by the effect of an earlier year and widens their intervals', async () => {
    // The history begins 600 days before 20 November 2026, so that it holds Black Friday and Christmas of 2025.
    const peaks: Record<string, number> = { '2025-11-28': 6000, '2025-12-25': 300 }
    const { brandId, key } = await history(
      600,
      (index) => peaks[dayBefore(600 - index)] ?? 1000 + (index % 7) * 10 + ((index * 7919) % 61),
    )
    await storeForecasts(scene.worker, brandId, ['revenue', 'roas'])
    const { body } = await ask(key, { type: 'revenue', horizon_days: '60' })
    const dayOf = (date: string) => body.points.find((point: { date: string }) => point.date === date)
    const widthOf = ({ confidence_interval_95: { low, high } }: ReturnType<typeof dayOf>) => high - low
    // The effect is six times the value. Of one year, 16 % of its logarithm is left out.
    expect(dayOf('2026-11-27').predicted_value).toBeGreaterThan(4100)
    expect(dayOf('2026-11-27').predicted_value).toBeLessThan(5100)
    expect(widthOf(dayOf('2026-11-27'))).toBeGreaterThan(5 * widthOf(dayOf('2026-11-23')))
    expect(dayOf('2026-12-25').predicted_value).toBeLessThan(500)
    expect(dayOf('2026-12-10').predicted_value).toBeLessThan(1300)
    const factor = body.factors.find(({ kind }: { kind: string }) => kind === 'holiday')
    expect(factor.effect).toBeGreaterThan(3000)
    expect(factor.description).toContain('They are learned from the holidays of 1 earlier year.')
    expect(named(body.meta.warnings)).toEqual([
      expect.stringMatching(
        /^The effect of Black Friday, 2026-11-27( to [\d-]+)?, is learned from one earlier year only, so that 16 % of its logarithm is left out\. The forecast of its strongest day is 3\d\d % more than without it\.$/,
      ),
      expect.stringMatching(
        /^The effect of Christmas, .+ is learned from one earlier year only.+ % less than without it\.$/,
      ),
    ])
    // Spend is a quarter of revenue every day: the ratio has no holidays.
    for (const { predicted_value } of (await ask(key, { type: 'roas', horizon_days: '60' })).body.points)
      expect(predicted_value).toBeCloseTo(4, 1)
  })

  test('warns only of holidays within the horizon whose effect is implausible and not in the forecast', async () => {
    const peaks: Record<string, number> = { '2025-11-28': 40_000.5, '2025-12-25': 30 }
    const { brandId, key } = await history(600, (index) => peaks[dayBefore(600 - index)] ?? 1000 + (index % 7) * 10)
    await storeForecasts(scene.worker, brandId, ['revenue', 'roas'])
    const warnings = async (query: Record<string, string>) => (await ask(key, query)).body.meta.warnings as string[]
    const blackFriday =
      'The forecast does not account for Black Friday to Cyber Monday, 2026-11-27 to 2026-11-30. On 2025-11-28 the value was 40000.5 USD; ' +
      'the same weekday in the 8 weeks before that holiday had a median of '
    const near = await warnings({ type: 'revenue', horizon_days: '14' })
    expect(near.filter((text) => text.startsWith(blackFriday))).toHaveLength(1)
    expect(near.join(' ')).not.toContain('Christmas')
    expect((await warnings({ type: 'revenue', horizon_days: '7' })).join(' ')).not.toContain('does not account')
    expect((await warnings({ type: 'revenue', horizon_days: '60' })).join(' ')).toContain(
      'Christmas, 2026-12-24 to 2026-12-26. On 2025-12-25 the value was 30 USD;',
    )
    expect((await warnings({ type: 'roas', horizon_days: '60' })).join(' ')).not.toContain('does not account')
    const question = await scene.api.http
      .post('/v1/query')
      .send({ question: 'forecast revenue for the next 14 days' })
      .set('Authorization', `Bearer ${key}`)
    expect(question.body.meta.warnings.join(' ')).toContain(blackFriday)
  })

  test('returns factors that add up to the change from the last 30 days to the next', async () => {
    const { brandId, key } = await history(90, (index) => 1000 + index * 10)
    await storeForecasts(scene.worker, brandId, ['revenue'])
    const { body } = await ask(key, { type: 'revenue' })
    const ahead = body.points.reduce(
      (sum: number, point: { predicted_value: number }) => sum + point.predicted_value,
      0,
    )
    const past = Array.from({ length: 30 }, (_, index) => 1000 + (60 + index) * 10).reduce(
      (sum, value) => sum + value,
      0,
    )
    const effects = body.factors.reduce((sum: number, factor: { effect: number }) => sum + factor.effect, 0)
    expect(effects).toBeCloseTo(ahead - past, 0)
  })

  test('omits intervals for include_confidence=false', async () => {
    const { brandId, key } = await history(60)
    await storeForecasts(scene.worker, brandId, ['revenue'])
    const { body } = await ask(key, { type: 'revenue', include_confidence: 'false' })
    expect(Object.keys(body.points[0])).toEqual(['date', 'predicted_value'])
  })

  test('returns a ratio as the quotient of its parts and any metric for type=custom', async () => {
    const { brandId, key } = await history(60)
    await storeForecasts(scene.worker, brandId, ['roas', 'cac', 'cpa', 'spend'])
    const { body: roas } = await ask(key, { type: 'roas' })
    for (const point of roas.points) expect(point.predicted_value).toBeCloseTo(4, 1)
    const { body: cpa } = await ask(key, { type: 'custom', metric: 'cpa' })
    expect(cpa.meta).toMatchObject({ metric: 'cpa', unit: 'money' })
    expect((await ask(key, { type: 'cac' })).body.points[0].predicted_value).toBeGreaterThan(40)
  })

  test('returns at most twice the length of a short history', async () => {
    const { brandId, key } = await history(30)
    await storeForecasts(scene.worker, brandId, ['revenue'])
    const { body } = await ask(key, { type: 'revenue', horizon_days: '365' })
    expect(body.points).toHaveLength(60)
    expect(body.meta.warnings[0]).toContain('covers 60 days')
  })

  test('trains through the last day reported by every active account and names lagging accounts', async () => {
    const { brandId, key } = await history(90, () => 1000)
    const late = (days: number, account: string, through: number) =>
      Array.from({ length: days }, (_, index) => ({
        date: dayBefore(through + index),
        platform: 'meta',
        account_id: account,
        revenue: 1000,
        spend: 250,
      }))
    await ingest(scene.database, brandId, [...late(88, 'late', 3), ...late(60, 'ended', 15)])
    await storeForecasts(scene.worker, brandId, ['revenue'])
    const { body } = await ask(key, { type: 'revenue' })
    expect({ ...body.meta, warnings: named(body.meta.warnings) }).toMatchObject({
      trained_through: '2026-11-17',
      warnings: [
        'Account ended on meta has reported through 2026-11-05 only. The forecast is trained on later days without this account.',
        'Account late on meta has reported through 2026-11-17 only. The forecast is trained on the days that every account has reported.',
      ],
    })
    expect(body.points[0].date).toBe('2026-11-18')
    for (const { predicted_value } of body.points) expect(predicted_value).toBeGreaterThan(1700)
    // A report of zero ends an account.
    const ending = late(1, 'ended', 14).map((row) => ({ ...row, spend: 0 }))
    await ingest(scene.database, brandId, [...late(2, 'late', 1), ...ending])
    await storeForecasts(scene.worker, brandId, ['revenue'])
    const { meta } = (await ask(key, { type: 'revenue' })).body
    expect({ ...meta, warnings: named(meta.warnings) }).toMatchObject({
      trained_through: '2026-11-19',
      warnings: [],
    })
  })

  test('returns no negative lower bound for money', async () => {
    const { brandId, key } = await history(60, (index) => Math.max(0, 1000 - index * 17))
    await storeForecasts(scene.worker, brandId, ['revenue'])
    const { body } = await ask(key, { type: 'revenue', horizon_days: '60' })
    for (const point of body.points) expect(point.confidence_interval_95.low).toBeGreaterThanOrEqual(0)
  })

  test('stores the same forecast when it runs twice', async () => {
    const { brandId, key } = await history(60)
    await storeForecasts(scene.worker, brandId, ['revenue'])
    const first = await ask(key, { type: 'revenue' })
    await storeForecasts(scene.worker, brandId, ['revenue'])
    expect((await ask(key, { type: 'revenue' })).body.points).toEqual(first.body.points)
  })
})

describe('400', () => {
  test.each([
    [{}, 'type'],
    [{ type: 'profit' }, '`type` must be one of revenue, cac, roas, conversions, custom.'],
    [{ type: 'revenue', horizon_days: '6' }, '`horizon_days` must be a whole number from 7 to 365.'],
    [{ type: 'revenue', horizon_days: '366' }, 'horizon_days'],
    [{ type: 'revenue', include_confidence: 'yes' }, '`include_confidence` must be one of true, false.'],
    [{ type: 'custom' }, '`metric` is required when type is custom.'],
    [{ type: 'custom', metric: 'nonsense' }, 'unknown metric nonsense'],
    [{ type: 'revenue', metric: 'clicks' }, '`metric` is only valid with type=custom.'],
  ])('names the invalid parameter of %j', async (query, message) => {
    const { key } = await createTenant(scene.database.sql)
    const { status, body } = await ask(key, query as Record<string, string>)
    expect([status, body.error.code]).toEqual([400, 'invalid_request'])
    expect(body.error.message).toContain(message)
  })
})

describe('409', () => {
  test('returns data_not_ready with less than 28 days of history', async () => {
    const { brandId, key } = await history(27)
    expect(await storeForecasts(scene.worker, brandId, ['revenue'])).toMatchObject({ stored: 0 })
    expect((await ask(key, { type: 'revenue' })).body.error).toMatchObject({
      code: 'data_not_ready',
      message: expect.stringContaining('28 days'),
    })
  })
})

describe('forecasts queue', () => {
  test('splits into a job for every forecast type of the requested brands only', async () => {
    const { brandId } = await createTenant(scene.database.sql)
    const jobs = (await forecastsQueue.split?.(scene.worker, [brandId])) ?? []
    expect(jobs.map((job) => job.type).toSorted()).toEqual(['cac', 'conversions', 'custom', 'revenue', 'roas'])
    expect(new Set(jobs.map((job) => job.brand_id))).toEqual(new Set([brandId]))
  })
})

describe('forecast', () => {
  test('returns finite values with intervals that never narrow for any series', () => {
    const series = fc.array(fc.double({ min: 0, max: 1e7, noNaN: true }), { minLength: 28, maxLength: 120 })
    fc.assert(
      fc.property(series, fc.integer({ min: 7, max: 40 }), (values, horizon) => {
        const { values: ahead, widths80, widths95 } = forecast(values, 7, horizon)
        expect(ahead).toHaveLength(horizon)
        for (const [step, value] of ahead.entries()) {
          expect(Number.isFinite(value)).toBe(true)
          const [inner, outer] = [widths80[step] ?? null, widths95[step] ?? null]
          if (inner !== null) {
            expect(inner).toBeGreaterThan(0)
            expect(inner).toBeGreaterThanOrEqual(widths80[step - 1] ?? 0)
          }
          if (inner !== null && outer !== null) expect(outer).toBeGreaterThanOrEqual(inner)
        }
      }),
      { numRuns: 25, seed: 3 },
    )
  })
})

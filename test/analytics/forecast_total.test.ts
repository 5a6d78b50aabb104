import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { forecast } from '../../functions/worker/forecasting/forecast.ts'
import { storeForecasts } from '../../functions/worker/forecasting/store.ts'
import { createTenant, issueKey } from '../support/factories.ts'
import { ingest } from '../support/ingest.ts'
import { uniform } from '../support/retail_brands.ts'
import { WorkerScene } from '../support/worker_scene.ts'

let scene: WorkerScene
let key: string
let accountId: string
let constantKey: string

const day = (index: number) =>
  new Date(Date.parse('2026-11-20T00:00:00Z') - (200 - index) * 86_400_000).toISOString().slice(0, 10)

beforeAll(async () => {
  scene = await WorkerScene.start()
  const random = uniform(5)
  const brandOf = async (revenue: () => number) => {
    const tenant = await createTenant(scene.database.sql)
    const rows = Array.from({ length: 200 }, (_, index) => ({
      date: day(index),
      platform: 'google',
      account_id: 'a',
      revenue: revenue(),
      spend: 200 + 50 * random(),
    }))
    await ingest(scene.database, tenant.brandId, rows)
    await storeForecasts(scene.worker, tenant.brandId, ['spend', 'revenue', 'roas', 'acos'])
    return tenant
  }
  ;({ key, accountId } = await brandOf(() => 1000 + 400 * random()))
  ;({ key: constantKey } = await brandOf(() => 1000))
})
afterAll(() => scene.stop())

async function forecastOf(query: Record<string, string>, by = key) {
  const { body } = await scene.api.http.get('/v1/forecasts').query(query).set('Authorization', `Bearer ${by}`)
  return body
}

const bounds = ({ low, high }: { low: number; high: number }) => high - low

describe('total of a forecast', () => {
  test('is the sum of the points, with an interval narrower than the sum of the daily ones', async () => {
    const { total, points } = await forecastOf({ type: 'revenue', horizon_days: '28', total: 'true' })
    const sum = points.reduce((whole: number, point: { predicted_value: number }) => whole + point.predicted_value, 0)
    expect(total).toMatchObject({ date_from: points[0].date, date_to: points[27].date })
    expect(total.predicted_value).toBeCloseTo(sum, 0)
    const daily = points.map(({ confidence_interval: each }: { confidence_interval: { low: number; high: number } }) =>
      bounds(each),
    )
    const width = bounds(total.confidence_interval)
    // Independent errors of days cancel out in part.
    expect(width).toBeLessThan(0.7 * daily.reduce((whole: number, each: number) => whole + each, 0))
    expect(width).toBeGreaterThan(Math.max(...daily))
    expect(bounds(total.confidence_interval_95)).toBeGreaterThan(width)
    const longer = await forecastOf({ type: 'revenue', horizon_days: '90', total: 'true' })
    expect(bounds(longer.total.confidence_interval)).toBeGreaterThan(width)
  })

  test('of a ratio is the ratio of the sums', async () => {
    const { total, points } = await forecastOf({ type: 'roas', horizon_days: '28', total: 'true' })
    const values = points.map(({ predicted_value }: { predicted_value: number }) => predicted_value)
    expect(total.predicted_value).toBeGreaterThan(Math.min(...values))
    expect(total.predicted_value).toBeLessThan(Math.max(...values))
    expect(bounds(total.confidence_interval)).toBeLessThan(bounds(points[0].confidence_interval))
  })

  test('is returned on request only, and without intervals for include_confidence=false', async () => {
    expect(await forecastOf({ type: 'revenue' })).not.toHaveProperty('total')
    const { total } = await forecastOf({ type: 'revenue', total: 'true', include_confidence: 'false' })
    expect(Object.keys(total).toSorted()).toEqual(['date_from', 'date_to', 'predicted_value'])
    expect((await forecastOf({ type: 'revenue', total: 'yes' })).error.code).toBe('invalid_request')
  })

  test('has null bounds for a constant history', async () => {
    const { total } = await forecastOf({ type: 'revenue', total: 'true' }, constantKey)
    expect(total.predicted_value).toBeCloseTo(30_000, 0)
    expect(total.confidence_interval).toEqual({ low: null, high: null })
  })

  test('is in the answer to a question for the next weeks', async () => {
    const question = { question: 'revenue of the next four weeks, how sure?' }
    const { body } = await scene.api.http.post('/v1/query').send(question).set('Authorization', `Bearer ${key}`)
    const sum = body.data.reduce((whole: number, row: { predicted_value: number }) => whole + row.predicted_value, 0)
    expect(body.interpretation).toMatchObject({ intent: 'forecast', unmatched: [] })
    expect(body.forecast_total).toMatchObject({ date_from: body.data[0].date, date_to: body.data.at(-1).date })
    expect(body.forecast_total.predicted_value).toBeCloseTo(sum, 0)
    expect(body.forecast_total.confidence_interval_95.low).toBeLessThan(sum)
    expect(body.forecast_total.confidence_interval_95.high).toBeGreaterThan(sum)
    // Tools have a number of rows beside the total of the forecast.
    const connectorKey = await issueKey(scene.database.sql, accountId, { prefix: 'sk_live_' })
    const asked = await scene.api.http
      .post('/api/mcp/ask_question')
      .send(question)
      .set('Authorization', `Bearer ${connectorKey.key}`)
    expect(asked.status).toBe(200)
    expect(asked.body).toMatchObject({ forecast_total: body.forecast_total, total: body.meta.total_rows })
  })
})

const ask = async (question: string) => {
  const { body } = await scene.api.http.post('/v1/query').send({ question }).set('Authorization', `Bearer ${key}`)
  return body
}

describe('total of days that begin later', () => {
  test('has the interval of the day for one day, and none that is wider than those of its days', async () => {
    const day = await ask('forecast revenue on 2026-12-24')
    expect(day.forecast_total.confidence_interval).toEqual(day.data[0].confidence_interval)
    expect(day.forecast_total.confidence_interval_95).toEqual(day.data[0].confidence_interval_95)
    const { data, forecast_total: total } = await ask('forecast revenue from 2026-12-21 to 2026-12-27')
    const widths = data.reduce(
      (sum: number, row: { confidence_interval: Parameters<typeof bounds>[0] }) =>
        sum + bounds(row.confidence_interval),
      0,
    )
    expect(data).toHaveLength(7)
    expect(bounds(total.confidence_interval)).toBeGreaterThan(0)
    expect(bounds(total.confidence_interval)).toBeLessThan(widths + 0.1)
  })
})

describe('total of a ratio in a question', () => {
  test('that begins after the first day is weighted by the forecast of the denominator', async () => {
    const roas = await ask('predicted roas next week with 95% confidence')
    const spend = await ask('forecast spend next week')
    const weights: number[] = spend.data.map((row: { predicted_value: number }) => row.predicted_value)
    const weighted = roas.data
      .map((row: { predicted_value: number }, index: number) => row.predicted_value * (weights[index] as number))
      .reduce((whole: number, each: number) => whole + each, 0)
    expect(roas.interpretation).toMatchObject({ intent: 'forecast', unmatched: [], confidence: 1 })
    expect(roas.forecast_total).toMatchObject({ date_from: '2026-11-23', date_to: '2026-11-29' })
    expect(roas.forecast_total.predicted_value).toBeCloseTo(
      weighted / weights.reduce((whole, each) => whole + each, 0),
      3,
    )
    expect(roas.forecast_total.confidence_interval_95.low).toBeLessThan(roas.forecast_total.confidence_interval.low)
    expect(roas.forecast_total.confidence_interval_95.high).toBeGreaterThan(
      roas.forecast_total.confidence_interval.high,
    )
    expect(roas.meta.warnings.join()).not.toContain('no total')
  })

  test('is close to the stored total of almost the same days, with a wider interval', async () => {
    const { total } = await forecastOf({ type: 'roas', horizon_days: '28', total: 'true' })
    const { forecast_total: later } = await ask('predicted roas from 2026-11-21 to 2026-12-17')
    expect(later).toMatchObject({ date_from: '2026-11-21', date_to: total.date_to })
    expect(Math.abs(later.predicted_value / total.predicted_value - 1)).toBeLessThan(0.05)
    expect(bounds(later.confidence_interval)).toBeGreaterThan(bounds(total.confidence_interval))
  })

  test('is null with a warning without a forecast of the denominator', async () => {
    await scene.database.sql`delete from analytics.forecast_points where metric = 'revenue'`
    const { forecast_total: total, data, meta } = await ask('predicted acos next week')
    expect([total, data.length]).toEqual([null, 7])
    expect(meta.warnings.join()).toContain('The forecast has a value for each day, but no total')
  })
})

describe('interval of a total', () => {
  test('is never wider than those of its days together', () => {
    for (let seed = 1; seed <= 20; seed++) {
      const random = uniform(seed)
      let level = 1000
      const values = Array.from({ length: 120 }, () => {
        level *= 1 + 0.06 * (random() - 0.5)
        return level * (0.97 + 0.06 * random())
      })
      const { totalOf, widths80, widths95 } = forecast(values, 7, 60)
      for (const count of [1, 2, 7, 14, 28, 60]) {
        const { width80, width95 } = totalOf(0, count)
        const most = (widths: readonly (number | null)[]) =>
          widths.slice(0, count).reduce<number>((sum, width) => sum + (width ?? Infinity), 0)
        expect(width80).toBeLessThanOrEqual(most(widths80) * 1.000_001)
        expect(width95).toBeLessThanOrEqual(most(widths95) * 1.000_001)
      }
    }
  })

  test('holds as many totals of unseen days as its level says', () => {
    const judged = Array.from({ length: 60 }, (_, seed) => {
      const random = uniform(seed + 1)
      let [level, error] = [1000, 0]
      const values = Array.from({ length: 428 }, () => {
        level *= 1 + 0.01 * (random() - 0.5)
        error = 0.5 * error + 300 * (random() - 0.5)
        return level + error
      })
      const { value, width80, width95 } = forecast(values.slice(0, 400), 7, 28).totalOf(0, 28)
      const miss = Math.abs(values.slice(400).reduce((sum, each) => sum + each, 0) - value)
      return { within80: miss <= (width80 as number), within95: miss <= (width95 as number) }
    })
    const share = (name: 'within80' | 'within95') => judged.filter((each) => each[name]).length / judged.length
    expect(share('within80')).toBeGreaterThanOrEqual(0.7)
    expect(share('within80')).toBeLessThan(0.98)
    expect(share('within95')).toBeGreaterThanOrEqual(0.89)
  }, 60_000)
})

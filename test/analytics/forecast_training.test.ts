import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { conformalWidths } from '../../functions/worker/forecasting/conformal.ts'
import { forecast } from '../../functions/worker/forecasting/forecast.ts'
import { quotient } from '../../functions/worker/forecasting/quotient.ts'
import { storeForecasts } from '../../functions/worker/forecasting/store.ts'
import { createTenant } from '../support/factories.ts'
import { ingest } from '../support/ingest.ts'
import { WorkerScene } from '../support/worker_scene.ts'
import { seededRandom } from '../support/seeded_random.ts'

let scene: WorkerScene

beforeAll(async () => {
  scene = await WorkerScene.start()
})
afterAll(() => scene.stop())

const dayBefore = (days: number) =>
  new Date(Date.parse('2026-11-20T00:00:00Z') - days * 86_400_000).toISOString().slice(0, 10)

/** A brand with reports of `days` days to yesterday. Index 0 is the oldest; a day is not reported if `row` returns null. */
async function brandOf(days: number, row: (index: number) => Record<string, number> | null) {
  const tenant = await createTenant(scene.database.sql)
  const rows = Array.from({ length: days }, (_, index) => ({ date: dayBefore(days - index), given: row(index) }))
  await ingest(
    scene.database,
    tenant.brandId,
    rows.flatMap(({ date, given }) => (given ? [{ date, platform: 'google', account_id: 'a', ...given }] : [])),
  )
  return tenant
}

async function forecastOf(key: string, metric: string, days = 60) {
  const { status, body } = await scene.api.http
    .get('/v1/forecasts')
    .query({ type: 'custom', metric, horizon_days: days })
    .set('Authorization', `Bearer ${key}`)
  return { status, body }
}

/** The warnings without those about the measured accuracy, which these short series often have. */
const withoutAccuracy = (warnings: string[]) =>
  warnings.filter((text) => !text.includes('`mase` above 1') && !text.includes('intervals of earlier forecasts held'))

const wobble = (index: number) => ((index * 7919) % 13) - 6

describe('forecast with an outlier', () => {
  test('limits an outlier on the last day and names it in a warning', async () => {
    const { brandId, key } = await brandOf(200, (index) => ({
      revenue: index === 199 ? 300_000 : 300 + wobble(index) * 5,
      spend: 100 + wobble(index),
    }))
    await storeForecasts(scene.worker, brandId, ['revenue', 'roas'])
    const { body } = await forecastOf(key, 'revenue')
    for (const { predicted_value, confidence_interval_95 } of body.points) {
      expect(predicted_value).toBeGreaterThan(250)
      expect(predicted_value).toBeLessThan(400)
      expect(confidence_interval_95.high).toBeLessThan(600)
    }
    expect(body.accuracy.mase).toBeLessThan(4)
    for (const { effect } of body.factors) expect(Math.abs(effect)).toBeLessThan(2000)
    expect(withoutAccuracy(body.meta.warnings)).toEqual([
      expect.stringMatching(
        /the value of 2026-11-19 \(300000 USD, limited to \d+(\.\d+)? USD\)\. Correct the report if it is wrong\.$/,
      ),
    ])
    const { body: roas } = await forecastOf(key, 'roas')
    expect(roas.points[0].predicted_value).toBeLessThan(5)
    expect(withoutAccuracy(roas.meta.warnings)[0]).toContain('the numerator of 2026-11-19 (300000')
  })

  test('limits an outlier in a series that is mostly zero, but not ordinary sales', () => {
    const values = Array.from({ length: 120 }, (_, index) => (index % 5 === 0 ? 100 + wobble(index) : 0))
    expect(forecast(values, 7, 14).caps).toEqual([])
    const { caps, values: ahead } = forecast([...values.slice(0, -1), 90_000], 7, 14)
    expect(caps).toMatchObject([{ index: 119, value: 90_000 }])
    for (const value of ahead) expect(value).toBeLessThan(400)
  })
})

describe('forecast accuracy', () => {
  test('measures errors and coverage against reported values, outliers included', () => {
    const values = Array.from({ length: 200 }, (_, index) => (index === 185 ? 3000 : 100 + wobble(index)))
    const { accuracy, backtests, caps, fitted } = forecast(values, 7, 14)
    expect(caps).toMatchObject([{ index: 185, value: 3000 }])
    expect(Math.max(...fitted)).toBeLessThan(300)
    const relative = backtests.flatMap(({ origin, predicted }) =>
      predicted.map((value, step) => Math.abs(1 - value / (values[origin + step] as number))),
    )
    expect(accuracy.mape).toBeCloseTo((100 * relative.reduce((sum, value) => sum + value, 0)) / relative.length, 2)
    const within = backtests.flatMap(({ origin, size, predicted }) => {
      const before = backtests.filter((other) => other.origin + 14 <= origin)
      const widths = conformalWidths(before, 0.95, 14, size)
      return predicted.flatMap((value, step) => {
        const width = widths[step] ?? null
        return width === null ? [] : [Math.abs((values[origin + step] as number) - value) <= width]
      })
    })
    expect(within.filter((isWithin) => !isWithin).length).toBeGreaterThan(0)
    expect(accuracy.coverage_95).toBeCloseTo(within.filter(Boolean).length / within.length, 3)
  })
})

describe('conformalWidths', () => {
  test('follows errors that grow with the distance, from the first step on', () => {
    const draw = seededRandom(7)
    const normal = () => Math.sqrt(-2 * Math.log(1 - draw())) * Math.cos(2 * Math.PI * draw())
    const nothing = Array.from({ length: 14 }, () => 0)
    const ratios = Array.from({ length: 60 }, () => {
      const backtests = Array.from({ length: 20 }, (_, index) => {
        let sum = 0
        const actual = nothing.map(() => (sum += normal()))
        const events = nothing.map(() => ({ multiple: 1, deviation: 0 }))
        return { origin: 40 + 14 * index, size: 0, predicted: nothing, actual, ordinary: actual, events }
      })
      return conformalWidths(backtests, 0.8, 14, 0).map((width, step) => (width as number) / Math.sqrt(step + 1))
    })
    // The 80 % quantile of a standard normal error is 1.28. A pool of unscaled errors of five steps has 2.1 at the first step.
    for (const step of [0, 1, 6, 13]) {
      const average = ratios.reduce((sum, widths) => sum + (widths[step] as number), 0) / ratios.length
      expect([step, average > 1.15 && average < 1.5]).toEqual([step, true])
    }
  })
})

describe('forecast compared with the last week', () => {
  const warningsOf = async (revenue: (index: number) => number) => {
    const { brandId, key } = await brandOf(240, (index) => ({ revenue: revenue(index) }))
    await storeForecasts(scene.worker, brandId, ['revenue'])
    const { body } = await forecastOf(key, 'revenue', 14)
    return body as { accuracy: { mase: number | null }; meta: { warnings: string[] } }
  }

  test('names both errors in a warning if repeating the last week was more accurate', async () => {
    // The best weekday changes every 60 days, and the values of a weekday stay the same between.
    const { meta } = await warningsOf((index) => ((index + 3 * Math.floor(index / 60)) % 7 === 0 ? 1000 : 100))
    expect(meta.warnings.join(' ')).toMatch(
      /less accurate than repeating the value of the same weekday of the last known week: their mean error was [\d.]+ USD, against [\d.]+ USD\./,
    )
  })

  test.each([
    ['an exact week', (index: number) => 100 + (index % 7) * 10],
    ['an exact trend', (index: number) => 1000 + 10 * index],
    ['errors below 1 % of the values', (index: number) => 1000 + (index % 7) * 50 + ((index * 7919) % 13)],
  ])('adds no warning for %s', async (_, revenue) => {
    expect((await warningsOf(revenue)).meta.warnings.join(' ')).not.toContain('less accurate')
  })

  test('adds no warning for a drift, whose errors of later days exceed those of one week ahead', async () => {
    const { accuracy, meta } = await warningsOf((index) => 1000 + 500 * Math.sin(index / 25) + 3 * wobble(index))
    expect(accuracy.mase).toBeGreaterThan(1)
    expect(meta.warnings.join(' ')).not.toContain('less accurate')
    expect(meta.warnings.join(' ')).toMatch(
      /The mean error of earlier forecasts, up to \d+ days ahead, was [\d.]+ times that of repeating the value of the week before, one week ahead \(`mase` above 1\)\./,
    )
  })
})

describe('days without a report', () => {
  const noise = seededRandom(11)
  const sold = Array.from({ length: 240 }, (_, index) => 1000 + (index % 7) * 40 + 300 * (noise() - 0.5))
  const hole = seededRandom(12)
  const isMissing = sold.map((_, index) => index >= 7 && hole() < 0.4)
  const filled = [...sold]
  for (const [index, isHole] of isMissing.entries()) if (isHole) filled[index] = filled[index - 7] as number

  test('do not make mase larger, because a filled value repeats the week before', () => {
    const whole = forecast(sold, 7, 28).accuracy.mase as number
    const withHoles = forecast(filled, 7, 28, isMissing).accuracy.mase as number
    expect(withHoles / whole).toBeGreaterThan(0.8)
    expect(withHoles / whole).toBeLessThan(1.2)
    // The errors of the filled values are zero.
    expect(forecast(filled, 7, 28).accuracy.mase).not.toBe(withHoles)
  })
})

test('a total has no interval if its days have none', () => {
  const { widths80, totalOf } = forecast([...Array.from({ length: 59 }, () => 0), 50], 7, 28)
  expect(widths80[0]).toBeNull()
  expect(totalOf(0, 28)).toMatchObject({ width80: null, width95: null })
})

describe('measured coverage', () => {
  test('is in a warning if it is outside the stated bounds, and only then', async () => {
    const draw = seededRandom(5)
    const cases = {
      // The noise is larger in the last weeks, so that earlier intervals were too narrow.
      narrow: (index: number) => 1000 + (index < 170 ? 20 : 400) * (draw() - 0.5),
      usual: () => 1000 + 400 * (draw() - 0.5),
    }
    for (const [name, revenue] of Object.entries(cases)) {
      const { brandId, key } = await brandOf(240, (index) => ({ revenue: revenue(index) }))
      await storeForecasts(scene.worker, brandId, ['revenue'])
      const { body } = await forecastOf(key, 'revenue', 14)
      const { coverage_80: share80, coverage_95: share95 } = body.accuracy
      const warned = (level: number) =>
        (body.meta.warnings as string[]).filter((text) => text.startsWith(`The ${level} % intervals of earlier`))
      expect([name, warned(80).length]).toEqual([name, share80 < 0.7 || share80 > 0.95 ? 1 : 0])
      expect([name, warned(95).length]).toEqual([name, share95 < 0.88 ? 1 : 0])
      if (name === 'narrow')
        expect(warned(80)[0]).toMatch(/held [\d.]+ % of the values, outside 70 % to 95 %\. .+ too narrow\.$/)
      else expect(warned(95)).toEqual([])
    }
  })
})

describe('forecast of a ratio', () => {
  test('drops days with a zero denominator and returns intervals', async () => {
    const { brandId, key } = await brandOf(120, (index) => ({
      spend: 100 + wobble(index),
      conversions: index % 40 === 7 ? 0 : 10 + (index % 3),
    }))
    await storeForecasts(scene.worker, brandId, ['cpa'])
    const { body } = await forecastOf(key, 'cpa')
    for (const { predicted_value, confidence_interval: inner, confidence_interval_95: outer } of body.points) {
      expect(predicted_value).toBeGreaterThan(7)
      expect(predicted_value).toBeLessThan(14)
      expect(inner.high - inner.low).toBeGreaterThan(0.1)
      expect(outer.high - outer.low).toBeGreaterThanOrEqual(inner.high - inner.low)
      expect(outer.high).toBeLessThan(30)
    }
    for (const { effect } of body.factors) expect(Math.abs(effect)).toBeLessThan(20)
    expect(withoutAccuracy(body.meta.warnings)).toEqual([
      'The denominator was near zero on 1 of the last 56 days. Those days were excluded.',
    ])
  })

  test('uses weeks when the denominator is zero on most days', async () => {
    const { brandId, key } = await brandOf(200, (index) => ({
      spend: 100 + wobble(index),
      conversions: index % 4 === 0 ? 1 : 0,
    }))
    await storeForecasts(scene.worker, brandId, ['cpa'])
    const { body } = await forecastOf(key, 'cpa')
    for (const { predicted_value } of body.points) {
      expect(predicted_value).toBeGreaterThan(250)
      expect(predicted_value).toBeLessThan(700)
    }
    expect(body.points[0].confidence_interval.low).toBeLessThan(body.points[0].predicted_value)
    expect(body.accuracy.model).toMatch(/^weekly_ratio/)
    expect(withoutAccuracy(body.meta.warnings)[0]).toMatch(
      /on 42 of the last 56 days\. The ratio of whole weeks was forecast instead\.$/,
    )
  })

  test('stays bounded when the denominator has ended', async () => {
    const { brandId, key } = await brandOf(120, (index) => ({
      spend: 100 + wobble(index),
      conversions: index < 90 ? 10 : index === 95 ? 0.01 : 0,
    }))
    await storeForecasts(scene.worker, brandId, ['cpa'])
    const { body } = await forecastOf(key, 'cpa')
    for (const { predicted_value } of body.points) expect(predicted_value).toBeLessThan(100_000)
    for (const { effect } of body.factors) expect(Math.abs(effect)).toBeLessThan(100_000)
  })

  test('returns null without a denominator in the last eight weeks', () => {
    const above = Array.from({ length: 100 }, (_, index) => 100 + wobble(index))
    const below = above.map((_, index) => (index < 40 ? 10 : 0))
    expect(quotient(forecast(above, 7, 7), forecast(below, 7, 7), 7)).toBeNull()
  })
})

describe('forecast intervals', () => {
  test('are null for a constant history, with a warning', async () => {
    const { brandId, key } = await brandOf(60, () => ({ revenue: 500, spend: 100 }))
    await storeForecasts(scene.worker, brandId, ['revenue', 'roas'])
    for (const metric of ['revenue', 'roas']) {
      const { body } = await forecastOf(key, metric, 14)
      expect(body.points[0].confidence_interval).toEqual({ low: null, high: null })
      expect(body.points[0].confidence_interval_95).toEqual({ low: null, high: null })
      expect(body.meta.warnings).toEqual([
        'No interval is given, because the history has too few days or too little variation.',
      ])
    }
  })
})

describe('unreported training days', () => {
  test('are named in a warning with their count and range', async () => {
    const { brandId, key } = await brandOf(120, (index) =>
      index >= 60 && index < 80 ? null : { revenue: 500 + wobble(index) * 4 },
    )
    await storeForecasts(scene.worker, brandId, ['revenue'])
    const { body } = await forecastOf(key, 'revenue', 14)
    expect(withoutAccuracy(body.meta.warnings)).toEqual([
      `Reports of 20 of 120 training days are missing, of all accounts or of one (${dayBefore(60)} to ${dayBefore(41)}). ` +
        'Each was filled with the value of the same weekday before and is excluded from accuracy and intervals.',
    ])
  })

  test('include the days that one of two accounts did not report', async () => {
    const { brandId, key } = await brandOf(120, (index) => ({ revenue: 500 + wobble(index) * 4, spend: 100 }))
    const other = Array.from({ length: 120 }, (_, index) => ({
      date: dayBefore(120 - index),
      platform: 'meta',
      account_id: 'm',
      revenue: 500,
      spend: 100,
    }))
    await ingest(
      scene.database,
      brandId,
      other.filter((_, index) => index < 60 || index >= 72),
    )
    const [known] = await scene.database.sql`
      select min(numerator) as least, count(numerator)::integer as days from analytics.daily_series(${brandId}, 'revenue')`
    expect(known?.days).toBe(108)
    expect(known?.least).toBeGreaterThan(900)
    await storeForecasts(scene.worker, brandId, ['revenue'])
    const { body } = await forecastOf(key, 'revenue', 14)
    expect(body.meta.warnings).toContainEqual(
      expect.stringContaining(
        `Reports of 12 of 120 training days are missing, of all accounts or of one (${dayBefore(60)} to`,
      ),
    )
  })

  test('do not include the days after the last report of an account', async () => {
    const { brandId } = await brandOf(120, () => ({ revenue: 500, spend: 100 }))
    const other = Array.from({ length: 60 }, (_, index) => ({
      date: dayBefore(120 - index),
      platform: 'meta',
      account_id: 'm',
    }))
    await ingest(
      scene.database,
      brandId,
      other.map((row) => ({ ...row, revenue: 500, spend: 100 })),
    )
    const [known] = await scene.database.sql`
      select count(numerator)::integer as days from analytics.daily_series(${brandId}, 'revenue')`
    expect(known?.days).toBe(120)
  })
})

describe('409', () => {
  const messageOf = async (key: string, metric: string) => {
    const { status, body } = await forecastOf(key, metric)
    expect([status, body.error.code]).toEqual([409, 'data_not_ready'])
    return body.error.message as string
  }

  test('names the metric that no account reports', async () => {
    const { brandId, key } = await brandOf(200, (index) => ({ spend: 100 + wobble(index) }))
    await storeForecasts(scene.worker, brandId, ['cac', 'roas'])
    expect(await messageOf(key, 'cac')).toBe(
      'There is no forecast of cac, because no account of this brand reports new_customers, which it is computed from. ' +
        'Import reports with it, or forecast another metric.',
    )
    expect(await messageOf(key, 'roas')).toContain('no account of this brand reports revenue,')
  })

  test('names the available and the required days of history', async () => {
    const { key } = await brandOf(27, () => ({ revenue: 100 }))
    expect(await messageOf(key, 'revenue')).toBe(
      'There is no forecast of revenue: it needs 28 days of history, and this brand has 27, from 2026-10-24 to 2026-11-19. ' +
        'Import earlier days, or wait.',
    )
  })

  test('names the number of days with a denominator above zero', async () => {
    const { key } = await brandOf(90, (index) => ({ spend: 100, conversions: index % 9 === 0 ? 1 : 0 }))
    expect(await messageOf(key, 'cpa')).toMatch(
      /needs 28 days with a denominator \(.+\) above zero, and this brand has 10,/,
    )
  })

  test('distinguishes no data, not computed yet and failed', async () => {
    const { key: empty } = await createTenant(scene.database.sql)
    expect(await messageOf(empty, 'revenue')).toContain('No ad data has been ingested for this brand yet.')
    const { brandId, key } = await brandOf(40, () => ({ revenue: 100 }))
    expect(await messageOf(key, 'revenue')).toContain('has not been computed yet, though there are 40 days of history')
    await scene.database.sql`
      insert into core.job_failures (brand_id, queue, subject, error_class) values (${brandId}, 'forecasts', 'revenue', '22012')`
    expect(await messageOf(key, 'revenue')).toContain('failed on 2026-11-20 (error 22012)')
    // The day is in the time zone of the brand, not of the session.
    await scene.database.sql`update core.brands set timezone = 'Asia/Tokyo' where brand_id = ${brandId}`
    await scene.database
      .sql`update core.job_failures set last_failed_at = '2026-11-19T18:00:00Z' where brand_id = ${brandId}`
    expect(await messageOf(key, 'revenue')).toContain('failed on 2026-11-20 (error 22012)')
  })

  test('is replaced by 400 for a metric that cannot be forecast', async () => {
    const { key } = await brandOf(40, () => ({ revenue: 100 }))
    const { status, body } = await forecastOf(key, 'reach')
    expect(status).toBe(400)
    expect(body.error.message).toContain('`metric` must be one of spend,')
  })
})

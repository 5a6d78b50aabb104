import { describe, expect, test } from 'vitest'
import { forecast } from '../../functions/worker/forecasting/forecast.ts'
import { isSeasonal, seasonalFactors } from '../../functions/worker/forecasting/seasons.ts'
import { uniform } from '../support/retail_brands.ts'

/** A random walk of positive values with a factor for each place in the season. */
function series(seed: number, { length = 60, season = 12, size = 0 } = {}): number[] {
  const random = uniform(seed)
  let level = 100
  return Array.from({ length }, (_, index) => {
    level *= 1 + 0.04 * (random() - 0.5)
    return level * (1 + size * Math.sin((2 * Math.PI * index) / season)) * (1 + 0.1 * (random() - 0.5))
  })
}

const seeds = Array.from({ length: 100 }, (_, index) => index + 1)

describe('test of seasonality', () => {
  test.each([12, 4, 7])('finds a season of %i steps in nearly all series that have one', (season) => {
    const found = seeds.filter((seed) =>
      isSeasonal(series(seed, { season, size: 0.3, length: 6 * season + 12 }), season),
    )
    expect(found.length).toBeGreaterThan(95)
  })

  test('finds a season in about one of ten series of noise', () => {
    const found = seeds.filter((seed) => {
      const random = uniform(seed)
      return isSeasonal(
        Array.from({ length: 96 }, () => 100 + random()),
        12,
      )
    })
    expect(found.length).toBeLessThan(20)
  })
})

describe('forecast of months', () => {
  test('combines candidates without factors where no season is found', () => {
    const values = seeds.map((seed) => series(seed)).find((each) => !isSeasonal(each, 12)) as number[]
    expect(forecast(values, 12, 18).model).toContain('unadjusted_')
    expect(forecast(series(1, { size: 0.3 }), 12, 18).model).not.toContain('unadjusted_')
  })

  test('follows the season of short series', () => {
    const values = series(3, { length: 48, size: 0.3 })
    const ahead = forecast(values, 12, 18).values
    const ordinary = ahead.reduce((sum, value) => sum + value, 0) / 18
    // The third step ahead is the peak of the sine, the ninth its lowest point.
    expect((ahead[3] as number) / ordinary).toBeGreaterThan(1.15)
    expect((ahead[9] as number) / ordinary).toBeLessThan(0.85)
  })

  test.each([
    [12, 18, 14],
    [12, 18, 30],
    [4, 8, 14],
    [4, 8, 20],
    [1, 6, 14],
  ])('of season %i, %i steps ahead, has finite values for %i values', (season, horizon, length) => {
    for (const value of forecast(series(2, { season, length, size: 0.2 }), season, horizon).values) {
      expect(value).toBeGreaterThan(30)
      expect(value).toBeLessThan(300)
    }
  })
})

describe('seasonal factors of months', () => {
  test('are near the true ones of a growing series', () => {
    const values = Array.from(
      { length: 72 },
      (_, index) => (100 + 2 * index) * (1 + 0.2 * Math.sin((2 * Math.PI * index) / 12)),
    )
    const factors = seasonalFactors(values, 12)
    expect(factors[3]).toBeCloseTo(1.2, 1)
    expect(factors[9]).toBeCloseTo(0.8, 1)
  })
})

describe('a count that is often zero', () => {
  test.each([0.35, 0.5, 1])('of %f a day is forecast at its mean', (average) => {
    const random = uniform(11)
    const count = () => {
      let [value, probability] = [0, Math.exp(-average)]
      let sum = probability
      for (const drawn = random(); drawn > sum; sum += probability) probability *= average / ++value
      return value
    }
    const totals = Array.from({ length: 12 }, () => {
      const known = Array.from({ length: 200 }, count)
      return forecast(known, 7, 28).values.reduce((sum, value) => sum + value, 0) / (28 * average)
    })
    const usual = totals.reduce((sum, value) => sum + value, 0) / totals.length
    expect(usual).toBeGreaterThan(0.85)
    expect(usual).toBeLessThan(1.15)
  })
})

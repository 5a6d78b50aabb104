import { describe, expect, test } from 'vitest'
import { forecast } from '../../functions/worker/forecasting/forecast.ts'
import { seededRandom } from '../support/seeded_random.ts'

const wobble = (index: number) => (((index * 7919) % 13) - 6) / 100

/** A shop that doubles its sales in winter, with a quiet weekend. */
function shopSales(index: number): number {
  const year = 1 + 0.5 * Math.cos((2 * Math.PI * index) / 365.25)
  return 1000 * year * (index % 7 < 5 ? 1.1 : 0.75) * (1 + wobble(index))
}

const series = (length: number) => Array.from({ length }, (_, index) => shopSales(index))
const meanError = (predicted: number[], from: number) =>
  predicted.reduce((sum, value, step) => sum + Math.abs(value / shopSales(from + step) - 1), 0) / predicted.length

describe('forecast with a season of the year', () => {
  test('follows the season over 90 days', () => {
    // The forecast begins where sales fall fastest.
    const length = 3 * 365 + 80
    const { values, model } = forecast(series(length), 7, 90)
    expect(model).toContain('yearly_')
    expect(meanError(values, length)).toBeLessThan(0.06)
  })

  test('is that of last year until two years can be tried', () => {
    expect(forecast(series(390), 7, 30).model).not.toMatch(/year/)
    const { model, values } = forecast(series(500), 7, 60)
    expect(model).toContain('last_year')
    expect(model).not.toContain('yearly_')
    expect(meanError(values, 500)).toBeLessThan(0.12)
    expect(forecast(series(800), 7, 30).model).toContain('yearly_')
  })

  test('is not taken from a year ago before a trial has shown the errors of that', () => {
    const noise = seededRandom(3)
    // Sales begin with a launch of 60 days. A year later they have not grown.
    const values = Array.from(
      { length: 448 },
      (_, index) => 1000 * Math.min(1, 0.1 + 0.015 * index) * (1 + 0.3 * (noise() - 0.5)),
    )
    const { values: ahead, widths80, model } = forecast(values.slice(0, 420), 7, 28)
    expect(model).not.toContain('last_year')
    const misses = values.slice(420).map((value, step) => Math.abs(value - (ahead[step] as number)))
    expect(Math.max(...misses)).toBeLessThan(400)
    expect(misses.filter((miss, step) => miss <= (widths80[step] as number)).length).toBeGreaterThan(17)
  })

  test('is added, not multiplied, if values are zero or negative', () => {
    const values = Array.from(
      { length: 900 },
      (_, index) => 100 * Math.sin((2 * Math.PI * index) / 365.25) + (index % 7),
    )
    const { values: ahead } = forecast(values, 7, 60)
    const misses = ahead.map((value, step) =>
      Math.abs(value - 100 * Math.sin((2 * Math.PI * (900 + step)) / 365.25) - ((900 + step) % 7)),
    )
    expect(Math.max(...misses)).toBeLessThan(25)
  })
})

describe('backtests of a forecast', () => {
  test('use nothing that was known after their origin', () => {
    const known = series(700)
    const changed = known.map((value, index) => (index < 560 ? value : value * (index % 2 === 0 ? 3 : 0.3)))
    const before = (values: number[]) =>
      forecast(values, 7, 56).backtests.flatMap(({ origin, predicted }) =>
        origin <= 560 ? [{ origin, predicted }] : [],
      )
    expect(before(known).length).toBeGreaterThan(3)
    expect(before(changed)).toEqual(before(known))
  })

  test('give wider intervals for distant days of a series that drifts', () => {
    let [state, level] = [1, 1000]
    const values = Array.from({ length: 400 }, () => {
      state = (state * 16_807) % 2_147_483_647
      return (level += 20 * (state / 2_147_483_647 - 0.5))
    })
    const { widths80 } = forecast(values, 7, 56)
    expect((widths80[0] as number) * 1.5).toBeLessThan(widths80[55] as number)
  })
})

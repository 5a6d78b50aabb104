import { describe, expect, test } from 'vitest'
import { forecast } from '../../functions/worker/forecasting/forecast.ts'
import { trainingWarnings } from '../../functions/worker/forecasting/training_warnings.ts'
import { uniform } from '../support/retail_brands.ts'

const length = 400
const horizon = 56

/** A brand with six promotions of `days` days, each beginning 56 days after the one before. The last ended `ago` days ago. */
function brandWith(days: number, ago: number, seed: number) {
  const random = uniform(seed)
  const normal = () => Math.sqrt(-2 * Math.log(random() + 1e-12)) * Math.cos(2 * Math.PI * random())
  const starts = Array.from({ length: 6 }, (_, run) => length - ago - days - run * 56)
  const events = starts.flatMap((from, run) =>
    Array.from({ length: days }, (_, day) => {
      return { index: from + day, event: 'promotion', phase: 'sale', offset: 0, occurrence: `sale ${run}` }
    }),
  )
  const multiples = starts.map(() => Math.exp(0.5 + 0.1 * normal()))
  let [level, error] = [1000, 0]
  const values = Array.from({ length: length + horizon }, (_, index) => {
    level *= Math.exp(0.008 * normal())
    error = 0.4 * error + 0.08 * normal()
    const run = starts.findIndex((from) => from <= index && index < from + days)
    return level * (1 + 0.2 * Math.sin((2 * Math.PI * index) / 7)) * Math.exp(error) * (multiples[run] ?? 1)
  })
  return { values, made: forecast(values.slice(0, length), 7, horizon, [], events) }
}

const shareOf = (held: readonly boolean[]) => held.filter(Boolean).length / held.length

describe('forecast of a brand with few days without promotions', () => {
  test('has intervals of the first days and of totals that hold as many values as their level says', () => {
    const brands = Array.from({ length: 100 }, (_, index) => brandWith(42, 7, index + 1))
    const first = brands.map(
      ({ values, made }) =>
        Math.abs((values[length] as number) - (made.values[0] as number)) <= (made.widths80[0] as number),
    )
    const totals = brands.map(({ values, made }) => {
      const { value, width80 } = made.totalOf(0, 28)
      const truth = values.slice(length, length + 28).reduce((sum, each) => sum + each, 0)
      return width80 !== null && Math.abs(truth - value) <= width80
    })
    // Two standard errors of 100 brands are 8 points.
    expect(shareOf(first)).toBeGreaterThan(0.72)
    expect(shareOf(totals)).toBeGreaterThan(0.72)
  }, 120_000)

  test('has a warning if no total has an interval', () => {
    const { made } = brandWith(50, 6, 1)
    expect(made.totalOf(0, 7).width80).toBeNull()
    const warnings = trainingWarnings({ days: [], parts: [made], isMissing: [], ratio: null, made })
    expect(warnings.map(({ reason }) => reason)).toContain('total_has_no_interval')
  })
})

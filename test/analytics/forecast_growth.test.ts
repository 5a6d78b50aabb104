import { describe, expect, test } from 'vitest'
import { forecast } from '../../functions/worker/forecasting/forecast.ts'
import { uniform } from '../support/retail_brands.ts'

/** The level of each day of a brand that grows, as a multiple of its first day. */
const growths: [name: string, days: number, levelOf: (day: number) => number][] = [
  ['four times as much within 12 days', 92, (day) => (day < 80 ? 1 : 4 ** ((day - 79) / 12))],
  ['a launch of 40 days', 40, (day) => 1 + day ** 2 / 40],
  ['6 % a day in the last 20 days', 100, (day) => 1.06 ** Math.max(0, day - 80)],
  ['2.5 % a day for 60 days', 60, (day) => 1.025 ** day],
]

describe('the forecast of a brand that grows', () => {
  test.each(growths)('stays within five times its highest day: %s', (_name, days, levelOf) => {
    const random = uniform(days)
    const normal = () => Math.sqrt(-2 * Math.log(random() + 1e-12)) * Math.cos(2 * Math.PI * random())
    for (let brand = 0; brand < 20; brand++) {
      const values = Array.from({ length: days }, (_, day) => {
        return 1000 * levelOf(day) * (1 + 0.2 * Math.sin((2 * Math.PI * day) / 7)) * Math.exp(0.1 * normal())
      })
      const made = forecast(values, 7, 2 * days)
      expect(Math.max(...made.values)).toBeLessThan(5 * Math.max(...values))
    }
  })
})

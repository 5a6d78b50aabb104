import { placeOf, seasonalFactors } from './seasons.ts'
import { mean } from './smoothing.ts'

export interface Factor {
  name: string
  kind: 'recent_change' | 'trend' | 'seasonality'
  /** Signed change in the unit of the metric: of the sum of 30 days, or of the average for a ratio. */
  effect: number
  unit: string
  period: string
  description: string
}

const days = 30
const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

/**
 * Explains the difference between the next 30 days and the last 30 by three factors that add up to it: the level of the last two
 * weeks, the trend, and the weekdays in the period.
 */
export function factorsOf(
  values: readonly number[],
  predicted: readonly number[],
  { through, unit, isRatio = false }: { through: string; unit: string; isRatio?: boolean },
): Factor[] {
  const season = 7
  const factors = seasonalFactors(values, season)
  const adjusted = values.map((value, index) => value / (factors[placeOf(index, values.length, season)] as number))
  const adjustedAhead = predicted.slice(0, days).map((value, step) => value / (factors[step % season] as number))
  const total = (list: readonly number[]) => list.reduce((sum, value) => sum + value, 0)
  const level = mean(adjusted.slice(-14)) * adjustedAhead.length
  const past = total(values.slice(-adjustedAhead.length))
  const strongest = factors.indexOf(Math.max(...factors))
  const weekday = weekdays[(new Date(`${through}T00:00:00Z`).getUTCDay() + 1 + strongest) % 7] as string
  const effects = [
    ['Level of the last two weeks', 'recent_change', level - past, 'last 14 days', 'against the 30 days before'],
    ['Trend', 'trend', total(adjustedAhead) - level, 'next 30 days', 'change of the level'],
    [
      'Weekdays',
      'seasonality',
      total(predicted.slice(0, days)) - total(adjustedAhead),
      weekday.toLowerCase(),
      `the weekdays of the next 30 days; ${weekday} is the strongest, ${Math.round(100 * (factors[strongest] as number) - 100)} % above the middle`,
    ],
  ] as const
  return effects.map(([name, kind, effect, period, description]) => ({
    name,
    kind,
    effect: isRatio ? Math.round((effect / adjustedAhead.length) * 10_000) / 10_000 : Math.round(effect * 100) / 100,
    unit,
    period,
    description: `${name}: ${description}.`,
  }))
}

import { seasonalFactors } from './seasons.ts'
import { mean } from './smoothing.ts'

export interface Factor {
  name: string
  kind: 'recent_change' | 'trend' | 'seasonality'
  /** Signed, in the unit of the metric: of the sum of 30 days, or of their average where the metric is a ratio. */
  effect: number
  unit: string
  period: string
  description: string
}

const days = 30
const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

/**
 * Why the next 30 days differ from the last 30: the level that was reached lately, where the trend goes from it, and which
 * weekdays come. The three add up to the difference.
 */
export function factorsOf(
  values: readonly number[],
  predicted: readonly number[],
  { through, unit, isRatio = false }: { through: string; unit: string; isRatio?: boolean },
): Factor[] {
  const season = 7
  const factors = seasonalFactors(values, season)
  const first = values.length % season
  const plain = values.map((value, index) => value / (factors[(index - first + season) % season] as number))
  const plainAhead = predicted.slice(0, days).map((value, step) => value / (factors[step % season] as number))
  const total = (list: readonly number[]) => list.reduce((sum, value) => sum + value, 0)
  const level = mean(plain.slice(-14)) * plainAhead.length
  const past = total(values.slice(-plainAhead.length))
  const strongest = factors.indexOf(Math.max(...factors))
  const weekday = weekdays[(new Date(`${through}T00:00:00Z`).getUTCDay() + 1 + strongest) % 7] as string
  const effects = [
    ['Level of the last two weeks', 'recent_change', level - past, 'last 14 days', 'against the 30 days before'],
    ['Trend', 'trend', total(plainAhead) - level, 'next 30 days', 'where the level is heading'],
    [
      'Weekdays',
      'seasonality',
      total(predicted.slice(0, days)) - total(plainAhead),
      weekday.toLowerCase(),
      `the weekdays of the next 30 days; ${weekday} is the strongest, ${Math.round(100 * (factors[strongest] as number) - 100)} % above the middle`,
    ],
  ] as const
  return effects.map(([name, kind, effect, period, description]) => ({
    name,
    kind,
    effect: isRatio ? Math.round((effect / plainAhead.length) * 10_000) / 10_000 : Math.round(effect * 100) / 100,
    unit,
    period,
    description: `${name}: ${description}.`,
  }))
}

import type { Effect } from './events/effects.ts'
import type { Forecast } from './forecast.ts'
import { placeOf, seasonalFactors } from './seasons.ts'
import { mean } from './smoothing.ts'

export interface Factor {
  name: string
  kind: 'recent_change' | 'trend' | 'seasonality' | 'holiday'
  /** Signed change in the unit of the metric: of the sum of 30 days, or of the average for a ratio. */
  effect: number
  unit: string
  period: string
  description: string
}

const days = 30
const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

/**
 * Explains the difference between the next 30 days and the last 30 by factors that add up to it: the level of the last two weeks, the
 * trend, the weekdays in the period, and the effects of holidays in both periods, if there are any.
 */
export function factorsOf(
  forecast: Pick<Forecast, 'values' | 'fitted' | 'ordinary' | 'events'>,
  {
    through,
    unit,
    isRatio = false,
    hasPromotions = false,
  }: { through: string; unit: string; isRatio?: boolean; hasPromotions?: boolean },
): Factor[] {
  const season = 7
  const { past: values, ahead: predicted } = forecast.ordinary
  const factors = seasonalFactors(values, season)
  const adjusted = values.map((value, index) => value / (factors[placeOf(index, values.length, season)] as number))
  const adjustedAhead = predicted.slice(0, days).map((value, step) => value / (factors[step % season] as number))
  const total = (list: readonly number[]) => list.reduce((sum, value) => sum + value, 0)
  const level = mean(adjusted.slice(-14)) * adjustedAhead.length
  const past = total(values.slice(-adjustedAhead.length))
  const ahead = adjustedAhead.length
  const holidays = total(forecast.values.slice(0, ahead)) - total(predicted.slice(0, ahead))
  const pastHolidays = total(forecast.fitted.slice(-ahead)) - past
  const strongest = factors.indexOf(Math.max(...factors))
  const weekday = weekdays[(new Date(`${through}T00:00:00Z`).getUTCDay() + 1 + strongest) % 7] as string
  const effects = [
    [
      'Level of the last two weeks',
      'recent_change',
      level - past,
      'last 14 days',
      'The last 14 days without the weekday pattern, compared with the last 30 days.',
    ],
    [
      'Trend',
      'trend',
      total(adjustedAhead) - level,
      'next 30 days',
      'The level of the next 30 days, compared with the last 14 days.',
    ],
    [
      'Weekdays',
      'seasonality',
      total(predicted.slice(0, days)) - total(adjustedAhead),
      weekday.toLowerCase(),
      `${weekday} is the strongest weekday, ${Math.round(100 * (factors[strongest] as number) - 100)}% above the average.`,
    ],
    ...(holidays === 0 && pastHolidays === 0
      ? []
      : ([
          [
            hasPromotions ? 'Holidays and promotions' : 'Holidays',
            'holiday',
            holidays - pastHolidays,
            'next 30 days',
            `The effects in the next 30 days, compared with the last 30 days. They are learned from ${hasPromotions ? 'earlier holidays and promotions' : holidaysOf(forecast.events.slice(0, ahead))}.`,
          ],
        ] as const)),
  ] as const
  return effects.map(([name, kind, effect, period, description]) => ({
    name,
    kind,
    effect: isRatio ? Math.round((effect / adjustedAhead.length) * 10_000) / 10_000 : Math.round(effect * 100) / 100,
    unit,
    period,
    description,
  }))
}

/** Returns from how many earlier years the effects of holidays are known. */
function holidaysOf(events: readonly Effect[]): string {
  const years = events.flatMap((event) => (event.multiple === 1 ? [] : (event.years ?? [])))
  if (years.length === 0) return 'the holidays of earlier years'
  const [least, most] = [Math.min(...years), Math.max(...years)]
  return `the holidays of ${least === most ? least : `${least} to ${most}`} earlier ${most === 1 ? 'year' : 'years'}`
}

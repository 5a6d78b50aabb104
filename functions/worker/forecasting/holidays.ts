import { addDays, weekday } from '../../../shared/calendar/days.ts'
import type { Range } from '../../../shared/calendar/days.ts'
import { holiday } from '../../../shared/calendar/holidays.ts'
import { warning } from '../../../shared/sentences/warnings/stored_warning.ts'
import type { Effect } from './events/effects.ts'
import type { Reason } from '../../../shared/sentences/warnings/warning.ts'

export interface HolidayWarning extends Range {
  warning: Reason
}

/** A day of the history. `value` is null if nothing was reported. */
export interface KnownDay {
  day: string
  value: number | null
}

/** Holidays on which sales often differ. */
const seasons: readonly { name: string; of: (year: number) => Range }[] = [
  { name: 'black_friday', of: (year) => holiday('bfcm', year) },
  { name: 'christmas', of: (year) => ({ date_from: `${year}-12-24`, date_to: `${year}-12-26` }) },
]
const weeksBefore = 8
const deviationMin = 0.25

interface Deviation {
  day: string
  value: number
  level: number
}

/**
 * Returns the holidays within the horizon on which an earlier year deviated by 25 % or more from the median of the same weekday
 * in the eight weeks before, but whose effect is not in the forecast. Each has a warning with the latest such year. Values are in the
 * unit of the metric. `effects` are those of the days ahead.
 */
export function holidayWarnings(
  days: readonly KnownDay[],
  through: string,
  effects: readonly Effect[],
): HolidayWarning[] {
  const horizonDays = effects.length
  const values = new Map(days.map(({ day, value }) => [day, value]))
  const end = addDays(through, horizonDays)
  const first = Number(through.slice(0, 4))
  return seasons.flatMap(({ name, of }) =>
    [first, first + 1].flatMap((year) => {
      const ahead = of(year)
      if (ahead.date_to <= through || ahead.date_from > end) return []
      const isForecast = effects.some(({ multiple }, step) => {
        const day = addDays(through, step + 1)
        return Math.abs(multiple - 1) >= deviationMin / 2 && day >= ahead.date_from && day <= ahead.date_to
      })
      if (isForecast) return []
      const past = [1, 2, 3].map((years) => strongest(values, of(year - years))).find(Boolean)
      if (past === undefined) return []
      const { day, value, level: median } = past
      const given = { holiday: name, ...ahead, day, value, median, weeks: weeksBefore }
      return [{ ...ahead, warning: warning('holiday_is_not_forecast', given) }]
    }),
  )
}

function strongest(values: ReadonlyMap<string, number | null>, { date_from, date_to }: Range): Deviation | undefined {
  const deviations: Deviation[] = []
  for (let day = date_from; day <= date_to; day = addDays(day, 1)) {
    const value = values.get(day) ?? null
    const level = medianBefore(values, day, date_from)
    if (value !== null && level !== null && sizeOf({ day, value, level }) >= deviationMin) {
      deviations.push({ day, value, level })
    }
  }
  return deviations.toSorted((one, other) => sizeOf(other) - sizeOf(one))[0]
}

function sizeOf({ value, level }: Deviation): number {
  return Math.abs(value - level) / Math.abs(level)
}

/** Returns the median of a weekday in the eight weeks before a holiday. Null if fewer than half are known, or if it is zero. */
function medianBefore(values: ReadonlyMap<string, number | null>, day: string, start: string): number | null {
  const before = addDays(start, -((weekday(start) - weekday(day) + 7) % 7 || 7))
  const known = Array.from({ length: weeksBefore }, (_, week) => values.get(addDays(before, -7 * week)) ?? null)
    .filter((value) => value !== null)
    .toSorted((one, other) => one - other)
  if (known.length < weeksBefore / 2) return null
  const middle = known.length / 2
  const median = ((known[Math.ceil(middle) - 1] as number) + (known[Math.floor(middle)] as number)) / 2
  return median === 0 ? null : median
}

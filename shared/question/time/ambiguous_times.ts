import { add, addDays, startOf } from '../../calendar/days.ts'
import type { Unit } from '../../calendar/days.ts'
import { isSameTime } from './compared_times.ts'
import type { Base } from './compared_times.ts'
import type { FoundRange } from './dates.ts'
import { unclearYear } from './years.ts'

interface Ambiguous {
  /** The ambiguous words. */
  text: string
  /** The question, in one version per meaning. */
  readings: string[]
}

/**
 * Returns a time that can mean a day or a longer period: "this time last year" and "a year ago" outside a comparison, and
 * "last month compared to 2024".
 */
export function ambiguousTime(
  base: Base | null,
  ranges: readonly FoundRange[],
  { question, isComparison }: { question: string; isComparison: boolean },
  today: string,
): Ambiguous | null {
  const write = (text: string, times: readonly string[]) => ({
    text,
    readings: times.map((time) => question.replace(text, time)),
  })
  const year = isComparison ? unclearYear(ranges, today) : null
  if (year)
    return write(
      year.text,
      year.meanings.map(({ date_from, date_to }) => `from ${date_from} to ${date_to}`),
    )
  if (base && isSameTime(base)) {
    const day = base.unit === 'period' ? today : base.unit === 'day' ? addDays(today, -1) : add(base.unit, today, -1)
    return write(base.text, [`on ${day}`, `from ${startOf('month', day)} to ${day}`])
  }
  for (const { text, date_from, date_to } of isComparison ? [] : ranges) {
    const [, unit] = /^(?:an?|1|one) (week|month|quarter|year) ago$/.exec(text) ?? []
    if (unit === undefined) continue
    return write(text, [`on ${add(unit as Unit, today, -1)}`, `from ${date_from} to ${date_to}`])
  }
  return null
}

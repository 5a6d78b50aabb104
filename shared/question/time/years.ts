import { add, daysBetween, period, startOf } from '../../calendar/days.ts'
import type { Range } from '../../calendar/days.ts'
import { holidayNames } from '../../calendar/holidays.ts'
import { findRanges } from './dates.ts'
import type { FoundRange } from './dates.ts'

const bareYear = /^(?:(?:in|during|for|of) )?(20\d\d)$/
const isBareYear = ({ preset, text }: FoundRange) => preset === 'year' && bareYear.test(text)
const numberOf = ({ text }: FoundRange) => (bareYear.exec(text) as RegExpExecArray)[1] as string

/** Rewrites relative years as numbers: "Q3 last year" becomes "q3 2025". */
export function withYears(text: string, today: string): string {
  const last = String(Number(today.slice(0, 4)) - 1)
  const month =
    '(?:january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)'
  const named = `(?:${month}(?: \\d{1,2}(?:st|nd|rd|th)?)?|q[1-4]|h[12]|quarter [1-4]|(?:first|second|third|fourth|1st|2nd|3rd|4th) quarter|week \\d{1,2}|${holidayNames})`
  return text
    .replace(
      new RegExp(`\\b(${named}) (?:of |in |from )?(?:the )?(?:last|previous|prior) year\\b(?! to date)`, 'g'),
      `$1 ${last}`,
    )
    .replace(
      new RegExp(`\\b(${named}) (?:of |in )?(?:the )?(?:this|current) year\\b(?! to date)`, 'g'),
      `$1 ${today.slice(0, 4)}`,
    )
    .replace(
      new RegExp(`\\b(?:last|previous|prior) year (?:on |in |during )?(?:the )?(${named})\\b`, 'g'),
      `$1 ${last}`,
    )
}

/**
 * Replaces a year beside one shorter time by that time of the year: in "Black Friday 2025 compared to 2024", the
 * second time is Black Friday 2024. Returns the times unchanged if the shorter one has no name in another year.
 */
export function withEllipticYears(ranges: readonly FoundRange[], today: string): readonly FoundRange[] {
  const [named, ...others] = ranges.filter((range) => !isBareYear(range))
  if (named === undefined || others.length > 0) return ranges
  return ranges.map((range) => (range === named ? range : { ...range, ...inYear(named, numberOf(range), today) }))
}

/** Returns the days of a named time in another year, or null if the words have no meaning with a year. */
function inYear({ text }: FoundRange, year: string, today: string): Range | null {
  const inThatYear = /20\d\d/.test(text) ? text.replace(/20\d\d/g, year) : `${text} ${year}`
  const [found, ...others] = findRanges(inThatYear, today).ranges
  if (found === undefined || others.length > 0 || found.text !== inThatYear) return null
  return { date_from: found.date_from, date_to: found.date_to }
}

/**
 * Returns a year that is compared with a shorter time without a name in that year, such as "last month compared to
 * 2024", with the same days of that year and the whole year. Returns null for other times.
 */
export function unclearYear(ranges: readonly FoundRange[], today: string): { text: string; meanings: Range[] } | null {
  const [named, ...others] = ranges.filter((range) => !isBareYear(range))
  const year = ranges.find((range) => isBareYear(range) && startOf('year', range.date_from) === range.date_from)
  if (named === undefined || year === undefined || others.length > 0) return null
  const isYear = daysBetween(named) >= 365 || (named.date_to >= today && startOf('year', today) === named.date_from)
  if (isYear || daysBetween(year) < daysBetween(named)) return null
  const years = Number(numberOf(year)) - Number(named.date_from.slice(0, 4))
  const sameDays = { date_from: add('year', named.date_from, years), date_to: add('year', named.date_to, years) }
  return { text: year.text, meanings: [sameDays, { date_from: year.date_from, date_to: year.date_to }] }
}

/** Returns a month that is named without a year as that of this year if it is still to come, because plans look ahead. */
export function comingMonth(range: FoundRange, today: string): FoundRange {
  const date_from = add('year', range.date_from, 1)
  const isComing = date_from > today && startOf('year', date_from) === startOf('year', today)
  if (range.preset !== 'month' || /20\d\d/.test(range.text) || !isComing) return range
  return { ...range, ...period('month', date_from) }
}

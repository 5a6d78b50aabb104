import { addDays, daysBetween, nthWeekday, period } from '../../calendar/days.ts'
import type { Range, Unit } from '../../calendar/days.ts'
import { dateOf, latest, monthRange } from './named_days.ts'
import { ordinal } from '../language/normalize.ts'
import { date, dayName, month, rule, single, until, year } from './time_words.ts'
import type { Rule } from './time_words.ts'

const order = '(first|second|third|fourth|fifth|last|final|1st|2nd|3rd|4th|5th)'
/** The period that contains the part: a month, "last month", "this quarter", "Q3", a year. Seven groups. */
const whole = `(?:of|in) (?:the )?(?:${month}(?: ${year})?|(last|this|previous|current) (month|quarter|year)|q([1-4])(?: ${year})?|${year})`

/** Parts of longer periods: "first week of October", "last day of last month", "second Monday of September". */
export const partRules: readonly Rule[] = [
  rule('part', `(?:${order} week|week ([1-4])) ${whole}`, (match, today) => {
    const of = wholeOf(match, 3, today)
    if (of === null) return null
    if (isLast(match[1])) return { date_from: addDays(of.date_to, -6), date_to: of.date_to }
    const number = match[2] ? Number(match[2]) : place(match[1])
    return { date_from: addDays(of.date_from, 7 * (number - 1)), date_to: addDays(of.date_from, 7 * number - 1) }
  }),
  rule('part', `(?:the )?week (?:of|beginning|starting|commencing|from)(?: on)?(?: the)? ${date}`, (match, today) => {
    const day = dateOf(match, 1, today)
    return day === null ? null : until(period('week', day), today)
  }),
  rule('part', `(?:the )?${order} (\\d{1,2}) (day|week)s? ${whole}`, (match, today) => {
    const of = wholeOf(match, 4, today)
    const length = Number(match[2]) * (match[3] === 'week' ? 7 : 1)
    if (of === null || length < 1 || length > daysBetween(of) || place(match[1]) > 1) return null
    return isLast(match[1])
      ? { date_from: addDays(of.date_to, 1 - length), date_to: of.date_to }
      : { date_from: of.date_from, date_to: addDays(of.date_from, length - 1) }
  }),
  rule('part', `(?:the )?${order} day ${whole}`, (match, today) => {
    const of = wholeOf(match, 2, today)
    return of && single(isLast(match[1]) ? of.date_to : addDays(of.date_from, place(match[1]) - 1))
  }),
  rule(
    'part',
    '(?:on )?(?:the )?(\\d{1,2})(?:st|nd|rd|th) (?:day )?of (?:(last|this|the current|previous) |the )?month',
    (match, today) => {
      const of = period('month', today, /last|previous/.test(match[2] ?? '') ? -1 : 0)
      const day = addDays(of.date_from, Number(match[1]) - 1)
      return Number(match[1]) >= 1 && day <= of.date_to ? single(day) : null
    },
  ),
  rule(
    'part',
    `(?:on )?(?:the )?${order} ${dayName} (?:of|in) (?:the )?(?:${month}(?: ${year})?|(last|this) (month))`,
    (match, today) => {
      const of = match[3] ? monthRange(match[3], match[4], today) : period('month', today, match[5] === 'last' ? -1 : 0)
      const weekday = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'].indexOf((match[2] as string).slice(0, 3))
      const [ofYear, ofMonth] = of.date_from.split('-').map(Number) as [number, number]
      const day = nthWeekday(ofYear, ofMonth, weekday, isLast(match[1]) ? -1 : place(match[1]))
      return day.slice(0, 7) === of.date_from.slice(0, 7) ? single(day) : null
    },
  ),
  rule('part', `(?:the )?${order} weekend ${whole}`, (match, today) => {
    const of = wholeOf(match, 2, today)
    if (of === null) return null
    const [ofYear, ofMonth] = of.date_from.split('-').map(Number) as [number, number]
    const saturday = nthWeekday(ofYear, ofMonth, 6, isLast(match[1]) ? -1 : place(match[1]))
    return { date_from: saturday, date_to: addDays(saturday, 1) }
  }),
  rule('part', `(?:the )?${order} (month|quarter) ${whole}`, (match, today) => {
    const of = wholeOf(match, 3, today)
    if (of === null) return null
    const unit = match[2] as Unit
    if (isLast(match[1])) return until(period(unit, of.date_to), today)
    const range = period(unit, of.date_from, place(match[1]) - 1)
    return range.date_to > of.date_to ? null : until(range, today)
  }),
  rule(
    'part',
    `(?:the )?(first|second|1st|2nd) half (?:of|in) (?:the )?(?:${month}(?: ${year})?|(last|this) (month|quarter))`,
    (match, today) => {
      const of = match[2]
        ? wholeMonth(match[2], match[3], today)
        : period(match[5] as Unit, today, match[4] === 'last' ? -1 : 0)
      const middle = addDays(of.date_from, Math.floor(daysBetween(of) / 2) - 1)
      const isFirst = /first|1st/.test(match[1] as string)
      return isFirst
        ? { date_from: of.date_from, date_to: middle }
        : { date_from: addDays(middle, 1), date_to: of.date_to }
    },
  ),
]

function isLast(word: string | undefined): boolean {
  return word === 'last' || word === 'final'
}

function place(word: string | undefined): number {
  const words: Readonly<Record<string, number>> = { first: 1, second: 2, third: 3, fourth: 4, fifth: 5 }
  return words[word ?? ''] ?? ordinal(word ?? '') ?? Number.parseInt(word ?? '1', 10)
}

/** Returns the whole month, even if it has not ended. */
function wholeMonth(name: string, ofYear: string | undefined, today: string): Range {
  return period('month', monthRange(name, ofYear, today).date_from)
}

function wholeOf(match: RegExpExecArray, index: number, today: string): Range | null {
  const [monthName, ofYear, which, unit, quarter, quarterYear, onlyYear] = match.slice(index, index + 7)
  if (monthName) return wholeMonth(monthName, ofYear, today)
  if (unit) return period(unit as Unit, today, which === 'last' || which === 'previous' ? -1 : 0)
  if (onlyYear) return period('year', `${onlyYear}-01-01`)
  if (!quarter) return null
  const first = (of: string) => `${of}-${String(Number(quarter) * 3).padStart(2, '0')}-01`
  const found = latest(quarterYear, today, (of) => period('quarter', first(of)))
  return period('quarter', found.date_from)
}

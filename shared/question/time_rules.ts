import { add, addDays, addMonths, dayOf, daysBetween, period, startOf, weekday } from './calendar.ts'
import type { Range, Unit } from './calendar.ts'
import { holiday, holidayNames } from './holidays.ts'
import { dateOf, dayOfMonth, latest, monthRange, named, weekdayBefore, weekRange } from './named_days.ts'
import { ordinal } from './normalise.ts'

const month =
  '(january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept|sep|oct|nov|dec)'
const dayName =
  '(sundays?|mondays?|tuesdays?|wednesdays?|thursdays?|fridays?|saturdays?|sun|mon|tues?|weds?|thurs?|thu|fri|sat)'
const year = '(20\\d\\d)'
const anyYear = '([12]\\d{3})'
const unit = '(days?|weeks?|wks?|months?|mos?|quarters?|qtrs?|years?|yrs?|fortnights?)'
const monthName = month.replace('(', '(?:')
const weekNumber = `(?<!\\b(?:last|past|this|next|previous|prior|prev|per|by|each|every|over|a|current) )(?:(?:calendar |iso )?weeks?|cw|kw) ?(\\d{1,2})(?![-/.]?\\d)(?! (?:of|in) ${monthName})`
const dayNumber = '(\\d{1,2})(?:st|nd|rd|th)?'

/** One date: ISO, "nov 15 2026", "15th of november", or a word. */
const date = `(?:${anyYear}-(\\d\\d)-(\\d\\d)|${month} ${dayNumber}(?:,? ,? ?${year})?|(?<!\\b(?:top|best|worst|bottom|first|last|highest|lowest|biggest|largest|cheapest) )${dayNumber}(?: of)? ${month}(?:,? ${year})?|(today|yesterday))`

const countMax = 3660

type Resolve = (match: RegExpExecArray, today: string) => Range | null
export interface Rule {
  preset: string
  pattern: RegExp
  resolve: Resolve
}

const rule = (preset: string, pattern: string, resolve: Resolve): Rule => ({
  preset,
  pattern: new RegExp(`\\b(?:${pattern})\\b`, 'g'),
  resolve,
})
const single = (day: string | null): Range | null => (day === null ? null : { date_from: day, date_to: day })
/** Up to today; what is all to come stays as it is. */
const until = (range: Range, today: string): Range =>
  range.date_from > today ? range : { ...range, date_to: range.date_to < today ? range.date_to : today }

/** What people call times, longest meaning first. A name without a year is the latest of that name that has begun. */
export const timeRules: readonly Rule[] = [
  rule('between', `(?:between|from) ${date} (?:and|to|until|till|through|-) ${date}`, (match, today) =>
    spanOf(match, 1, today),
  ),
  rule('between', `${date} ?(?:to|until|till|through|-|and) ?${date}`, (match, today) => spanOf(match, 1, today)),
  rule(
    'between',
    `(?:between |from )?${month} ${dayNumber} ?(?:-|to|and|through) ?${dayNumber}(?:,? ${year})?`,
    (match, today) => {
      const from = named(match[1] as string, match[2], match[4], today)
      const to = from && dayOf(Number(from.slice(0, 4)), Number(from.slice(5, 7)), Number(match[3]))
      return from && to ? ordered(from, to) : null
    },
  ),
  rule(
    'between',
    `(?:(?:between|from) ${month} and|(?:from )?${month} (?:to|through|until|-)) ${month}(?: ${year})?`,
    (match, today) => {
      const to = monthRange(match[3] as string, match[4], today)
      const from = monthRange((match[1] ?? match[2]) as string, to.date_from.slice(0, 4), today)
      return until(ordered(from.date_from, to.date_to), today)
    },
  ),
  rule('since', `since (?:the )?(?:start|beginning) of (?:the |this )?(week|month|quarter|year)`, (match, today) => ({
    date_from: startOf(match[1] as Unit, today),
    date_to: today,
  })),
  rule('since', `since ${date}`, (match, today) => {
    const from = dateOf(match, 1, today)
    return from ? { date_from: from, date_to: from > today ? from : today } : null
  }),
  rule('since', `since (?:the year )?${anyYear}(?![-/.]\\d)`, (match, today) =>
    ordered(`${match[1]}-01-01`, `${match[1]}-01-01` > today ? `${match[1]}-12-31` : today),
  ),
  rule('since', `since (?:last )?${month}(?: ${year})?`, (match, today) => ({
    date_from: monthRange(match[1] as string, match[2], today).date_from,
    date_to: today,
  })),
  rule('since', `since (?:last )?${dayName}`, (match, today) => ({
    date_from: weekdayBefore(match[1] as string, today),
    date_to: today,
  })),
  rule(
    'week_number',
    `${weekNumber} ?(?:-|to|through) ?(?:week )?(\\d{1,2})(?: (?:of |in )?${year})?`,
    (match, today) => {
      const from = weekRange(Number(match[1]), match[3], today)
      const to = weekRange(Number(match[2]), match[3], today)
      return from && to && ordered(from.date_from, to.date_to)
    },
  ),
  rule('week_number', `${weekNumber}(?: (?:of |in )?${year})?|${year}[ -]?w(\\d{1,2})`, (match, today) =>
    weekRange(Number(match[1] ?? match[4]), match[2] ?? match[3], today),
  ),
  rule(
    'part',
    `(?:(first|1st|second|2nd|third|3rd|fourth|4th|last) week|week ([1-4])) (?:of|in) ${month}(?: ${year})?`,
    (match, today) => {
      const whole = monthRange(match[3] as string, match[4], today)
      if (match[1] === 'last') return { date_from: addDays(whole.date_to, -6), date_to: whole.date_to }
      const number = Number(match[2] ?? ordinal(match[1] === 'second' ? '2nd' : (match[1] as string)) ?? 1)
      return {
        date_from: addDays(whole.date_from, 7 * (number - 1)),
        date_to: addDays(whole.date_from, 7 * number - 1),
      }
    },
  ),
  rule('part', `(?:the )?week (?:of|beginning|starting|commencing)(?: on)?(?: the)? ${date}`, (match, today) => {
    const day = dateOf(match, 1, today)
    return day === null ? null : until(period('week', day), today)
  }),
  rule('part', `(?:the )?(first|last) (\\d{1,2}) days (?:of|in) ${month}(?: ${year})?`, (match, today) => {
    const whole = monthRange(match[3] as string, match[4], today)
    const length = Number(match[2])
    if (length < 1 || length > daysBetween(whole)) return null
    return match[1] === 'first'
      ? { date_from: whole.date_from, date_to: addDays(whole.date_from, length - 1) }
      : { date_from: addDays(whole.date_to, 1 - length), date_to: whole.date_to }
  }),
  rule('part', `(first|second|1st|2nd) half of ${month}(?: ${year})?`, (match, today) => {
    const whole = monthRange(match[2] as string, match[3], today)
    const middle = addDays(whole.date_from, 14)
    return /first|1st/.test(match[1] as string)
      ? { date_from: whole.date_from, date_to: middle }
      : { date_from: addDays(middle, 1), date_to: whole.date_to }
  }),
  rule('half_year', `h([12])(?: ?${year})?|(first|second) half of (?:the year|${year})`, (match, today) => {
    const isFirst = match[1] === '1' || match[3] === 'first'
    const ofYear = match[2] ?? match[4] ?? today.slice(0, 4)
    return until(
      { date_from: `${ofYear}-${isFirst ? '01' : '07'}-01`, date_to: `${ofYear}-${isFirst ? '06-30' : '12-31'}` },
      today,
    )
  }),
  rule(
    'quarter',
    `(?:q|quarter )([1-4])(?: (?:of )?${year})?|(first|second|third|fourth|1st|2nd|3rd|4th) quarter(?: (?:of )?${year})?`,
    (match, today) => {
      const number = match[1]
        ? Number(match[1])
        : (ordinal(match[3] === 'second' ? '2nd' : (match[3] as string)) as number)
      return latest(match[2] ?? match[4], today, (of) =>
        period('quarter', `${of}-${String(number * 3).padStart(2, '0')}-01`),
      )
    },
  ),
  rule('quarter', '(?:q|quarter )[05-9](?![-/.\\d])', () => null),
  rule('date', `(?:on )?${date}`, (match, today) => single(dateOf(match, 1, today))),
  rule('date', 'on the (\\d{1,2})(?:st|nd|rd|th)', (match, today) => single(dayOfMonth(Number(match[1]), today))),
  rule('day_before_yesterday', 'day before yesterday', (_, today) => single(addDays(today, -2))),
  rule('same_last_year', `(?:same )?(week|month|quarter) last year`, (match, today) =>
    period(match[1] as Unit, addMonths(today, -12)),
  ),
  rule('ago', `(\\d+|a|an) ${unit} ago`, (match, today) => {
    const count = match[1]?.startsWith('a') ? 1 : Number(match[1])
    if (count > countMax) return null
    const of = unitOf(match[2] as string)
    return of.unit === 'day' ? single(addDays(today, -count * of.times)) : period(of.unit, today, -count * of.times)
  }),
  rule(
    'last_n',
    `(?:(?:the |over the |in the )?(?:last|past|previous|prior|trailing|recent)) (\\d+) (?:full |complete )?${unit}`,
    (match, today) => lastOf(Number(match[1]), match[2] as string, today),
  ),
  rule(
    'last_n',
    '(?:last|past|trailing|l)[ _-]?(\\d+)[ _-]?d(?:ays?)?|(\\d+)[ -]days?(?= (?:trend|window|period|average|view))|l(\\d+)d',
    (match, today) => lastOf(Number(match[1] ?? match[2] ?? match[3]), 'days', today),
  ),
  rule('last_n', '(?:last|past) (?:24 hours|day)', (_, today) => single(addDays(today, -1))),
  rule('last_n', '(?:last |past |previous )(?:a )?fortnight', (_, today) => lastOf(14, 'days', today)),
  rule('last_n', '(?:past|trailing) (week|month|quarter|year)', (match, today) =>
    lastOf({ week: 7, month: 30, quarter: 90, year: 365 }[match[1] as 'week'], 'days', today),
  ),
  rule(
    'last_n',
    `(\\d+) ${unit}(?= (?:trend|to date))|(?:for|over|during|in) (?:the )?(\\d+) ${unit}`,
    (match, today) => lastOf(Number(match[1] ?? match[3]), (match[2] ?? match[4]) as string, today),
  ),
  rule('next_n', `(?:the )?(?:next|coming|upcoming|following) (\\d+) ${unit}`, (match, today) => {
    const of = unitOf(match[2] as string)
    const count = Number(match[1]) * of.times
    if (count < 1 || count > countMax) return null
    const end = of.unit === 'day' || of.unit === 'week' ? add(of.unit, today, count) : add(of.unit, today, count)
    return { date_from: addDays(today, 1), date_to: end }
  }),
  rule('next', '(?:the )?(?:next|coming|upcoming) (week|month|quarter|year)', (match, today) =>
    period(match[1] as Unit, today, 1),
  ),
  rule('tomorrow', 'tomorrow', (_, today) => single(addDays(today, 1))),
  rule('rest', '(?:rest|remainder|end) of (?:the |this )?(week|month|quarter|year)', (match, today) => ({
    date_from: addDays(today, 1),
    date_to: period(match[1] as Unit, today).date_to,
  })),
  rule('to_date', '(?:month to date|mtd|month-to-date)', (_, today) => ({
    date_from: startOf('month', today),
    date_to: today,
  })),
  rule('to_date', '(?:quarter to date|qtd|quarter-to-date)', (_, today) => ({
    date_from: startOf('quarter', today),
    date_to: today,
  })),
  rule('to_date', '(?:year to date|ytd|year-to-date)', (_, today) => ({
    date_from: startOf('year', today),
    date_to: today,
  })),
  rule('to_date', '(?:week to date|wtd|week-to-date)', (_, today) => ({
    date_from: startOf('week', today),
    date_to: today,
  })),
  rule(
    'this',
    '(?:so far )?(?:this|the current|current) (week|wk|month|quarter|qtr|year|yr)(?: so far| to date)?',
    (match, today) => ({
      date_from: startOf(unitOf(match[1] as string).unit, today),
      date_to: today,
    }),
  ),
  rule('weekend', '(?:last|this past|past|over the|on the|this) weekend', (match, today) => {
    const saturday = match[0]?.startsWith('this w')
      ? addDays(startOf('week', today), 5)
      : addDays(startOf('week', today), weekday(today) === 0 ? -2 : -2)
    return saturday > today
      ? { date_from: addDays(saturday, -7), date_to: addDays(saturday, -6) }
      : until({ date_from: saturday, date_to: addDays(saturday, 1) }, today)
  }),
  rule('last', '(?:last|previous|prior|prev) (?:calendar |full )?(week|wk|month|quarter|qtr|year|yr)', (match, today) =>
    period(unitOf(match[1] as string).unit, today, -1),
  ),
  rule('last_month_name', `last ${month}`, (match, today) =>
    monthRange(
      match[1] as string,
      undefined,
      startOf('month', today) <= today ? addDays(startOf('month', today), -1) : today,
    ),
  ),
  rule('holiday', `(?:${holidayNames})(?: ?(20\\d\\d))?`, (match, today) =>
    latest(match[1], today, (of) => holiday(match[0] as string, Number(of))),
  ),
  rule('month', `(?:in |during |for |of )?(?:the month of )?${month}(?: (?:of )?${year})?`, (match, today) =>
    until(monthRange(match[1] as string, match[2], today), today),
  ),
  rule('weekday', `(?:on |last |this |this past )?${dayName}`, (match, today) =>
    single(weekdayBefore(match[1] as string, today)),
  ),
  rule('month', `(?:in |during |for |of )?${year}-(\\d\\d)(?![-/.]?\\d)`, (match, today) => {
    const first = dayOf(Number(match[1]), Number(match[2]), 1)
    return first === null ? null : until(period('month', first), today)
  }),
  rule(
    'year',
    `(?:(?:in|during|for|of) )?(?<![-/.])${year}(?![-/.]\\d)|(?:in|during|year) (1[89]\\d\\d|2[1-9]\\d\\d)(?![-/.]\\d)`,
    (match, today) => until(period('year', `${match[1] ?? match[2]}-01-01`), today),
  ),
  rule('all_time', '(?:all[ -]time|ever|lifetime|since (?:the )?(?:start|beginning))', (_, today) => ({
    date_from: addMonths(today, -36),
    date_to: today,
  })),
]

function unitOf(word: string): { unit: Unit; times: number } {
  if (word.startsWith('fortnight')) return { unit: 'week', times: 2 }
  if (word.startsWith('w')) return { unit: 'week', times: 1 }
  if (word.startsWith('m')) return { unit: 'month', times: 1 }
  if (word.startsWith('q')) return { unit: 'quarter', times: 1 }
  if (word.startsWith('y')) return { unit: 'year', times: 1 }
  return { unit: 'day', times: 1 }
}

/** So many complete days, or the same day so many months back, up to yesterday. */
function lastOf(count: number, word: string, today: string): Range | null {
  if (count < 1 || count > countMax) return null
  const of = unitOf(word)
  return { date_from: add(of.unit, today, -count * of.times), date_to: addDays(today, -1) }
}

function spanOf(match: RegExpExecArray, index: number, today: string): Range | null {
  const from = dateOf(match, index, today)
  const to = dateOf(match, index + 10, today)
  if (!from || !to) return null
  // "From October 1 to November 30" in the middle of November ends this year, not last.
  const swapped = ordered(from, to)
  const carried = { date_from: from, date_to: addMonths(to, 12) }
  return from > to && daysBetween(carried) < daysBetween(swapped) ? until(carried, today) : swapped
}

function ordered(a: string, b: string): Range {
  return a <= b ? { date_from: a, date_to: b } : { date_from: b, date_to: a }
}

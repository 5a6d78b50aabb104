import { add, addDays, addMonths, dayOf, daysBetween, period, startOf, weekday } from '../../calendar/days.ts'
import type { Range, Unit } from '../../calendar/days.ts'
import { holiday, holidayNames } from '../../calendar/holidays.ts'
import { dateOf, dayOfMonth, latest, monthRange, named, weekdayBefore, weekRange } from './named_days.ts'
import { ordinal } from '../language/normalize.ts'
import { partRules } from './part_rules.ts'
import {
  allTime,
  anyYear,
  countMax,
  date,
  dayName,
  dayNumber,
  month,
  ordered,
  rule,
  sinceDay,
  single,
  unit,
  unitOf,
  until,
  weekNumber,
  year,
} from './time_words.ts'
import type { Rule } from './time_words.ts'
import { toDateRules } from './to_date_rules.ts'

/** What people call times, longest meaning first. A name without a year is the latest of that name that has begun. */
export const timeRules: readonly Rule[] = [
  rule('day_before_yesterday', '(?:the )?day before yesterday', (_, today) => single(addDays(today, -2))),
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
    `(?:(?:between|from) ${month} and|(?:from )?${month} ?(?:to|through|until|till|-)) ?${month}(?: ${year})?(?! \\d{1,2}\\b)`,
    (match, today) => {
      const to = monthRange(match[3] as string, match[4], today)
      const year = to.date_from.slice(0, 4)
      const from = monthRange((match[1] ?? match[2]) as string, year, today)
      // "From October to March" begins in the year before.
      const date_from = from.date_from > to.date_to ? addMonths(from.date_from, -12) : from.date_from
      return until({ date_from, date_to: to.date_to }, today)
    },
  ),
  rule('between', `(?:from )?${month} ${year} ?(?:to|through|until|till|-) ?${month} ${year}`, (match, today) => {
    const from = monthRange(match[1] as string, match[2], today).date_from
    const span = ordered(from, monthRange(match[3] as string, match[4], today).date_to)
    return span && until(span, today)
  }),
  rule(
    'between',
    `(?:between |from )?(?:the )?${dayNumber} ?(?:-|to|and|through|until) ?(?:the )?${dayNumber}(?: of)? ${month}(?:,? ${year})?`,
    (match, today) => {
      const to = named(match[3] as string, match[2], match[4], today)
      const from = to && dayOf(Number(to.slice(0, 4)), Number(to.slice(5, 7)), Number(match[1]))
      return from && to ? ordered(from, to) : null
    },
  ),
  rule(
    'since',
    `(?:from|starting|beginning|as of)(?: on| from)? ${date} (?:onwards?|on|(?:un)?till? (?:now|today)|to (?:now|today|date)|through today|up to now|and after)`,
    (match, today) => sinceDay(dateOf(match, 1, today), today),
  ),
  rule('since', `(?:starting|beginning|as of)(?: on| from)? ${date}`, (match, today) =>
    sinceDay(dateOf(match, 1, today), today),
  ),
  rule(
    'since',
    `(?:from|since) ${month}(?: ${year})? (?:onwards?|on|(?:un)?till? (?:now|today)|to (?:now|today|date))`,
    (match, today) => ({
      date_from: monthRange(match[1] as string, match[2], today).date_from,
      date_to: today,
    }),
  ),
  rule('since', `since (?:the )?(?:start|beginning) of (?:the |this )?(week|month|quarter|year)`, (match, today) => ({
    date_from: startOf(match[1] as Unit, today),
    date_to: today,
  })),
  rule('since', `since ${date}`, (match, today) => sinceDay(dateOf(match, 1, today), today)),
  rule('since', 'since (?:the )?(\\d{1,2})(?:st|nd|rd|th)(?! (?:of|week|month|quarter))', (match, today) =>
    sinceDay(dayOfMonth(Number(match[1]), today), today),
  ),
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
  ...partRules,
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
    `(?:q|quarter )([1-4])(?: (?:of )?${year})?|(first|second|third|fourth|1st|2nd|3rd|4th) quarter(?: (?:of )?${year})?(?! (?:of|in))`,
    (match, today) => {
      const number = match[1]
        ? Number(match[1])
        : (ordinal(match[3] === 'second' ? '2nd' : (match[3] as string)) as number)
      return latest(match[2] ?? match[4], today, (of) =>
        period('quarter', `${of}-${String(number * 3).padStart(2, '0')}-01`),
      )
    },
  ),
  rule('quarter', `(?:last|final) quarter (?:of|in) ${year}`, (match, today) =>
    until(period('quarter', `${match[1]}-10-01`), today),
  ),
  rule('quarter', '(?:q|quarter )[05-9](?![-/.\\d])', () => null),
  rule('date', `(?:on )?${date}`, (match, today) => single(dateOf(match, 1, today))),
  rule(
    'date',
    '(?:on )?(?<!\\b(?:since|by) )the (\\d{1,2})(?:st|nd|rd|th)(?! (?:of|week|month|quarter|day|best|worst|half|highest|lowest|most|least))',
    (match, today) => single(dayOfMonth(Number(match[1]), today)),
  ),
  rule('same_last_year', `(?:same )?(week|month|quarter) last year`, (match, today) =>
    period(match[1] as Unit, addMonths(today, -12)),
  ),
  rule('before_last', '(?:the )?(week|month|quarter|year) before last', (match, today) =>
    period(match[1] as Unit, today, -2),
  ),
  rule('ago', `(\\d+|a|an) ${unit} ago`, (match, today) => {
    if (match.input[match.index - 1] === '-') return null
    const count = match[1]?.startsWith('a') ? 1 : Number(match[1])
    if (count > countMax) return null
    const of = unitOf(match[2] as string)
    return of.unit === 'day' ? single(addDays(today, -count * of.times)) : period(of.unit, today, -count * of.times)
  }),
  rule(
    'last_n',
    `(?:(?:the |over the |in the )?(?:last|past|previous|prior|trailing|recent|rolling|final)) (\\d+) (full |complete |calendar |whole )?${unit}`,
    (match, today) => {
      const of = unitOf(match[3] as string)
      const count = Number(match[1]) * of.times
      if (!match[2] || of.unit === 'day' || count < 1 || count > countMax)
        return lastOf(Number(match[1]), match[3] as string, today)
      return { date_from: period(of.unit, today, -count).date_from, date_to: period(of.unit, today, -1).date_to }
    },
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
  rule('to_date', '(?:the )?(week|month|quarter|year) so far', (match, today) => ({
    date_from: startOf(match[1] as Unit, today),
    date_to: today,
  })),
  ...toDateRules,
  rule(
    'this',
    '(?:so far (?:in )?)?(?:this|the current|current) (?:calendar )?(week|wk|month|quarter|qtr|year|yr)(?: so far| to date| until now| to now)?',
    (match, today) => ({
      date_from: startOf(unitOf(match[1] as string).unit, today),
      date_to: today,
    }),
  ),
  rule(
    'this',
    '(?:of|in|for|during) the (month|quarter|year)(?! (?:before|to|of|so|prior|with|when|where|that|which|we|in which))',
    (match, today) => ({
      date_from: startOf(match[1] as Unit, today),
      date_to: today,
    }),
  ),
  rule('weekend', '(?:last|this past|past|over the|on the|this|previous) weekend', (match, today) => {
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
  rule(
    'weekday',
    `(?:on |last |this |this past )?(?<!\\b(?:a|an|every|each|per|any|second|third|first) )${dayName}`,
    (match, today) => single(weekdayBefore(match[1] as string, today)),
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
  rule('all_time', '(?:all[ -]time|ever|lifetime|on record|since (?:the )?(?:start|beginning))', (_, today) =>
    allTime(today),
  ),
]

/** So many complete days, or the same day so many months back, up to yesterday. */
function lastOf(count: number, word: string, today: string): Range | null {
  if (count < 1 || count > countMax) return null
  const of = unitOf(word)
  return { date_from: add(of.unit, today, -count * of.times), date_to: addDays(today, -1) }
}

/** Two dates. The one without a year is of the year of the other; a span that ends before it begins is none. */
function spanOf(match: RegExpExecArray, index: number, today: string): Range | null {
  const found = dateOf(match, index, today)
  const to = dateOf(match, index + 10, today)
  if (!found || !to) return null
  const [ofFrom, ofTo] = [yearOf(match, index), yearOf(match, index + 10)]
  const from =
    ofFrom === undefined && ofTo !== undefined && match[index + 9] === undefined ? `${ofTo}${found.slice(4)}` : found
  if (from <= to) return { date_from: from, date_to: to }
  // "From October 1 to November 30" in the middle of November ends this year, not last.
  const later = { date_from: from, date_to: addMonths(to, 12) }
  if (ofTo === undefined && daysBetween(later) < 183) return until(later, today)
  const earlier = { date_from: addMonths(from, -12), date_to: to }
  return ofFrom === undefined && ofTo !== undefined && daysBetween(earlier) < 183 ? earlier : null
}

function yearOf(match: RegExpExecArray, index: number): string | undefined {
  return match[index] ?? match[index + 5] ?? match[index + 8]
}

import { addDays, dayOf, period, startOf } from '../../calendar/days.ts'
import { holiday, holidayNames, nextHoliday } from '../../calendar/holidays.ts'
import { ordinal } from '../language/normalize.ts'
import { dateOf, dayOfMonth, latest, monthRange, weekdayBefore, weekRange } from './named_days.ts'
import { allTime, date, dayName, month, rule, single, until, weekNumber, year } from './time_words.ts'
import type { Rule } from './time_words.ts'

/** Weeks by ISO number: "week 42", "weeks 40 to 42". */
export const weekNumberRules: readonly Rule[] = [
  rule(
    'week_number',
    `${weekNumber} ?(?:-|to|through) ?(?:week )?(\\d{1,2})(?: (?:of |in )?${year})?`,
    (match, today) => {
      const from = weekRange(Number(match[1]), match[3], today)
      const to = weekRange(Number(match[2]), match[3], today)
      return from && to && { date_from: from.date_from, date_to: to.date_to }
    },
  ),
  rule('week_number', `${weekNumber}(?: (?:of |in )?${year})?|${year}[ -]?w(\\d{1,2})`, (match, today) =>
    weekRange(Number(match[1] ?? match[4]), match[2] ?? match[3], today),
  ),
]

/** Periods and days by number: halves, quarters, dates. */
export const numberedRules: readonly Rule[] = [
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
]

/** Periods and days by name: months, holidays, weekdays, years. */
export const namedRules: readonly Rule[] = [
  rule('last_month_name', `last ${month}`, (match, today) =>
    monthRange(match[1] as string, undefined, addDays(startOf('month', today), -1)),
  ),
  rule('next', `(?:the )?(?:next|coming|upcoming) (${holidayNames})`, (match, today) =>
    nextHoliday(match[1] as string, today),
  ),
  rule('holiday', `(?:(?:the )?week of )?(?:${holidayNames})(?: ?(20\\d\\d))?`, (match, today) =>
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
    `(?:(?:in|during|for|of) )?(?<![-/.])${year}(?![-/.]\\d)(?!(?<!\\b(?:in|during) \\d{4}) an? (?:day|week|month)\\b)|(?:in|during|year) (1[89]\\d\\d|2[1-9]\\d\\d)(?![-/.]\\d)`,
    (match, today) => until(period('year', `${match[1] ?? match[2]}-01-01`), today),
  ),
  rule('all_time', '(?:all[ -]time|ever|lifetime|on record|since (?:the )?(?:start|beginning))', (_, today) =>
    allTime(today),
  ),
]

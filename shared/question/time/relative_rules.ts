import { add, addDays, addMonths, period, startOf } from '../../calendar/days.ts'
import type { Range, Unit } from '../../calendar/days.ts'
import { countMax, rule, single, unit, unitOf, until } from './time_words.ts'
import type { Rule } from './time_words.ts'

/** Times by their distance from today: "2 weeks ago", "last 7 days", "next month". */
export const distanceRules: readonly Rule[] = [
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
    return { date_from: addDays(today, 1), date_to: add(of.unit, today, count) }
  }),
  rule('next', '(?:the )?(?:next|coming|upcoming) (week|month|quarter|year)', (match, today) =>
    period(match[1] as Unit, today, 1),
  ),
  rule('tomorrow', 'tomorrow', (_, today) => single(addDays(today, 1))),
  rule('rest', '(?:rest|remainder|end) of (?:the |this )?(week|month|quarter|year)', (match, today) => ({
    date_from: addDays(today, 1),
    date_to: period(match[1] as Unit, today).date_to,
  })),
  rule(
    'rest',
    '(?<=\\b(?:until|till|through|by|before) (?:the )?)(week|month|quarter|year)[ -]end',
    (match, today) => ({
      date_from: addDays(today, 1),
      date_to: period(match[1] as Unit, today).date_to,
    }),
  ),
  rule('to_date', '(?:the )?(week|month|quarter|year) so far', (match, today) => ({
    date_from: startOf(match[1] as Unit, today),
    date_to: today,
  })),
]

/** The current and the last period: "this month", "last weekend". */
export const currentRules: readonly Rule[] = [
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
  rule(
    'weekend',
    '(?:(?:last|this past|past|over the|on the|this|previous)|(?<=\\bhow was )the) weekend',
    (match, today) => {
      const saturday = addDays(startOf('week', today), match[0].startsWith('this w') ? 5 : -2)
      return saturday > today
        ? { date_from: addDays(saturday, -7), date_to: addDays(saturday, -6) }
        : until({ date_from: saturday, date_to: addDays(saturday, 1) }, today)
    },
  ),
  rule('last', '(?:last|previous|prior|prev) (?:calendar |full )?(week|wk|month|quarter|qtr|year|yr)', (match, today) =>
    period(unitOf(match[1] as string).unit, today, -1),
  ),
]

/** Returns the last `count` days, weeks, months, quarters or years, up to yesterday. */
function lastOf(count: number, word: string, today: string): Range | null {
  if (count < 1 || count > countMax) return null
  const of = unitOf(word)
  return { date_from: add(of.unit, today, -count * of.times), date_to: addDays(today, -1) }
}

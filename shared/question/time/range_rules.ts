import { addDays, addMonths, dayOf, daysBetween, startOf } from '../../calendar/days.ts'
import type { Range, Unit } from '../../calendar/days.ts'
import { dateOf, dayOfMonth, monthRange, named, weekdayBefore } from './named_days.ts'
import { anyYear, date, dayName, dayNumber, month, rule, sinceDay, single, until, year } from './time_words.ts'
import type { Rule } from './time_words.ts'

/** Times with two ends, or one end and today: "from October 1 to 15", "since Monday". */
export const rangeRules: readonly Rule[] = [
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
      return from && to ? { date_from: from, date_to: to } : null
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
    return until({ date_from: from, date_to: monthRange(match[3] as string, match[4], today).date_to }, today)
  }),
  rule(
    'between',
    `(?:between |from )?(?:the )?${dayNumber} ?(?:-|to|and|through|until) ?(?:the )?${dayNumber}(?: of)? ${month}(?:,? ${year})?`,
    (match, today) => {
      const to = named(match[3] as string, match[2], match[4], today)
      const from = to && dayOf(Number(to.slice(0, 4)), Number(to.slice(5, 7)), Number(match[1]))
      return from && to ? { date_from: from, date_to: to } : null
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
  rule('since', `since (?:the year )?${anyYear}(?![-/.]\\d)`, (match, today) => sinceYear(match[1] as string, today)),
  rule('since', `since (?:last )?${month}(?: ${year})?`, (match, today) => ({
    date_from: monthRange(match[1] as string, match[2], today).date_from,
    date_to: today,
  })),
  rule('since', `since (?:last )?${dayName}`, (match, today) => ({
    date_from: weekdayBefore(match[1] as string, today),
    date_to: today,
  })),
]

function sinceYear(year: string, today: string): Range {
  const date_from = `${year}-01-01`
  return { date_from, date_to: date_from > today ? `${year}-12-31` : today }
}

/**
 * Returns the range between two dates. A date without a year has the year of the other. The range ends before it begins if the
 * question names the later date first.
 */
function spanOf(match: RegExpExecArray, index: number, today: string): Range | null {
  const found = dateOf(match, index, today)
  const to = dateOf(match, index + 10, today)
  if (!found || !to) return null
  const [ofFrom, ofTo] = [yearOf(match, index), yearOf(match, index + 10)]
  const from =
    ofFrom === undefined && ofTo !== undefined && match[index + 9] === undefined ? `${ofTo}${found.slice(4)}` : found
  if (from <= to) return { date_from: from, date_to: to }
  // In the middle of November, "from October 1 to November 30" ends this year, not last.
  const later = { date_from: from, date_to: addMonths(to, 12) }
  if (ofTo === undefined && daysBetween(later) < 183) return from >= today ? later : until(later, today)
  const earlier = { date_from: addMonths(from, -12), date_to: to }
  return ofFrom === undefined && ofTo !== undefined && daysBetween(earlier) < 183
    ? earlier
    : { date_from: from, date_to: to }
}

function yearOf(match: RegExpExecArray, index: number): string | undefined {
  return match[index] ?? match[index + 5] ?? match[index + 8]
}

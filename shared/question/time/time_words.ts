import { addMonths } from '../../calendar/days.ts'
import type { Range, Unit } from '../../calendar/days.ts'

/** Patterns of time words, in normalized text. */
export const month =
  '(january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept|sep|oct|nov|dec)'
export const dayName =
  '(sunday|monday|tuesday|wednesday|thursday|friday|saturday|sun|mon|tues?|weds?|thurs?|thu|fri|sat)'
export const year = '(20\\d\\d)'
export const anyYear = '([12]\\d{3})'
export const unit = '(days?|weeks?|wks?|months?|mos?|quarters?|qtrs?|years?|yrs?|fortnights?)'
export const monthName = month.replace('(', '(?:')
export const weekNumber = `(?<!\\b(?:last|past|this|next|previous|prior|prev|per|by|each|every|over|a|current) )(?:(?:calendar |iso )?weeks?|cw|kw) ?(\\d{1,2})(?![-/.]?\\d)(?! (?:of|in) ${monthName})`
export const dayNumber = '(\\d{1,2})(?:st|nd|rd|th)?'

/** One date: ISO, "nov 15 2026", "15th of november", or a word. */
export const date = `(?:${anyYear}-(\\d\\d)-(\\d\\d)|${month} ${dayNumber}(?:,? ,? ?${year})?|(?<!\\b(?:top|best|worst|bottom|first|last|highest|lowest|biggest|largest|cheapest) )${dayNumber}(?: of)? ${month}(?:,? ${year})?|(today|yesterday))`

export const countMax = 3660

export type Resolve = (match: RegExpExecArray, today: string) => Range | null
export interface Rule {
  preset: string
  pattern: RegExp
  resolve: Resolve
}

export const rule = (preset: string, pattern: string, resolve: Resolve): Rule => ({
  preset,
  pattern: new RegExp(`\\b(?:${pattern})\\b`, 'g'),
  resolve,
})
export const single = (day: string | null): Range | null => (day === null ? null : { date_from: day, date_to: day })
/** Cuts a range at today; a range in the future is unchanged. */
export const until = (range: Range, today: string): Range =>
  range.date_from > today ? range : { ...range, date_to: range.date_to < today ? range.date_to : today }

export function unitOf(word: string): { unit: Unit; times: number } {
  if (word.startsWith('fortnight')) return { unit: 'week', times: 2 }
  if (word.startsWith('w')) return { unit: 'week', times: 1 }
  if (word.startsWith('m')) return { unit: 'month', times: 1 }
  if (word.startsWith('q')) return { unit: 'quarter', times: 1 }
  if (word.startsWith('y')) return { unit: 'year', times: 1 }
  return { unit: 'day', times: 1 }
}

/** Returns the longest range of an answer: 36 months. */
export const allTime = (today: string): Range => ({ date_from: addMonths(today, -36), date_to: today })

/** Returns the range from a day until today; for a future day, only that day. */
export function sinceDay(from: string | null, today: string): Range | null {
  return from === null ? null : { date_from: from, date_to: from > today ? from : today }
}

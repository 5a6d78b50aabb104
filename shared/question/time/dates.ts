import { addDays, addMonths, daysBetween, period, startOf } from '../../calendar/days.ts'
import type { Range, Unit } from '../../calendar/days.ts'
import { nextHoliday } from '../../calendar/holidays.ts'
import { timeRules } from './time_rules.ts'

export interface FoundRange extends Range {
  /** The words that name the range. */
  text: string
  index: number
  preset: string
  /** The time that ends the range, if the text names it elsewhere. */
  also?: FoundRange
}

export interface FoundRanges {
  ranges: readonly FoundRange[]
  /** The words of an impossible time: "november 31", "last 0 days". */
  impossible: string | null
  /** The words of a range that ends before it begins: "from November 10 to November 5". */
  reversed: string | null
}

/** Returns all times that a text names, in the order of the text. Each word is used once. */
export function findRanges(text: string, today: string): FoundRanges {
  const found: FoundRange[] = []
  let impossible: string | null = null
  let reversed: string | null = null
  for (const { preset, pattern, resolve } of timeRules) {
    pattern.lastIndex = 0
    for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
      const from = match.index
      const to = from + match[0].length
      if (found.some((other) => from < other.index + other.text.length && other.index < to)) continue
      // "may" alone is more often a verb than a month.
      if (/^may$/.test(match[0]) && preset === 'month') continue
      const range = resolve(match, today)
      if (preset === 'between' && isPair(text, match)) continue
      const named = range && { ...range, text: match[0].trim(), index: from, preset }
      if (named && named.date_from > named.date_to) reversed ??= named.text
      else if (named) found.push(named)
      else impossible ??= match[0].trim().replace(/^(?:on|in|during|for|of|from|between|since) /, '')
    }
  }
  const ranges: FoundRange[] = []
  for (const range of found.toSorted((a, b) => a.index - b.index)) {
    const last = ranges.at(-1)
    const joined = last && through(last, range, text)
    const end = joined ? null : deadline(range, text, today)
    const begun = last && end ? withStart(last, end, text) : null
    if (joined ?? begun) ranges.splice(-1, 1, (joined ?? begun) as FoundRange)
    else if (last && end && end.index <= last.index) ranges.splice(-1, 1, end)
    else ranges.push(end ?? openEnded(ahead(range, today), text, today))
    // "Two weeks before black friday" does not mean black friday.
    const [offset] = offsetBefore.exec(text.slice(0, range.index)) ?? []
    if (offset !== undefined) impossible ??= `${offset}${range.text}`.trim()
  }
  return { ranges: within(ranges), impossible, reversed }
}

/** From today on, two named days are in the future: "from today to December 24". */
function ahead(range: FoundRange, today: string): FoundRange {
  return range.preset === 'between' && range.date_from >= today && range.date_to > today
    ? { ...range, preset: 'rest' }
    : range
}

/** "This month up to November 10" begins at the start of the month. */
function within(ranges: readonly FoundRange[]): readonly FoundRange[] {
  const end = ranges.find(({ preset }) => preset === 'until')
  const whole = ranges.find((range) => range !== end && range.preset !== 'until')
  if (ranges.length !== 2 || !end || !whole || end.date_to < whole.date_from || end.date_to > whole.date_to)
    return ranges
  return [{ ...whole, date_to: end.date_to, also: end }]
}

/** Whether a match names two times: "how did spend change from September to October". */
function isPair(text: string, match: RegExpExecArray): boolean {
  const isJoined = /\b(?:and|to)\b/.test(match[0])
  const rest = text.slice(0, match.index) + text.slice(match.index + match[0].length)
  return isJoined && compares.test(rest) && !/\b(?:vs|versus|against|than|compared (?:to|with)|with)\b/.test(rest)
}

const offsetBefore =
  /(?:(?:\d+|an?|the) (?:days?|weeks?|months?|quarters?|years?) (?:before|after|prior to|leading up to)|before (?:and|or|vs|versus) after) (?:the )?$/
const compares =
  /\b(?:compare\w*|comparison|vs|versus|differ\w*|change\w*|than|grow\w*|grew|increas\w*|decreas\w*|declin\w*|drop\w*|fall(?:s|en|ing)?|fell|ris(?:e|es|en|ing)|rose|(?:go|went) (?:up|down)|improve\w*|worsen\w*|jump\w*|dip(?:s|ped)?|plunge\w*|tank(?:ed|s)?|crash\w*|slump\w*|soar\w*|surge\w*|sank|shrank|climb\w*|(?:get|got|become|became) (?:better|worse|higher|lower|cheaper))\b/

/**
 * Joins two times to one range: "from monday until yesterday"; "from last week to this week" only if nothing is
 * compared.
 */
function through(first: FoundRange, second: FoundRange, text: string): FoundRange | null {
  const between = text.slice(first.index + first.text.length, second.index)
  const isFrom = /\b(?:from|between) (?:the )?$/.test(text.slice(0, first.index)) && !compares.test(text)
  const isJoined =
    /^ (?:until|till?|through|thru|up to|up until) (?:the )?$/.test(between) ||
    (isFrom && /^ (?:to|and|-) (?:the )?$/.test(between))
  if (!isJoined || first.date_from > second.date_to) return null
  const end = second.index + second.text.length
  return { ...first, date_to: second.date_to, text: text.slice(first.index, end), preset: 'between' }
}

/**
 * Extends a range by the word before it: "since" and "after" until today, "before" and "until" from three years ago.
 */
function openEnded(range: FoundRange, text: string, today: string): FoundRange {
  const before = text.slice(0, range.index)
  const [word] =
    /\b(?:since|after|before|prior to|until|till?|through|thru|up to|up until|up till) (?:the )?$/.exec(before) ?? []
  if (word === undefined || range.preset === 'since' || offsetBefore.test(before)) return range
  const isUntil = /^(?:until|till?|thr|up)/.test(word)
  const index = range.index - word.length
  const found = { ...range, text: text.slice(index, range.index + range.text.length), index, preset: 'since' }
  if (isUntil || /^(?:before|prior)/.test(word)) {
    const date_to = isUntil ? range.date_to : addDays(range.date_from, -1)
    // "Until the 15th" refers to the current month.
    if (isUntil && /^the \d/.test(range.text))
      return { ...found, date_from: startOf('month', date_to), date_to, preset: 'until' }
    return { ...found, date_from: addMonths(date_to < today ? date_to : today, -36), date_to, preset: 'until' }
  }
  const date_from = word.startsWith('since') ? range.date_from : addDays(range.date_to, 1)
  return { ...found, date_from, date_to: date_from > today ? date_from : today }
}

const fromNow = '(?:from |between |starting |beginning )?(?:now|today)(?: on| onwards?)? (?:, )?'
const leading = new RegExp(
  `\\b(?:(${fromNow}(?:and|to|-))|(${fromNow})?(up to|up until|up till|until|till|til|through|thru|before|prior to|by)) (?:the )?$`,
)
const asksAhead =
  /\b(?:forecast\w*|predict\w*|project(?:ed|ions?|ing)|expect\w*|will|going to|outlook|estimate for|anticipate\w*|likely)\b/
const pastTense = /\b(?:did|was|were|had|(?<!\bbe )spent|made|went|earned|brought|got|generated)\b/
/** Times that are one day, or end on a known one: "until" has the same meaning with and without their days. */
const points: ReadonlySet<string> = new Set(['holiday', 'date', 'weekday', 'rest', 'tomorrow', 'weekend'])

/**
 * Returns the days from today to a time in the future that ends a range: "from now until new year", "expected revenue by
 * Christmas". Without a word of the future, "until Christmas" means the coming one if it is nearer than the last. Returns
 * null for every other time.
 */
function deadline(range: FoundRange, text: string, today: string): FoundRange | null {
  const match = leading.exec(text.slice(0, range.index))
  if (!match) return null
  const hasStart = match[1] !== undefined || match[2] !== undefined
  const word = match[3] ?? 'to'
  const isForecast = hasStart || asksAhead.test(text)
  if (word === 'by' && !(isForecast && points.has(range.preset))) return null
  const ahead = upcoming(range, today)
  if (ahead === null || !(isForecast || (!pastTense.test(text) && isNearer(ahead, range, today)))) return null
  const found = { ...range, text: text.slice(match.index, range.index + range.text.length), index: match.index }
  if (/^(?:before|prior)/.test(word) && range.preset !== 'rest') {
    const date_to = addDays(ahead.date_from, -1)
    return date_to < today ? null : { ...found, date_from: today, date_to, preset: 'rest' }
  }
  const isUnclear = !points.has(range.preset) && !/^(?:through|thru)/.test(word) && daysBetween(ahead) > 1
  return isUnclear
    ? { ...found, ...ahead, preset: 'unclear_end' }
    : { ...found, date_from: today, date_to: ahead.date_to, preset: 'rest' }
}

/** Joins a deadline to the time before it: "from tomorrow until Christmas". A past begin has no answer: it is `mixed`. */
function withStart(begin: FoundRange, end: FoundRange, text: string): FoundRange | null {
  if (text.slice(begin.index + begin.text.length, end.index).trim() !== '' || end.preset !== 'rest') return null
  const today = end.date_from
  const [from = ''] = /\b(?:from|between|starting) (?:the )?$/.exec(text.slice(0, begin.index)) ?? []
  const index = begin.index - from.length
  const joined = { ...end, text: text.slice(index, end.index + end.text.length), index }
  if (begin.date_from < today) return { ...joined, date_from: begin.date_from, preset: 'mixed' }
  return begin.date_from > end.date_to ? null : { ...joined, date_from: begin.date_from }
}

const relative = /\b(?:last|previous|prior|past|ago|yesterday|today|this|since)\b/
/** In "the last week of December", "last" does not mean a time before today. */
const partOf = /\b(?:the )?last (?:\d+ )?[a-z]+ (?:of|in) /g

/** Returns the coming occurrence of a time, or null for a time that has a year or cannot come again. */
export function upcoming(range: FoundRange, today: string): Range | null {
  const { text, preset } = range
  if (range.date_to > today || range.date_from > today) return { date_from: range.date_from, date_to: range.date_to }
  if (/\b[12]\d{3}\b/.test(text)) return null
  if (preset === 'weekend') return /\blast\b|\bpast\b|\bprevious\b/.test(text) ? null : moved(range, 7)
  if (relative.test(text.replace(partOf, ''))) return null
  if (preset === 'holiday') return nextHoliday(text, today)
  if (preset === 'weekday') return moved(range, 7)
  if (range.date_to === today && range.date_from < today) return unfinished(range, preset)
  return resolved(range, /^(?:on )?the \d/.test(text) ? addMonths(today, 1) : addMonths(today, 12))
}

function moved({ date_from, date_to }: Range, days: number): Range {
  return { date_from: addDays(date_from, days), date_to: addDays(date_to, days) }
}

/** Returns the whole month, quarter or week that has begun. */
function unfinished({ date_from }: Range, preset: string): Range | null {
  const unit = preset === 'week_number' ? 'week' : preset
  return unit === 'month' || unit === 'quarter' || unit === 'week' ? period(unit as Unit, date_from) : null
}

/** Returns the days that the words mean on another day. */
function resolved({ text, preset }: FoundRange, today: string): Range | null {
  for (const rule of timeRules) {
    if (rule.preset !== preset) continue
    rule.pattern.lastIndex = 0
    const match = rule.pattern.exec(text)
    if (match && match[0].trim() === text) return rule.resolve(match, today)
  }
  return null
}

function isNearer(ahead: Range, behind: Range, today: string): boolean {
  if (ahead.date_from === behind.date_from) return true
  const toAhead = daysBetween({ date_from: today, date_to: ahead.date_from })
  return toAhead < daysBetween({ date_from: behind.date_to, date_to: today })
}

const listable = ['month', 'quarter', 'year', 'last_month_name']

/**
 * Joins months, quarters or years that a text lists one after the other: "September, October and November". Null for a single
 * time and for times that do not follow each other.
 */
export function listedTime(ranges: readonly FoundRange[], text: string): FoundRange | null {
  const [first] = ranges
  const last = ranges.at(-1)
  if (!first || !last || ranges.length < 2) return null
  const isList = ranges.every((range, index) => {
    const before = ranges[index - 1]
    if (!listable.includes(range.preset)) return false
    return !before || (isJoined(before, range, text) && addDays(before.date_to, 1) === range.date_from)
  })
  if (!isList) return null
  const words = text.slice(first.index, last.index + last.text.length).replaceAll(' ,', ',')
  return { date_from: first.date_from, date_to: last.date_to, text: words, index: first.index, preset: 'between' }
}

/**
 * Returns two times that a text lists and that have days between them, "Black Friday and Cyber Monday", with the words that
 * compare them. Null for other times: an answer of one of the two would be half an answer.
 */
export function separateTimes(ranges: readonly FoundRange[], text: string): { text: string; compared: string } | null {
  const [first, second, third] = ranges
  if (!first || !second || third || !isJoined(first, second, text)) return null
  return {
    text: text.slice(first.index, second.index + second.text.length),
    compared: `${first.text} compared to ${second.text}`,
  }
}

function isJoined(before: FoundRange, after: FoundRange, text: string): boolean {
  return /^ *(?:,|and|, and|&|plus)(?: (?:on|in))? *$/.test(text.slice(before.index + before.text.length, after.index))
}

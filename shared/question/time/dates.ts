import { addDays, addMonths, startOf } from '../../calendar/days.ts'
import type { Range } from '../../calendar/days.ts'
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
}

/** Returns all times that a text names, in the order of the text. Each word is used once. */
export function findRanges(text: string, today: string): FoundRanges {
  const found: FoundRange[] = []
  let impossible: string | null = null
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
      if (range) found.push({ ...range, text: match[0].trim(), index: from, preset })
      else impossible ??= match[0].trim().replace(/^(?:on|in|during|for|of|from|between|since) /, '')
    }
  }
  const ranges: FoundRange[] = []
  for (const range of found.toSorted((a, b) => a.index - b.index)) {
    const last = ranges.at(-1)
    const joined = last && through(last, range, text)
    if (joined) ranges.splice(-1, 1, joined)
    else ranges.push(openEnded(range, text, today))
    // "Two weeks before black friday" does not mean black friday.
    const [offset] = offsetBefore.exec(text.slice(0, range.index)) ?? []
    if (offset !== undefined) impossible ??= `${offset}${range.text}`.trim()
  }
  return { ranges: within(ranges), impossible }
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
  /\b(?:compare\w*|comparison|vs|versus|differ\w*|change\w*|than|grow\w*|grew|increas\w*|decreas\w*|drop\w*|fell|rose|(?:go|went) (?:up|down)|improve\w*)\b/

/**
 * Joins two times to one range: "from monday until yesterday"; "from last week to this week" only if nothing is
 * compared.
 */
function through(first: FoundRange, second: FoundRange, text: string): FoundRange | null {
  const between = text.slice(first.index + first.text.length, second.index)
  const isFrom = /\b(?:from|between) (?:the )?$/.test(text.slice(0, first.index)) && !compares.test(text)
  const isJoined =
    /^ (?:until|till|through|up to) (?:the )?$/.test(between) || (isFrom && /^ (?:to|and|-) (?:the )?$/.test(between))
  if (!isJoined || first.date_from > second.date_to) return null
  const end = second.index + second.text.length
  return { ...first, date_to: second.date_to, text: text.slice(first.index, end), preset: 'between' }
}

/**
 * Extends a range by the word before it: "since" and "after" until today, "before" and "until" from three years ago.
 */
function openEnded(range: FoundRange, text: string, today: string): FoundRange {
  const before = text.slice(0, range.index)
  const [word] = /\b(?:since|after|before|prior to|until|till|up to|up until|up till) (?:the )?$/.exec(before) ?? []
  if (word === undefined || range.preset === 'since' || offsetBefore.test(before)) return range
  const isUntil = /^(?:until|till|up)/.test(word)
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

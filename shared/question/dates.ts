import { addDays } from './calendar.ts'
import type { Range } from './calendar.ts'
import { timeRules } from './time_rules.ts'

export interface FoundRange extends Range {
  /** The words that named it. */
  text: string
  index: number
  preset: string
}

export interface FoundRanges {
  ranges: FoundRange[]
  /** The words of a time that there is not: "november 31", "last 0 days". */
  impossible: string | null
}

/** Every time that a text names, in the order of the text; each word counts once. */
export function findRanges(text: string, today: string): FoundRanges {
  const found: FoundRange[] = []
  let impossible: string | null = null
  for (const { preset, pattern, resolve } of timeRules) {
    pattern.lastIndex = 0
    for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
      const from = match.index
      const to = from + match[0].length
      if (found.some((other) => from < other.index + other.text.length && other.index < to)) continue
      // "may" is a verb more often than a month.
      if (/^may$/.test(match[0]) && preset === 'month') continue
      const range = resolve(match, today)
      if (range) found.push({ ...range, text: match[0].trim(), index: from, preset })
      else impossible ??= match[0].trim().replace(/^(?:on|in|during|for|of|from|between|since) /, '')
    }
  }
  return {
    ranges: found.toSorted((a, b) => a.index - b.index).map((range) => openEnded(range, text, today)),
    impossible,
  }
}

/** "Since" and "after" reach from a time until today. */
function openEnded(range: FoundRange, text: string, today: string): FoundRange {
  const [word] = /\b(?:since|after) (?:the )?$/.exec(text.slice(0, range.index)) ?? []
  if (word === undefined || range.preset === 'since') return range
  const date_from = word.startsWith('since') ? range.date_from : addDays(range.date_to, 1)
  const index = range.index - word.length
  return {
    date_from,
    date_to: date_from > today ? date_from : today,
    text: text.slice(index, range.index + range.text.length),
    index,
    preset: 'since',
  }
}

import { isSorted } from '../intent/choose_intent.ts'
import type { Cues } from '../intent/cues.ts'
import type { Reading } from '../language/spans.ts'

export const periodUnits = ['day', 'week', 'month', 'quarter', 'weekday'] as const
export type PeriodUnit = (typeof periodUnits)[number]

export interface RankedPeriods {
  unit: PeriodUnit
  /** False for "the best days". */
  isSingular: boolean
}

const noun =
  /(?<!\b(?:by|per|each|every|a|an|of|\d) )\b(?:(?:on |in )?(?:which |what ))?(?:calendar )?(days? of (?:the )?week|weekdays?|days?|dates?|weeks?|months?|quarters?)\b(?: (?:was|were|is|are|had|has|have)(?: (?:the|our|my))?(?= ))?/
const counted = /(?<=\b\d{1,3} )(days?|weeks?|months?|quarters?)\b/

/** "Max daily spend" and "the highest spend in a single day" ask for the best period. */
const singlePeriod =
  /\b(?:(?:in|on) )?(?:an?|one|any) (?:single|given) (day|week|month|quarter)\b|\b(?:in|on) (?:an?|one|any) (day|week|month|quarter)\b/
const perPeriod =
  /\b(?:(?:by|per) (?:the )?)?(daily|weekly|monthly|quarterly)\b|\b(?:by|per) (day|week|month|quarter)\b/

const byWeekday = /\b(?:by|per|for each|each|every|across) (?:days? of (?:the )?week|weekdays?)\b/

/** Whether the question asks for a breakdown by day of the week. */
export function readWeekdays(reading: Reading): boolean {
  return reading.take(byWeekday) !== null
}

/**
 * Returns the periods that the question ranks: "best day", "which month had the lowest cpa", "when did we spend the
 * most".
 */
export function readRankedPeriods(reading: Reading, cues: Cues): RankedPeriods | null {
  if (!isSorted(cues)) return null
  const match =
    singlePeriod.exec(reading.text) ??
    noun.exec(reading.text) ??
    counted.exec(reading.text) ??
    perPeriod.exec(reading.text)
  if (!match) {
    if (!reading.take(/^ *(?:and )?when\b/)) return null
    return { unit: 'day', isSingular: true }
  }
  reading.blank(match.index, match[0].length)
  const word = ((match[1] ?? match[2]) as string).replace('daily', 'day').replace(/ly$/, '')
  const isWeekday = word.startsWith('weekday') || (word.includes('week') && word.startsWith('day'))
  const unit = isWeekday ? 'weekday' : word.startsWith('date') ? 'day' : (word.replace(/s$/, '') as PeriodUnit)
  return { unit, isSingular: !/^(?:days|dates|weeks|months|quarters|weekdays)/.test(word) }
}

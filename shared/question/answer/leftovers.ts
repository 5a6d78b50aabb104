import type { Cues, CueName } from '../intent/cues.ts'
import { takeCues } from '../intent/cues.ts'
import type { FoundRange } from '../time/dates.ts'
import type { Intent } from '../intent/intent.ts'
import type { Operation } from '../metrics/operations.ts'
import type { Reading, Span } from '../language/spans.ts'
import { isCompared } from '../time/time.ts'
import type { Time } from '../time/time.ts'

/**
 * Returns the confidence of an interpretation: below .5 if any word of the question is unmatched; .1 less for a default
 * time.
 */
export function confidenceOf(unmatched: number, isDefaulted: boolean): number {
  const all = unmatched > 0 ? 0.45 - 0.05 * (unmatched - 1) : 1
  return Math.max(0.1, Math.round((all - (isDefaulted ? 0.1 : 0)) * 100) / 100)
}

/** Removes the times that were recognized, and the words that introduce them. */
export function takeTimes(reading: Reading, ranges: readonly FoundRange[], today: string): void {
  for (const range of ranges)
    for (const { index, text } of range.also ? [range, range.also] : [range]) reading.blank(index, text.length + 1)
  if (ranges.some(({ date_to }) => date_to === today))
    reading.takeAll(/\b(?:so far|to date|until now|up to now|as of (?:now|today)|already)\b/g)
  if (ranges.length > 0) reading.takeAll(/\b(?:between|over|during|within|throughout|across)(?=(?: the)? {2})/g)
}

/** Whether an answer with this intent can contain the result of the operation. */
export function isComputed(
  operation: Operation,
  intent: Intent,
  time: Time,
  isBeside: boolean,
  groupBy: string | null,
  hasFilters: boolean,
): boolean {
  if (operation === 'difference') return isCompared(time) || isBeside || intent === 'metric_value'
  if (operation === 'growth') return isCompared(time)
  if (operation === 'versus_total') return intent === 'metric_value' && hasFilters
  // The share of the total in itself is always 1.
  if (operation === 'share' && groupBy === null && !hasFilters) return false
  if (operation === 'share' || operation.startsWith('average'))
    return intent === 'metric_value' || intent === 'breakdown'
  if (operation === 'count') return groupBy !== null || time.granularity !== null
  return intent === 'metric_value'
}

interface Used {
  cues: Cues
  groupBy: string | null
  within: string | null
  isVersus: boolean
  isDone: boolean
  time: Time
}

/** Removes the words that the answer takes into account. */
export function takeUsed(
  reading: Reading,
  intent: Intent,
  { cues, groupBy, within, isVersus, isDone, time }: Used,
): void {
  const more: CueName[] = []
  if (groupBy !== null || within !== null) more.push('broken')
  if (intent === 'ranking' || intent === 'creatives') reading.takeAll(/\bby\b/g)
  if (intent === 'metric_value' && isVersus) more.push('compared')
  if (intent === 'breakdown' && time.granularity !== null) more.push('trend')
  if (isDone) reading.takeAll(/\b(?:difference|rate)\b/g)
  takeCues(reading, intent, more)
  if (cues.granularity !== null && time.granularity === cues.granularity) takeCues(reading, 'timeseries')
}

/** Returns the levels that the question names, but for which the answer has no rows or columns. */
export function levelsLeft(
  spans: readonly Span[],
  answer: { level: string; groupBy: string | null; within: string | null; intent: Intent },
): string[] {
  const order = ['platform', 'campaign', 'adset', 'ad']
  if (answer.intent === 'creatives')
    return spans.filter(({ name }) => name === 'campaign' || name === 'adset').map(({ text }) => text)
  const shown = [answer.groupBy, answer.within].filter((name) => name !== null)
  const finest = Math.max(...shown.map((name) => order.indexOf(name)))
  const isRanked = answer.intent === 'ranking'
  const left = spans.filter(
    ({ name }) => order.includes(name) && !shown.includes(name) && (isRanked || order.indexOf(name) > finest),
  )
  const isWhole = shown.length === 0 || new Set(spans.map(({ name }) => name)).size < 2
  return isWhole ? [] : left.map(({ text }) => text)
}

/** Returns the words of contradictory sort orders: "highest and lowest". */
export function contradiction(cues: Cues, intent: Intent): string[] {
  if (intent !== 'ranking') return []
  return [
    ...(cues.most && cues.least ? ['highest and lowest'] : []),
    ...(cues.best && cues.worst ? ['best and worst'] : []),
  ]
}

/**
 * Returns the words that rank by change, if two times are compared and the rows are not sorted by growth: "top
 * campaigns by spend increase".
 */
export function changeOrderLeft(
  text: string,
  { isTimesCompared, isOrdered }: { isTimesCompared: boolean; isOrdered: boolean },
): string[] {
  if (!isTimesCompared || isOrdered) return []
  return (
    /\b(?:top|most|least|biggest|largest|highest|lowest|smallest|fastest|slowest|bottom)\b/.exec(text)?.slice(0, 1) ??
    []
  )
}

/** Returns the words of a comparison with only one side: "Hikers compared to the average campaign". */
export function aloneLeft(
  text: string,
  isBeside: boolean,
  groupBy: string | null,
  filters: Record<string, unknown>,
): string[] {
  const isAlone = isBeside && groupBy !== null && typeof filters[`${groupBy}_name`] === 'string'
  return isAlone ? (/\b(?:compare[ds]?|vs|versus|against|than|difference|minus)\b/.exec(text)?.slice(0, 1) ?? []) : []
}

/** Returns the past times that budget recommendations cannot take into account: "which campaigns are wasting money last month". */
export function budgetLeft(intent: Intent, ranges: readonly FoundRange[], today: string): string[] {
  if (intent !== 'budget_recommendations') return []
  return ranges.filter(({ date_to }) => date_to < today).map((range) => range.text)
}

/** Returns the words of a time of day, because answers cover whole days: "this time yesterday". */
export function hourLeft(text: string, ranges: readonly FoundRange[]): string[] {
  return ranges.some(({ index }) => /\bthis time (?:on )?$/.test(text.slice(0, index))) ? ['this time'] : []
}

/** Returns the words of a condition that is not a bound: "campaigns with rising cost". */
export function conditionLeft(text: string, hasBounds: boolean): string[] {
  const match =
    /\b(?:campaigns?|ad sets?|adsets?|ad groups?|ads|platforms?) (?:with|that|where|whose|which)\b(?! (?:the|their|its|most|least|best|worst|highest|lowest|biggest|we|i|are|were|is|had the|have the|has the|got the|get the|spen[dt]|generate|bring|drive|drove)\b)/.exec(
      text,
    )
  return match && !hasBounds ? [match[0]] : []
}

/** The metrics that the read-out of an experiment has. */
const readOut = new Set([
  'revenue',
  'store_revenue',
  'roas',
  'orders',
  'purchases',
  'conversions',
  'spend',
  'cpa',
  'cac',
])

/** Returns the words that the read-out of an experiment does not answer: metrics that it lacks, and times. */
export function experimentLeft(
  intent: Intent,
  metrics: readonly { name: string; text: string }[],
  ranges: readonly { text: string }[],
): string[] {
  if (intent !== 'experiments') return []
  return [...metrics.filter(({ name }) => !readOut.has(name)), ...ranges].map(({ text }) => text)
}

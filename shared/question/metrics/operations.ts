import type { Cues } from '../intent/cues.ts'
import { additiveMetrics } from '../language/lexicon.ts'
import type { Reading, Span } from '../language/spans.ts'

/** What is computed from the metrics of a period. */
export type Operation =
  | 'share'
  | 'average_per_day'
  | 'average_per_week'
  | 'average_per_month'
  | 'difference'
  | 'growth'
  | 'best_period'
  | 'count'
  | 'ratio'
  | 'versus_total'
  | 'loss'
  | 'break_even'

interface Evidence {
  /** The complete question, with no words removed. */
  text: string
  metrics: readonly Span[]
  cues: Cues
  isBounded: boolean
  /** Whether "minus" is between two entities of the same kind. */
  isMinus: boolean
  platformCount: number
}

const shares =
  /(?<![\w%])(?:what |which |how (?:big|large) (?:of )?an? )?(?:share|percent(?:age)?|pct|%|proportion|fraction|portion|slice|part|contribution|contributed)(?: (?:is|was|of|from|to|in|the|our|my|total|overall|all|does|did))*(?= |$)/g
const shareOfWhole =
  /\bhow (?:much|many) (?:is|was|are|were|did|does|do) .+ of (?:the |our |my |all )*(?:total|overall|all)\b|\bhow much of (?:the |our |my |all |total |overall )*(?= ).*?\b(?:went|goes|go|going|came|comes|come|is|was|are|were)(?= )/
const averages =
  /\b(?:on )?(?:average[ds]?|avg|mean|typical(?:ly)?|usual(?:ly)?|normal(?:ly)?)\b(?: (?:number|amount) of)?/g
const average = /\b(?:average[ds]?|avg|mean|typical(?:ly)?|usual(?:ly)?|normal(?:ly)?)\b/
const perUnit = /\b(?:an?|per|each|every|in a|on a|one) (?:(?:typical|average|normal|usual|single) )?(day|week|month)\b/
const everyUnit = /\b(daily|weekly|monthly)\b|\b(day|week|month)\b/
const byUnit = /\b(?:by|per|each|every) (?:hour|day|week|month|quarter)\b/
const units: Readonly<Record<string, 'day' | 'week' | 'month'>> = { daily: 'day', weekly: 'week', monthly: 'month' }
const growth =
  /\b(?:percent(?:age)?|pct|%) (?:change|growth|increase|decrease|drop|difference)|(?<![\w%])% (?:change|growth|increase|decrease|drop)|\bgrow(?:th|ing|n|s)?\b|\bgrew\b/
const difference =
  /\b(?:differ\w*|how much (?:more|less|higher|lower|fewer|better|worse|cheaper)|by how much|gap|outspen[dt]|outs[eo]l[ld]|delta)\b/
const counted =
  /\bhow many (?:of (?:the |our )?)?(?:days?|weeks?|months?|campaigns?|ad sets?|adsets?|ad groups?|ads?|platforms?|channels?)\b|\b(?:number|count) of (?:days?|campaigns?|ad sets?|ads?|platforms?)\b/

/** Returns the operation that the question asks for, and removes its words. */
export function readOperation(
  reading: Reading,
  { text, metrics, cues, isBounded, isMinus, platformCount }: Evidence,
): Operation | null {
  if (isBounded && counted.test(text)) {
    reading.takeAll(/\b(?:how many|number of|count of|days?|weeks?|months?)\b/g)
    return 'count'
  }
  // A comparison of two platforms contains the difference and its rate.
  if (/\bdifference\b/.test(text) && platformCount > 1 && !/\bgr(?:e|o)w/.test(text)) {
    reading.takeAll(/\b(?:in |by )?(?:an? |the |what )?(?:percent(?:age)?|pct)\b|(?<![\w%])%/g)
    return 'difference'
  }
  if (growth.test(text) || (cues.changed && /\b(?:percent(?:age)?|pct)\b/.test(text) && !/\bof\b/.test(text))) {
    reading.takeAll(/\b(?:by |in )?(?:an? |what )?(?:percent(?:age)?|pct)\b/g)
    return 'growth'
  }
  const isAdditive = metrics.length > 0 && metrics.every(({ name }) => additiveMetrics.has(name))
  if (isAdditive && isShare(reading)) return 'share'
  const per = readAverage(reading, text, isAdditive)
  if (per !== null) return `average_per_${per}`
  // The average of a ratio is the ratio of the whole range.
  if (
    metrics.length > 0 &&
    metrics.every(({ name }) => !additiveMetrics.has(name)) &&
    (cues.granularity === null || byUnit.test(text))
  )
    reading.takeAll(averages)
  if (difference.test(text) || isMinus) return 'difference'
  if (isRatio(reading, metrics)) return 'ratio'
  return null
}

function isShare(reading: Reading): boolean {
  const isPart = new RegExp(shares.source).test(reading.text)
  if (isPart) reading.takeAll(shares)
  const whole = isPart ? null : shareOfWhole.exec(reading.text)
  if (whole) reading.takeAll(/\b(?:went|goes|go|going|of)\b/g)
  reading.takeAll(/\b(?:went|goes|going|go)\b/g)
  return isPart || whole !== null
}

function readAverage(reading: Reading, text: string, isAdditive: boolean): 'day' | 'week' | 'month' | null {
  if (!isAdditive) return null
  const hasAverage = new RegExp(average).test(reading.text)
  const per = perUnit.exec(reading.text)
  const asksHowMuch = /\bhow (?:much|many)\b/.test(text)
  const isRate = per !== null && (/^(?:a|an|in a|on a|one) /.test(per[0]) || asksHowMuch)
  if (!hasAverage && !isRate) return null
  const unit = per ?? everyUnit.exec(reading.text)
  if (!unit) return null
  const word = (unit[1] ?? unit[2]) as string
  reading.blank(unit.index, unit[0].length)
  reading.takeAll(averages)
  return units[word] ?? (word as 'day' | 'week' | 'month')
}

function isRatio(reading: Reading, metrics: readonly Span[]): boolean {
  const [first, second] = metrics
  if (metrics.length !== 2 || first === undefined || second === undefined) return false
  const between = reading.text.slice(first.index + first.text.length, second.index)
  const isNamed = /\bratio\b/.test(reading.text)
  const match = isNamed
    ? /^ *(?:to|and|of|over) *$/.exec(between)
    : /^ (?:per|for each|for every|divided by)(?: one| a)? $|^ ?\/ ?$/.exec(between)
  if (!match) return false
  reading.blank(first.index + first.text.length, between.length)
  if (isNamed) reading.takeAll(/\bratio\b/g)
  return true
}

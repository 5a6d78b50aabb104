import { lessIsBetter, levelPhrases, metricPhrases } from '../language/lexicon.ts'
import { Reading } from '../language/spans.ts'

export type Operator = '>' | '>=' | '<' | '<=' | '='

/** A bound of a metric: "cpa over 50". */
export interface Threshold {
  metric: string
  operator: Operator
  value: number
  /** Rows without a conversion, which have no CPA, meet a bound of CPA if their spend alone meets it. */
  or_without_conversions?: true
}

/** The bounds that a question sets, with their words, and the words of bounds that cannot be applied. */
export interface Bounds {
  read: (Threshold & { text: string })[]
  unread: string[]
  /** The metrics that only a bound names. */
  metrics: string[]
}

const operators: readonly [Operator, string][] = [
  [
    '>',
    'over|above|more than|greater than|higher than|bigger than|larger than|better than|exceed(?:s|ed|ing)?|surpass(?:es|ed)?',
  ],
  ['>=', 'at least|(?:a )?minimum(?: of)?'],
  ['<', 'under|below|beneath|less than|lower than|smaller than|fewer than|cheaper than|worse than'],
  ['<=', 'at most|(?:a )?maximum(?: of)?|up to'],
  ['=', 'exactly|equals?(?: to)?'],
]
const opposite: Record<Operator, Operator | null> = { '>': '<=', '>=': '<', '<': '>=', '<=': '>', '=': null }
const not = 'not|no|isnt|arent|wasnt|werent|doesnt|didnt|dont|havent|hasnt|hadnt|never'
const amount = '[$€£]?(\\d+(?:\\.\\d+)?) ?(k|m|%|x|times|percent|pct)?'
// A number before a unit of time or a month is not an amount.
const end =
  '(?![\\w/%]|[.-]\\d| ?(?:days?|weeks?|wks?|months?|mos?|quarters?|qtrs?|years?|yrs?|hours?|fortnights?|january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\\b)'
const bound = new RegExp(
  `\\b(?:(?:(${not}) (?:(?:be|been|have|has|had|get|got|with|an?|any) )*)?(${operators.map(([, words]) => words).join('|')}) ?${amount}${end}|` +
    `${amount} or (more|higher|above|greater|over|less|fewer|lower|below|under)\\b|` +
    `between ${amount} and ${amount}${end})`,
)
const nothing =
  /\b(?:with|have|has|had|having|got|get|getting|and|but) (?:no|0)(?= )|\bwithout(?: any)?(?= )|\b(?:(?:did|do|does|have|has|had) not|didnt|dont|doesnt|havent|hasnt|hadnt)(?: (?:get|got|have|had|bring in|any))*(?= )/g
/** A negation before the metric negates its bound: "campaigns that do not have a roas above 2". */
const negating = new RegExp(`\\b(?:${not}|without)(?: (?:have|has|had|get|got|with|an?|any|the))* $`)
const each = /^ (?:(?:an?|per|each|every) (?:hour|day|week|month)|daily|weekly|monthly)\b/
/** The words of the levels that an answer has rows of. */
const entity = new RegExp(`\\b(?:${[levelPhrases.campaign, levelPhrases.adset, levelPhrases.ad].flat().join('|')})\\b`)

/** Returns the words of the first bound of a text, with the sign of its amount: "above 20 %". */
export function boundWords(text: string): string {
  return nextBound(text, 0)?.text ?? ''
}

/** Returns the bounds that a question sets, and removes their words from the text. */
export function readBounds(reading: Reading): Bounds {
  const bounds: Bounds = { read: [], unread: [], metrics: [] }
  let start = 0
  let endOfLast = -1
  for (;;) {
    const place = nextBound(reading.text, start)
    if (!place) break
    const joined = endOfLast < 0 ? '' : place.before.slice(endOfLast)
    const isJoined = endOfLast >= 0 && /^ *((?:and|but|or|,|also| )*) *$/.test(joined)
    const metric = isYear(place) ? null : metricOf(place, isJoined ? bounds.read.at(-1)?.metric : undefined)
    start = place.index + place.text.length
    // A year, or two numbers without a metric beside them, is a time.
    if (isYear(place) || (place.text.startsWith('between') && metric?.isDistant)) continue
    endOfLast = takeBound(reading, bounds, place, metric)
    // An answer applies all bounds, so alternatives cannot be applied.
    if (/\bor\b/.test(joined)) bounds.unread.push(...bounds.read.splice(0).map(({ text }) => text))
  }
  return entity.test(reading.text) ? withNothing(reading, bounds) : bounds
}

/** A bound in the text, with the text before and after it. */
interface Place {
  match: RegExpExecArray
  index: number
  text: string
  before: string
  after: string
}

function nextBound(text: string, start: number): Place | null {
  const match = bound.exec(text.slice(start))
  if (!match) return null
  const index = start + match.index
  const words = match[0].trim()
  return { match, index, text: words, before: text.slice(0, index), after: text.slice(index + words.length) }
}

/** Whether "over 2025" means the year. */
function isYear({ text, before }: Place): boolean {
  return /^over (?:19|20)\d\d$/.test(text) && !(/\b(?:with|where|whose|having)\b/.test(before) && entity.test(before))
}

/** Adds a bound to those read or unread, and removes its words. Returns the end of its words. */
function takeBound(reading: Reading, bounds: Bounds, place: Place, metric: BoundMetric | null): number {
  const { match, index, text, before, after } = place
  const end = index + text.length
  const beside = metric && !metric.isDistant && !metric.isCarried ? metric : null
  const metricIndex = beside === null ? 0 : beside.isAfter ? end + beside.index : beside.index
  const negation = negating.exec(beside && !beside.isAfter ? before.slice(0, beside.index) : before)
  const found = metric ? thresholdsOf(match, negation !== null, metric.name) : []
  const isRatio = /(?:x|times)$/.test(text) && /^ (?:the |their |its |of )*$/.test(textBeforeMetric(after) ?? '-')
  // A bound per day is not a bound of the total.
  const rate = each.exec(after)?.[0] ?? ''
  if (!metric || isRatio || rate !== '' || found.length === 0) bounds.unread.push(`${text}${rate}`)
  else bounds.read.push(...found.map((one) => ({ metric: metric.name, ...one, text: `${metric.text} ${text}` })))
  reading.blank(index, text.length + rate.length)
  if (negation) reading.blank(negation.index, negation[0].length)
  if (!beside) return end
  bounds.metrics.push(beside.name)
  reading.blank(metricIndex, beside.text.length)
  return beside.isAfter ? metricIndex + beside.text.length : end
}

/** Reads "campaigns without conversions" as a bound of 0. */
function withNothing(reading: Reading, bounds: Bounds): Bounds {
  for (const match of reading.text.matchAll(nothing)) {
    const after = reading.text.slice(match.index + match[0].length)
    const span = metricsIn(after)[0]
    if (!span || after.slice(0, span.index).trim() !== '') continue
    const length = match[0].length + span.index + span.text.length
    bounds.metrics.push(span.name)
    bounds.read.push({
      metric: span.name,
      operator: '<=',
      value: 0,
      text: reading.text.slice(match.index, match.index + length),
    })
    reading.blank(match.index, length)
  }
  return bounds
}

function thresholdsOf(match: RegExpExecArray, isNegated: boolean, metric: string): Omit<Threshold, 'metric'>[] {
  const [, negation, words, digits, scale, least, leastScale, or, low, lowScale, high, highScale] = match
  // The negation of a range is two alternatives, which cannot be applied.
  if (low !== undefined)
    return isNegated
      ? []
      : [
          { operator: '>=', value: scaled(low, lowScale ?? highScale) },
          { operator: '<=', value: scaled(high as string, highScale) },
        ]
  const value = scaled((least ?? digits) as string, least === undefined ? scale : leastScale)
  const stated =
    least === undefined
      ? (operators.find(([, pattern]) => new RegExp(`^(?:${pattern})$`).test(words as string)) as [Operator, string])[0]
      : /more|high|above|great|over/.test(or as string)
        ? '>='
        : '<='
  // A lower cost is better.
  const isLess = /^(?:better|worse) than$/.test(words ?? '') && lessIsBetter.has(metric)
  const meant = isLess ? (stated === '>' ? '<' : '>') : stated
  const operator = (negation !== undefined) === isNegated ? meant : opposite[meant]
  return operator === null ? [] : [{ operator, value }]
}

function scaled(digits: string, suffix: string | undefined): number {
  const scale = suffix === 'k' ? 1000 : suffix === 'm' ? 1_000_000 : /^(?:%|p)/.test(suffix ?? '') ? 0.01 : 1
  return Number((Number(digits) * scale).toPrecision(12))
}

interface BoundMetric {
  name: string
  text: string
  index: number
  isAfter?: boolean
  /** Whether the metric is named before the bound, but not next to it. */
  isDistant?: boolean
  isCarried?: boolean
}

/**
 * Returns the metric of a bound: the one beside it, else that of the bound it is joined to, else the last one named
 * before.
 */
function metricOf({ before, after }: Place, carried: string | undefined): BoundMetric | null {
  const last = metricsIn(before).at(-1)
  const between = last && before.slice(last.index + last.text.length)
  if (
    last &&
    /^ (?:(?:is|are|was|were|of|has|have|had|that|which|being|stays?|stayed|at|by|us|and|but|an?) )*$/.test(
      between as string,
    )
  )
    return last
  const first = metricsIn(after)[0]
  if (first && /^ (?:(?:in|of|on|worth|total|dollars|euros|usd|eur|gbp) )*$/.test(after.slice(0, first.index)))
    return { ...first, isAfter: true }
  if (carried !== undefined) return { name: carried, text: carried, index: 0, isCarried: true }
  return last ? { ...last, isDistant: true } : null
}

function textBeforeMetric(text: string): string | null {
  const first = metricsIn(text)[0]
  return first ? text.slice(0, first.index) : null
}

/** Returns the metrics that a text names, in its order. */
function metricsIn(text: string) {
  const reading = new Reading('')
  reading.text = text
  return reading.spansOf(metricPhrases)
}

/** Returns a bound of a rule, with the words that name it where it is not applied. */
export function withText(threshold: Threshold): Threshold & { text: string } {
  const { metric, operator, value } = threshold
  return { ...threshold, text: `${metric} ${operator} ${value}` }
}

/** The metrics that can be below 0. */
const signed = ['profit', 'poas']
const signBefore = /(?<!\bnon[- ])\b(negative|positive) $/
const signAfter =
  /^ (?:(?:is|are|was|were|that|which|stays?|stayed|remains?|remained) )*(?<negation>not )?(negative|positive)\b/
const asksWhichProfitable =
  /\b(?:which|what|list|show|any)\b(?!.*\b(?:how|most|least|more|less)\b.*profitable).*\b(?:is|are|was|were) (?:still )?$/

/**
 * Adds "negative profit" and "profit is positive" to the bounds, as profit below or above 0, and removes their words. "Which
 * campaigns are profitable" is a bound too.
 */
export function withSigns(reading: Reading, bounds: Bounds): Bounds {
  const asked = reading.text
  if (/\bor\b/.test(asked)) return bounds
  for (const { name, text, index } of metricsIn(asked)) {
    if (!signed.includes(name)) continue
    const [before, after] = [asked.slice(0, index), asked.slice(index + text.length)]
    const isProfitable =
      text === 'profitable' && (entity.test(asked) || /\bplatforms?\b/.test(asked)) && asksWhichProfitable.test(before)
    const beside = signBefore.exec(before)
    const behind = beside ? null : signAfter.exec(after)
    const word = beside?.[1] ?? behind?.[2] ?? (isProfitable ? text : undefined)
    if (word === undefined) continue
    const negation = beside ? negating.exec(before.slice(0, beside.index)) : null
    const isNegated = negation !== null || behind?.groups?.negation !== undefined
    const operator = word === 'negative' ? (isNegated ? '>=' : '<') : isNegated ? '<=' : '>'
    bounds.read.push({ metric: name, operator, value: 0, text: `${name} ${operator} 0` })
    bounds.metrics.push(name)
    const start = negation?.index ?? beside?.index ?? index
    reading.blank(start, index + text.length + (behind?.[0].length ?? 0) - start)
  }
  return bounds
}

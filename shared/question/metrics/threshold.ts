import { lessIsBetter, levelPhrases, metricPhrases } from '../language/lexicon.ts'
import { Reading } from '../language/spans.ts'

export type Operator = '>' | '>=' | '<' | '<=' | '='

/** A bound of a metric: "cpa over 50". */
export interface Threshold {
  metric: string
  operator: Operator
  value: number
}

/** The bounds that a question sets, with the words that set them, and the words of those whose metric is not clear. */
export interface Bounds {
  read: (Threshold & { text: string })[]
  unread: string[]
  /** The metrics of both, where only a bound names them. */
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
// A number of days is a time, and so is one before a month.
const end =
  '(?![\\w/%]|[.-]\\d| ?(?:days?|weeks?|wks?|months?|mos?|quarters?|qtrs?|years?|yrs?|hours?|fortnights?|january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\\b)'
const bound = new RegExp(
  `\\b(?:(?:(${not}) (?:(?:be|been|have|has|had|get|got|with|an?|any) )*)?(${operators.map(([, words]) => words).join('|')}) ?${amount}${end}|` +
    `${amount} or (more|higher|above|greater|over|less|fewer|lower|below|under)\\b|` +
    `between ${amount} and ${amount}${end})`,
)
const nothing =
  /\b(?:with|have|has|had|having|got|get|getting|and|but) (?:no|0)(?= )|\bwithout(?: any)?(?= )|\b(?:(?:did|do|does|have|has|had) not|didnt|dont|doesnt|havent|hasnt|hadnt)(?: (?:get|got|have|had|bring in|any))*(?= )/g
/** "Campaigns that do not have a roas above 2": what turns the metric turns its bound. */
const turning = new RegExp(`\\b(?:${not}|without)(?: (?:have|has|had|get|got|with|an?|any|the))* $`)
const each = /^ (?:(?:an?|per|each|every) (?:hour|day|week|month)|daily|weekly|monthly)\b/
const entity = new RegExp(`\\b(?:${[levelPhrases.campaign, levelPhrases.adset, levelPhrases.ad].flat().join('|')})\\b`)

/** The bounds that a question sets, taken out of its text. */
export function readBounds(reading: Reading): Bounds {
  const bounds: Bounds = { read: [], unread: [], metrics: [] }
  let skipped = 0
  let endOfLast = -1
  for (;;) {
    const match = bound.exec(reading.text.slice(skipped))
    if (!match) break
    const index = skipped + match.index
    const whole = match[0].trim()
    const before = reading.text.slice(0, index)
    const after = reading.text.slice(index + whole.length)
    const isYear =
      /^over (?:19|20)\d\d$/.test(whole) && !(/\b(?:with|where|whose|having)\b/.test(before) && entity.test(before))
    const joined = endOfLast < 0 ? null : /^ *((?:and|but|or|,|also| )*) *$/.exec(before.slice(endOfLast))
    const metric = isYear ? null : metricOf(before, after, joined ? bounds.read.at(-1)?.metric : undefined)
    if (isYear || (whole.startsWith('between') && metric?.isNear)) {
      skipped = index + whole.length
      continue
    }
    const place = metric && !metric.isNear && !metric.isCarried ? metric : null
    const isBefore = place !== null && !place.isAfter
    const turn = turning.exec(isBefore ? before.slice(0, place.index) : before)
    const found = metric ? thresholdsOf(match, turn !== null, metric.name) : []
    const isRatio = /(?:x|times)$/.test(whole) && /^ (?:the |their |its |of )*$/.test(textBeforeMetric(after) ?? '-')
    // What is spent on a day is not what is spent in all.
    const rate = each.exec(after)?.[0] ?? ''
    if (!metric || isRatio || rate !== '' || found.length === 0) bounds.unread.push(`${whole}${rate}`)
    else bounds.read.push(...found.map((one) => ({ metric: metric.name, ...one, text: `${metric.text} ${whole}` })))
    // Either of two bounds is more than both of them.
    if (/\bor\b/.test(before.slice(Math.max(endOfLast, 0))) && endOfLast >= 0)
      bounds.unread.push(...bounds.read.splice(0).map(({ text }) => text))
    reading.blank(index, whole.length + rate.length)
    if (turn) reading.blank(turn.index, turn[0].length)
    if (place) bounds.metrics.push(place.name)
    if (place) reading.blank(place.isAfter ? index + whole.length + place.index : place.index, place.text.length)
    endOfLast = place?.isAfter ? index + whole.length + place.index + place.text.length : index + whole.length
    skipped = index + whole.length
  }
  return entity.test(reading.text) ? withNothing(reading, bounds) : bounds
}

/** "Campaigns without conversions" have none. */
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

function thresholdsOf(match: RegExpExecArray, isTurned: boolean, metric: string): Omit<Threshold, 'metric'>[] {
  const [, negation, words, digits, scale, least, leastScale, or, low, lowScale, high, highScale] = match
  // What is not between two numbers is below one or above the other.
  if (low !== undefined)
    return isTurned
      ? []
      : [
          { operator: '>=', value: scaled(low, lowScale ?? highScale) },
          { operator: '<=', value: scaled(high as string, highScale) },
        ]
  const value = scaled((least ?? digits) as string, least === undefined ? scale : leastScale)
  const said =
    least === undefined
      ? (operators.find(([, pattern]) => new RegExp(`^(?:${pattern})$`).test(words as string)) as [Operator, string])[0]
      : /more|high|above|great|over/.test(or as string)
        ? '>='
        : '<='
  // A better cost is a lower one.
  const isLess = /^(?:better|worse) than$/.test(words ?? '') && lessIsBetter.has(metric)
  const meant = isLess ? (said === '>' ? '<' : '>') : said
  const operator = (negation !== undefined) === isTurned ? meant : opposite[meant]
  return operator === null ? [] : [{ operator, value }]
}

function scaled(digits: string, suffix: string | undefined): number {
  const scale = suffix === 'k' ? 1000 : suffix === 'm' ? 1_000_000 : /^(?:%|p)/.test(suffix ?? '') ? 0.01 : 1
  return Number((Number(digits) * scale).toPrecision(12))
}

interface Meant {
  name: string
  text: string
  index: number
  isAfter?: boolean
  /** Named somewhere before, not beside the bound. */
  isNear?: boolean
  isCarried?: boolean
}

/** The metric that a bound is of: beside it, else that of the bound it is joined to, else the last one named before. */
function metricOf(before: string, after: string, carried: string | undefined): Meant | null {
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
  return last ? { ...last, isNear: true } : null
}

function textBeforeMetric(text: string): string | null {
  const first = metricsIn(text)[0]
  return first ? text.slice(0, first.index) : null
}

function metricsIn(text: string) {
  const reading = new Reading('')
  reading.text = text
  return reading.spansOf(metricPhrases)
}

import type { Cues } from '../intent/cues.ts'
import type { Intent } from '../intent/intent.ts'
import type { Merit, Turn } from '../intent/turn.ts'
import { lessIsBetter, priceOf } from '../language/lexicon.ts'
import type { Reading, Span } from '../language/spans.ts'

/** The metrics of a break-even ROAS: the ROAS beside it, and what it is computed from. */
export const breakEvenMetrics = ['roas', 'revenue', 'cogs']

const defaultMetrics = ['spend', 'revenue', 'roas', 'cpa', 'conversions']

/**
 * Whether a phrase means a metric here: "make" and "view" are also verbs, "cost per" is not a cost, and "results" in a
 * summary are not conversions.
 */
export function keepsMetric(name: string, cues: Cues, text: string): boolean {
  if (name === 'impressions' && cues.attribution) return /impression/.test(text)
  if (name === 'conversions' && /\bresults?\b/.test(text))
    return /\bconv|bought|sales|acquisitions|buy\b/.test(text) || /\bhow many results\b/.test(text)
  // What an anomaly cost is no spend.
  if (name === 'spend' && cues.anomaly && /\bcosts? (?:us|me|you)\b/.test(text)) return false
  if (name === 'spend' && cues.budget) return !/\b(budget|should|re-?allocat|recommend)/.test(text)
  // "Reach 500k revenue" names an amount, and not how many people saw an ad.
  if (name === 'reach')
    return !/\breach(?:ed|es|ing)? (?:(?:an?|the|our|my|monthly|revenue|sales|roas|cpa|spend|orders?) )*(?:[$€£]\d|\d[\d.,]*(?:k|mn?|million|thousand)\b|(?!20\d\d\b)\d[\d.,]{2,}(?![-/\d])|targets?|goals?|budget)/.test(
      text,
    )
  if (name === 'revenue') return !/\bmake (?:a |the )?(?:chart|graph|report|table)\b/.test(text)
  return true
}

const earningVerb = /^(?:earn|earned|make|made|bring in|brought in)$/

/** Removes revenue if its verb has another metric as object: "how many orders did ads bring in". */
export function withoutVerbs(spans: readonly Span[], text: string): Span[] {
  const others = spans.filter(({ name }) => name !== 'revenue')
  return spans.filter((span) => {
    if (span.name !== 'revenue' || !earningVerb.test(span.text) || others.length === 0) return true
    const end = span.index + span.text.length
    if (/^ (?:money|revenue)\b/.test(text.slice(end))) return true
    const question = [...text.slice(0, span.index).matchAll(/\b(?:how much|what)\b/g)].at(-1)
    // In "spend, and how much did we make", no other metric is between the question word and the verb.
    return question !== undefined && !others.some(({ index }) => index > question.index && index < span.index)
  })
}

const order =
  '(?:most|highest|biggest|largest|greatest|best|worst|least|lowest|smallest|fewest|max(?:imum)?|min(?:imum)?|peak|record|top)'
const orderedBy = [/\bby (?:the |our |total )*$/, new RegExp(`\\b${order} (?:the |our |total |ad )*$`)]

/** Returns the metrics with the one that orders the ranking first: "spend on the day with the highest revenue". */
export function orderedFirst(spans: readonly Span[], text: string): Span[] {
  for (const pattern of orderedBy) {
    const first = spans.find(({ index }) => pattern.test(` ${text}`.slice(0, index)))
    if (first) return [first, ...spans.filter((span) => span !== first)]
  }
  return [...spans]
}

const priceWord = /\b(?:cheap(?:er|est)?|(?:in)?expensive|pric(?:e|ier|iest)|costl(?:y|ier|iest))\b/
const sizeWord = /\b(?:biggest|largest|greatest|smallest)\b/
const orderWord =
  /\b(?:most|highest|biggest|largest|greatest|max(?:imum)?|peak|busiest|record|least|lowest|smallest|fewest|min(?:imum)?|slowest|quietest)\b/

/**
 * Returns the words of a sort order that the answer's metric does not follow: "busiest day", "most expensive campaign
 * by roas".
 */
export function orderLeft(intent: Intent, named: readonly string[], cues: Cues, text: string): string[] {
  if (intent !== 'ranking' && intent !== 'creatives') return []
  const price = priceWord.exec(text)
  const isCost = (metric: string) => metric === 'spend' || lessIsBetter.has(metric) || metric in priceOf
  const isPriced = named.length === 0 ? !cues.best && !cues.worst : named.some(isCost)
  // Without a metric, "cheapest campaign" can mean the lowest spend or the lowest cost per result.
  const isCheapest = named.length === 0 && (price?.[0] ?? '').startsWith('cheap')
  if (price) return isPriced && !isCheapest ? [] : [price[0]]
  if (named.length > 0 || cues.best || cues.worst || !(cues.most || cues.least) || sizeWord.test(text)) return []
  return orderWord.exec(text)?.slice(0, 1) ?? []
}

/** Returns the metrics of the answer: those named, the metric of a named price, or the defaults of the intent. */
export function chooseMetrics(intent: Intent, metrics: string[], text: string): string[] | null {
  if (intent === 'experiments') return null
  const [first] = metrics
  const price = first === undefined ? undefined : priceOf[first]
  if (price !== undefined && metrics.length === 1 && priceWord.test(text)) return [price]
  if (metrics.length > 0) return metrics
  if (['anomalies', 'budget_recommendations', 'list'].includes(intent)) return null
  if (intent === 'explain_change') return [priceWord.test(text) ? 'cpa' : 'revenue']
  if (intent === 'forecast' || intent === 'attribution') return ['revenue']
  if (intent === 'pacing') return ['spend']
  if (intent === 'ranking' || intent === 'creatives')
    return [priceWord.test(text) || sizeWord.test(text) ? 'spend' : 'roas']
  return defaultMetrics
}

interface Growth {
  isFallen: boolean
  turn: Turn | null
}

/** Returns the direction of a sort order by growth. For costs, the best improvement is the largest decrease. */
export function growthSort(cues: Cues, { isFallen, turn }: Growth, metrics: readonly string[]): 'asc' | 'desc' {
  const isLeast = (cues.least && !cues.most) || (cues.worst && !cues.best)
  if (turn === 'best' || turn === 'worst') return sortOf((turn === 'best') === isLeast ? 'worst' : 'best', metrics[0])
  return isLeast !== (isFallen || turn === 'down') ? 'asc' : 'desc'
}

/** Returns the sort order that shows the best or the worst first. For costs, the best is the lowest. */
export function sortOf(merit: Merit, metric = 'roas'): 'asc' | 'desc' {
  return (merit === 'best') === lessIsBetter.has(metric) ? 'asc' : 'desc'
}

/** Returns the end that a ranking, or an order by growth, names; null for "highest" and "lowest", which name a sort order. */
export function meritOf(cues: Cues, growth: Growth | null): Merit | null {
  if (growth) {
    const isOfMerit = growth.turn === 'best' || growth.turn === 'worst'
    return isOfMerit ? (growthSort(cues, growth, []) === 'desc' ? 'best' : 'worst') : null
  }
  if (cues.most || cues.least) return null
  return cues.worst ? 'worst' : cues.best ? 'best' : null
}

/** Returns the direction and limit of a ranking. For costs, the best is the lowest. */
export function rankingOf(cues: Cues, metrics: readonly string[]): { sort: 'asc' | 'desc'; limit: number | null } {
  const merit = meritOf(cues, null)
  const sort = merit === null ? (cues.least && !cues.most ? 'asc' : 'desc') : sortOf(merit, metrics[0])
  return { sort, limit: cues.limit }
}

/** The words of reach that ask for people. */
export const peopleWords = /\bpeople (?:saw|see|have seen|viewed)\b/

/** People are counted by reach, which days and ads do not add up to. Impressions are shown beside it. */
export function withPeople(metrics: string[], text: string): string[] {
  return metrics.join() === 'reach' && peopleWords.test(text) ? ['reach', 'impressions'] : metrics
}

/**
 * Reads "actual revenue last month from orders" as the revenue of the store, and "average order value of store orders" as
 * that of imported orders, and removes the words that say so.
 */
export function ofOrders(spans: readonly Span[], reading: Reading, hasOrders: boolean): Span[] {
  const value = spans.find(({ name }) => name === 'revenue' || (name === 'aov' && hasOrders))
  const orders = spans.find(({ name }) => name === 'orders')
  if (!value || !orders || orders.index < value.index) return [...spans]
  const end = value.index + value.text.length
  const between = reading.text.slice(end, orders.index)
  if (!/^ *(?:came|comes|coming)? *(?:from|of) +(?:(?:the|our|my|all|store|imported|actual|real) +)*$/.test(between))
    return [...spans]
  reading.blank(end, between.length)
  reading.takeAll(/\b(?:actual|real|true)\b/g)
  return spans
    .filter((span) => span !== orders)
    .map((span) => (span === value && span.name === 'revenue' ? { ...span, name: 'store_revenue' } : span))
}

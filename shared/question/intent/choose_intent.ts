import type { EntityName } from '../entities/names.ts'
import type { FoundRange } from '../time/dates.ts'
import type { Cues } from './cues.ts'
import type { Intent } from './intent.ts'

export interface Evidence {
  cues: Cues
  metrics: readonly string[]
  levels: readonly string[]
  platforms: readonly string[]
  names: readonly EntityName[]
  ranges: readonly FoundRange[]
  models: readonly string[]
  /** The channels of journeys that the question names, without ad platforms. */
  channels: readonly string[]
  isBounded: boolean
  /** What is computed from the metrics, if the question asks for it. */
  operation: string | null
  /** Whether platforms or campaigns are ordered by growth. */
  ranksGrowth: boolean
  /** Whether days, weeks or months are ranked. */
  ranksPeriods: boolean
  /** Whether the question names a time to compare with: "year over year", "than the week before". */
  hasBase: boolean
  leadsWithLevel: boolean
  isByWeekday: boolean
  /** Whether the question names a future time. */
  isFuture: boolean
}

const writes =
  /^(?:please |can you |could you |pls |i want to |i would like to |go ahead and |lets )*(pause|unpause|resume|raise|create|send|delete|remove|turn (?:off|on)|switch (?:off|on)|set|launch|stop|start|enable|disable|increase|decrease|lower|cut|change|update|publish|upload|add|archive|duplicate|e-?mail(?= (?:me|us|it|this|that|them|him|her|the|an?|my|our|all|everyone|\S+@\S+)\b)|export|schedule|bid|double|halve|reduce|boost|kill|activate|deactivate|write|draft|move|shift|rename|spend(?= [$€£]?\d[\d.]*(?: ?%)? (?:more|less)\b))\b/

/** Whether the question asks for a change instead of information. */
export function isWrite(text: string): boolean {
  if (
    /^(?:please |can you |could you )*(?:end|cancel|plan|run) (?:an?|the|this|our|my) (?:\w+ )?experiment\b/.test(text)
  )
    return true
  return (
    writes.test(text) &&
    !/^(?:please |can you )*(?:set|change|start|increase|decrease|lower|cut|shift|move)s? (?:in|of|since|over|vs)\b|^add(?:s|ed)? to cart/.test(
      text,
    )
  )
}

/** Returns the future time that the question names, if any. */
export function futureOf(ranges: readonly FoundRange[]): FoundRange | undefined {
  return ranges.find(({ preset }) => ['next_n', 'next', 'tomorrow', 'rest'].includes(preset))
}

/** Returns the warnings for a forecast that the question did not ask for, and for coming days that begin tomorrow. */
export function forecastWarning(future: FoundRange | undefined, asksForecast: boolean, today: string): string[] {
  if (!future) return []
  return [
    ...(asksForecast ? [] : [`"${future.text}" is in the future: the values are a forecast.`]),
    ...(future.preset === 'next_n' && future.date_from > today
      ? [`"${future.text}" is from ${future.date_from} to ${future.date_to}: today is not included.`]
      : []),
  ]
}

/** Whether the question is in the past tense. */
export function isPast(text: string): boolean {
  return /\b(?:did|was|were|had|(?<!\bbe )spent|made|went|earned|brought|got|generated)\b/.test(text)
}

/** Whether the question asks for a ranking or a sort order. */
export function isSorted(cues: Cues): boolean {
  return cues.best || cues.worst || cues.most || cues.least || cues.ranked || cues.limit !== null || cues.rank !== null
}

/** Whether the question compares platforms, names or all campaigns with each other. */
export function comparesThings({ cues, names, platforms, levels, operation, ranges, hasBase }: Evidence): boolean {
  const hasTwoTimes = hasBase || ranges.length > 1 || cues.changed
  if (cues.compared && !hasTwoTimes && levels.some((level) => level !== 'account')) return true
  const isPaired = names.length > 1 || platforms.length > 1
  if (!isPaired) return false
  const asksWhichOne =
    (cues.best || cues.worst || cues.most || cues.least) && levels.every((level) => level === 'platform')
  return cues.compared || cues.more || operation === 'difference' || asksWhichOne
}

/** Returns the intent of the question, or null if nothing in it indicates one. */
export function chooseIntent(evidence: Evidence): Intent | null {
  const {
    cues,
    metrics,
    levels,
    platforms,
    names,
    ranges,
    models,
    channels,
    isBounded,
    operation,
    ranksGrowth,
    ranksPeriods,
    hasBase,
    leadsWithLevel,
  } = evidence
  const entityLevels = levels.filter((level) => level !== 'account')
  if (cues.definition && metrics.length > 0 && ranges.length === 0) return 'definition'
  if (cues.experiment) return 'experiments'
  if (cues.pacing) return 'pacing'
  if (cues.why && (metrics.length > 0 || cues.general || cues.anomaly || cues.compared || ranges.length > 0))
    return 'explain_change'
  const isSortedBy = isSorted(cues) && metrics.length > 0 && entityLevels.length > 0
  if (cues.budget && operation === null && !isSortedBy) return 'budget_recommendations'
  if (cues.anomaly) return 'anomalies'
  if (cues.forecast || evidence.isFuture) return 'forecast'
  if (cues.attribution || models.length > 0 || channels.length > 0) return 'attribution'
  const isOfVideos = metrics.some((metric) => metric === 'hook_rate' || metric === 'hold_rate')
  if (cues.creative || (isOfVideos && isSorted(cues))) return 'creatives'
  if (ranksPeriods) return 'ranking'
  if (evidence.isByWeekday && !comparesThings(evidence)) return 'breakdown'
  if (operation === 'count' || operation === 'versus_total') return 'metric_value'
  if (ranksGrowth) return 'comparison'
  if (operation === 'share' || operation?.startsWith('average'))
    return entityLevels.length > 0 && cues.broken ? 'breakdown' : 'metric_value'
  if (comparesThings(evidence)) return 'comparison'
  if (hasBase || (cues.compared && ranges.length > 1)) return 'comparison'
  if (isBounded && entityLevels.length > 0) return 'ranking'
  if (isSorted(cues) && entityLevels.length > 0) return 'ranking'
  if (cues.trend && (metrics.length > 0 || cues.general)) return 'timeseries'
  const isChange =
    cues.changed || cues.more || operation === 'growth' || (operation === 'difference' && metrics.length < 2)
  if ((isChange || (cues.compared && metrics.length < 2)) && (metrics.length > 0 || ranges.length > 1))
    return 'comparison'
  if (operation === 'ratio' || operation === 'difference') return 'metric_value'
  if (cues.list && metrics.length === 0 && levels.length > 0) return 'list'
  // "How are my ads doing" asks for the total, "how are my campaigns doing" for each.
  const isEach = cues.broken || cues.which || (cues.general && !levels.includes('ad')) || leadsWithLevel
  if (isEach && entityLevels.length > 0) return 'breakdown'
  if (cues.broken && platforms.length > 1) return 'breakdown'
  if (metrics.length > 0 || names.length > 0) return 'metric_value'
  if (cues.general && !cues.list) return 'metric_value'
  // "How was Black Friday" asks for the results of its days.
  if (cues.how && ranges.length > 0) return 'metric_value'
  return null
}

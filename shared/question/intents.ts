import type { FoundRange } from './dates.ts'
import type { EntityName } from './names.ts'

export const intents = [
  'metric_value',
  'breakdown',
  'ranking',
  'timeseries',
  'comparison',
  'anomalies',
  'explain_change',
  'forecast',
  'attribution',
  'creatives',
  'budget_recommendations',
  'pacing',
  'list',
  'definition',
] as const
export type Intent = (typeof intents)[number]

/** Words that say what kind of answer is wanted. */
export interface Cues {
  limit: number | null
  isBest: boolean
  isWorst: boolean
  isMost: boolean
  isLeast: boolean
  isRanked: boolean
  isSingular: boolean
  isBroken: boolean
  isTrend: boolean
  granularity: 'hour' | 'day' | 'week' | 'month' | null
  isCompared: boolean
  over: 'week' | 'month' | 'quarter' | 'year' | 'period' | null
  isAnomaly: boolean
  isForecast: boolean
  isAttribution: boolean
  isCreative: boolean
  isBudget: boolean
  isPacing: boolean
  isWhy: boolean
  isList: boolean
  isDefinition: boolean
  isGeneral: boolean
}

export interface Evidence {
  cues: Cues
  metrics: readonly string[]
  levels: readonly string[]
  platforms: readonly string[]
  names: readonly EntityName[]
  ranges: readonly FoundRange[]
  models: readonly string[]
  isBounded: boolean
}

const writes =
  /^(?:please |can you |could you |pls |i want to |i would like to |go ahead and )*(pause|unpause|resume|raise|create|send|delete|remove|turn (?:off|on)|set|launch|stop|start|enable|disable|increase|decrease|lower|cut|change|update|publish|upload|add|archive|duplicate|email|export|schedule|bid|double|halve|reduce|boost|kill|activate|deactivate)\b/

/** Whether something is to be done rather than told. */
export function isWrite(text: string): boolean {
  return (
    writes.test(text) &&
    !/^(?:please |can you )*(?:set|change|start|increase|decrease|lower|cut)s? (?:in|of|since|over|vs)\b/.test(text)
  )
}

/** Whether an order is asked for. */
export function isSorted(cues: Cues): boolean {
  return cues.isBest || cues.isWorst || cues.isMost || cues.isLeast || cues.isRanked || cues.limit !== null
}

/** What is asked for, by all that was found in the question; null when nothing says so. */
export function chooseIntent({
  cues,
  metrics,
  levels,
  platforms,
  names,
  ranges,
  models,
  isBounded,
}: Evidence): Intent | null {
  const isFuture = ranges.some(({ preset }) => ['next_n', 'next', 'tomorrow', 'rest'].includes(preset))
  const entityLevels = levels.filter((level) => level !== 'account')
  if (cues.isDefinition && metrics.length > 0 && ranges.length === 0) return 'definition'
  if (cues.isPacing) return 'pacing'
  if (cues.isWhy && (metrics.length > 0 || cues.isGeneral || cues.isAnomaly || cues.isCompared || ranges.length > 0))
    return 'explain_change'
  if (cues.isBudget) return 'budget_recommendations'
  if (cues.isAnomaly) return 'anomalies'
  if (cues.isForecast || isFuture) return metrics.length > 0 || isFuture || cues.isForecast ? 'forecast' : null
  if (cues.isAttribution || models.length > 0) return 'attribution'
  if (cues.isCreative || metrics.some((metric) => metric === 'hook_rate' || metric === 'hold_rate')) return 'creatives'
  const comparesThings = cues.isCompared && (names.length > 1 || platforms.length > 1)
  if (comparesThings || (platforms.length > 1 && (cues.isBest || cues.isWorst) && entityLevels.length === 0))
    return 'comparison'
  if (cues.isCompared && (cues.over !== null || ranges.length > 1)) return 'comparison'
  if (cues.over !== null) return 'comparison'
  if (isBounded && entityLevels.length > 0) return 'ranking'
  if (isSorted(cues) && entityLevels.length > 0) return 'ranking'
  if (cues.isTrend && (metrics.length > 0 || cues.isGeneral)) return 'timeseries'
  if (cues.isCompared && ranges.length > 0 && metrics.length > 0) return 'comparison'
  if (cues.isList && metrics.length === 0 && (entityLevels.length > 0 || levels.length > 0)) return 'list'
  // "How are my ads doing" asks after everything, "how are my campaigns doing" after each.
  const isEach = cues.isBroken || (cues.isGeneral && !levels.includes('ad'))
  if (isEach && entityLevels.length > 0) return 'breakdown'
  if (cues.isBroken && platforms.length > 1) return 'breakdown'
  if (metrics.length > 0) return 'metric_value'
  if (names.length > 0) return 'metric_value'
  if (cues.isGeneral && !cues.isList) return 'metric_value'
  return null
}

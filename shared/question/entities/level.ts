import type { FoundName } from './names.ts'
import type { Cues } from '../intent/cues.ts'
import { isSorted } from '../intent/choose_intent.ts'
import type { Evidence } from '../intent/choose_intent.ts'
import type { Intent } from '../intent/intent.ts'
import type { RankedPeriods } from '../time/ranked_periods.ts'
import { unique } from '../language/spans.ts'
import type { Span } from '../language/spans.ts'

interface Wanted extends Evidence {
  /** Whether platforms or names are compared, not times. */
  isBeside: boolean
  ranked: RankedPeriods | null
  hasDays: boolean
}

export interface Level {
  level: string
  groupBy: string | null
  /** The level whose members each have their own ranking: "top campaign per platform". */
  within: string | null
}

/** Returns the level of the rows of the answer, and how they are grouped. */
export function levelOf(intent: Intent, wanted: Wanted): Level {
  const { cues, levels, platforms, names, isBounded, isBeside, ranked, operation } = wanted
  if (intent === 'ranking' && ranked) return { level: 'account', groupBy: ranked.unit, within: null }
  if (intent === 'breakdown' && wanted.isByWeekday) return { level: 'account', groupBy: 'weekday', within: null }
  const entityLevel = entityOf(levels)
  const isSplit = ['timeseries', 'comparison', 'metric_value'].includes(intent) && cues.broken && entityLevel !== null
  const isCount = operation === 'count' && !wanted.hasDays
  const isByEntity =
    ['breakdown', 'ranking', 'list', 'creatives'].includes(intent) ||
    (isBounded && intent !== 'metric_value') ||
    isCount ||
    isBeside ||
    isSplit ||
    wanted.ranksGrowth
  const level =
    specialLevel(intent, entityLevel, isBeside ? wanted : null) ?? (isByEntity && entityLevel ? entityLevel : 'account')
  const comparesPlatforms = isBeside && platforms.length > 1 && names.length < 2
  const isByPlatform =
    levels.includes('platform') && (['breakdown', 'ranking', 'comparison', 'timeseries'].includes(intent) || isCount)
  const byPlatform =
    level === 'account' && (comparesPlatforms || (intent === 'breakdown' && platforms.length > 1) || isByPlatform)
  const outer =
    intent === 'ranking' && level !== 'account' && cues.broken && isSorted(cues) ? outerLevel(levels, level) : null
  return {
    level,
    groupBy: byPlatform ? 'platform' : level === 'account' || !(isByEntity || isBeside) ? null : level,
    within: outer,
  }
}

/** Returns the finest level that the question names: "ads by ad set" are ads. */
function entityOf(levels: readonly string[]): string | null {
  return ['ad', 'adset', 'campaign'].find((name) => levels.includes(name)) ?? null
}

/** Returns the next coarser level that the question names: "top ad per campaign". */
function outerLevel(levels: readonly string[], level: string): string | null {
  const order = ['platform', 'campaign', 'adset', 'ad']
  return order.slice(0, order.indexOf(level)).findLast((name) => levels.includes(name)) ?? null
}

function specialLevel(intent: Intent, entityLevel: string | null, beside: Wanted | null): string | null {
  if (intent === 'creatives') return 'ad'
  if (intent === 'budget_recommendations') return entityLevel === 'adset' ? 'adset' : 'campaign'
  return beside && beside.names.length > 1 ? (beside.names[0]?.level ?? 'campaign') : null
}

/**
 * Returns the levels that the question names. "The best Facebook ads" (`isOfRows`) are ads; "spend on Facebook ads" is
 * the spend of a platform.
 */
export function namedLevels(levels: readonly Span[], platforms: readonly Span[], isOfRows: boolean): string[] {
  const names = unique(levels.map(({ name }) => name))
  return names.length === 0 && isOfRows && platforms.some(({ text }) => text.endsWith(' ads')) ? ['ad'] : names
}

/** Whether the question asks for the metrics of each entity: "ads on tiktok with their ctr". */
export function asksOfEach(text: string): boolean {
  return /\b(?:campaigns|ad sets|adsets|ad groups|ads|platforms|channels)\b.* (?:with|and|plus|including|by) (?:all )?their\b/.test(
    text,
  )
}

/** Whether the question begins with the entities whose metrics it asks for: "meta campaigns: spend, cpa". */
export function leadsWithLevel(text: string, levels: readonly Span[], metrics: readonly Span[]): boolean {
  const [level, metric] = [levels[0], metrics[0]]
  if (!level || !metric || level.index > metric.index || !level.text.endsWith('s') || level.name === 'ad') return false
  return !/\b(?:all|our|my|total|how|do|did|does|what|from|of|on|for)\b/.test(text.slice(0, level.index))
}

/** Whether the question asks for one row: "which campaign", "the best day". */
export function isOne(
  ranked: { isSingular: boolean } | null,
  text: string,
  levels: readonly Span[],
  cues: Cues,
): boolean {
  if (ranked) return ranked.isSingular
  if (cues.ranked || levels.length === 0) return false
  // "Cheapest clicks by campaign" asks for every campaign.
  const isBroken = (span: Span) => /\b(?:by|per|each|every|all) (?:the )?$/.test(` ${text}`.slice(0, span.index))
  return levels.every((span) => /(?<!s)$/.test(span.text) && !isBroken(span))
}

/** Whether a list is asked for what can run now: "how many campaigns are running". Words of names do not ask for it. */
export function asksOfActive(text: string, names: readonly FoundName[]): boolean {
  const own = names.reduce(
    (rest, { index, length }) => rest.slice(0, index) + ' '.repeat(length) + rest.slice(index + length),
    text,
  )
  return (
    /\b(?:active|running|live)\b/.test(own) &&
    !/\b(?:not|no longer|isnt|arent|never|stopped|stop) (?:currently |now )?(?:active|running|live)\b/.test(own)
  )
}

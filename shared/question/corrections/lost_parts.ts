import type { Corrections } from '../../schema/analytics/corrections.ts'
import { isComputed } from '../answer/leftovers.ts'
import type { Interpretation } from '../interpretation.ts'
import { additiveMetrics } from '../language/lexicon.ts'
import { breakEvenMetrics } from '../metrics/metrics.ts'
import { isCompared } from '../time/time.ts'
import type { Time } from '../time/time.ts'
import { refuseCorrection } from './check_corrections.ts'
import { isInNumbers } from './correctable.ts'
import { groupingOf, isPeriod, isRanked } from './grouping.ts'
import type { LostPart } from './lost_part.ts'

interface Settled {
  parts: Interpretation
  /** The parts of the question that the corrected answer does not contain. */
  lost: LostPart[]
}

/** Returns the corrected interpretation without the parts of the question that no longer have an effect. */
export function withoutLost(read: Interpretation, corrected: Interpretation, given: Corrections): Settled {
  if (!isInNumbers(read.intent)) return withoutPlan({ ...corrected, ...orderOf(corrected, given) })
  const isRegrouped = groupingOf(read) !== groupingOf(corrected)
  const isOrdered = hasOrder(read, corrected)
  if (!isOrdered && (given.sort !== undefined || given.limit !== undefined)) {
    throw refuseCorrection(given.sort === undefined ? 'limit' : 'sort', 'applies to rankings and breakdowns only.')
  }
  // Losses are always ordered by the largest.
  const keepsComputed = isStillComputed(corrected) && !(corrected.operation === 'loss' && given.sort === 'asc')
  const keepsThresholds = hasThresholds(read, corrected)
  const keepsRank = isOrdered && !isRegrouped
  return {
    parts: {
      ...corrected,
      operation: keepsComputed ? corrected.operation : null,
      threshold: keepsThresholds ? corrected.threshold : null,
      thresholds: keepsThresholds ? corrected.thresholds : [],
      sort: isOrdered ? corrected.sort : null,
      limit: isOrdered ? corrected.limit : null,
      rank: keepsRank ? corrected.rank : null,
      within: keepsRank ? corrected.within : null,
      ...orderOf(corrected, given),
    },
    lost: lostParts(read, corrected, given, { keepsComputed, keepsThresholds, isOrdered, keepsRank }),
  }
}

/** A planned spend changes a forecast of revenue only. */
function withoutPlan({ planned_spend, ...parts }: Interpretation): Settled {
  if (planned_spend === undefined) return { parts, lost: [] }
  if (parts.metrics?.[0] === 'revenue') return { parts: { ...parts, planned_spend }, lost: [] }
  return { parts, lost: [{ part: 'planned_spend', planned_spend }] }
}

interface Kept {
  keepsComputed: boolean
  keepsThresholds: boolean
  isOrdered: boolean
  keepsRank: boolean
}

function lostParts(read: Interpretation, corrected: Interpretation, given: Corrections, kept: Kept): LostPart[] {
  const { operation, thresholds, limit, sort, rank, within, time } = read
  const lost: LostPart[] = []
  // "Best day" becomes "best campaign": the order stays.
  if (!kept.keepsComputed && operation !== null && operation !== 'best_period')
    lost.push({ part: 'operation', operation })
  if (!kept.keepsThresholds) lost.push(...thresholds.map((each) => ({ part: 'threshold', ...each }) as const))
  if (!kept.isOrdered && limit !== null && hasOrder(read, read))
    lost.push({ part: 'order', sort: sort ?? 'desc', limit })
  if (!kept.keepsRank && rank !== null) lost.push({ part: 'rank', rank })
  if (!kept.keepsRank && within !== null) lost.push({ part: 'within', within })
  if (isComparisonLost(read, corrected, given)) lost.push({ part: 'comparison', text: time?.compare_text ?? null })
  if (isSideLost(read, corrected)) lost.push({ part: 'compared_names', names: namesBeside(read).map(String) })
  return lost
}

function orderOf({ sort, limit, rank }: Interpretation, given: Corrections) {
  const ordered = { sort: given.sort ?? sort, limit: given.limit ?? limit }
  if (given.sort === undefined && given.limit === undefined) return {}
  return { ...ordered, rank: given.limit === undefined ? rank : null }
}

/** Whether the answer has an order: by a metric, or what was ordered by growth and still is. */
function hasOrder(read: Interpretation, corrected: Interpretation): boolean {
  const { intent, group_by, time } = corrected
  if (isRanked(corrected)) return true
  const isByGrowth = read.intent === 'comparison' && read.sort !== null
  return isByGrowth && intent === 'comparison' && group_by !== null && isCompared(time)
}

function isStillComputed(corrected: Interpretation): boolean {
  const { operation, intent, time, group_by, filters, metrics } = corrected
  if (operation === null) return true
  if (operation === 'best_period') return intent === 'ranking' && group_by !== null && isPeriod(group_by)
  const names = metrics ?? []
  if (operation === 'loss') return intent === 'ranking' && ['spend', 'revenue'].every((name) => names.includes(name))
  if (operation === 'break_even') return intent === 'metric_value' && names.join() === breakEvenMetrics.join()
  const needsSums = operation === 'share' || operation.startsWith('average')
  if (needsSums && !names.every((name) => additiveMetrics.has(name))) return false
  const isOfTwo = operation === 'ratio' || (operation === 'difference' && intent === 'metric_value')
  if (isOfTwo && names.length !== 2) return false
  const isBeside = comparesThings(corrected)
  if (operation === 'difference' && isBeside && namesBeside(corrected).length !== 2) return false
  const hasFilters = Object.keys(filters).length > 0
  return isComputed(operation, intent ?? 'metric_value', time as Time, isBeside, group_by, hasFilters)
}

/** Whether the thresholds of the question still have rows to leave out, or a total to test. */
function hasThresholds(read: Interpretation, corrected: Interpretation): boolean {
  if (read.thresholds.length === 0) return true
  const isSame = corrected.intent === read.intent && groupingOf(corrected) === groupingOf(read)
  return isSame || (corrected.intent !== 'comparison' && groupingOf(corrected) !== 'total')
}

function isComparisonLost(read: Interpretation, corrected: Interpretation, { compare_to }: Corrections): boolean {
  if (compare_to !== undefined) return false
  return isCompared(read.time) && !isCompared(corrected.time)
}

/** Whether platforms or names are compared, not times. */
function comparesThings({ intent, time }: Interpretation): boolean {
  return intent === 'comparison' && !isCompared(time)
}

/** Returns the platforms or names that an answer filters its rows by. */
function namesBeside({ group_by, filters }: Interpretation): unknown[] {
  return [filters[group_by ?? ''] ?? filters[`${group_by}_name`] ?? []].flat()
}

/** Whether a correction left only one of the compared platforms or names. */
function isSideLost(read: Interpretation, corrected: Interpretation): boolean {
  if (!comparesThings(read) || namesBeside(read).length < 2) return false
  return groupingOf(corrected) === 'total' || namesBeside({ ...corrected, group_by: read.group_by }).length === 1
}

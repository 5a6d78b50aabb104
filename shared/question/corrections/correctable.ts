import type { Corrections } from '../../schema/analytics/corrections.ts'
import {
  attributedMetrics,
  detectedMetrics,
  forecastMetrics,
  orderMetrics,
} from '../../schema/analytics/metric_names.ts'
import { reaches } from '../entities/scope.ts'
import type { Intent } from '../intent/intent.ts'
import type { Interpretation } from '../interpretation.ts'
import { additiveMetrics } from '../language/lexicon.ts'

export type Correction = keyof Corrections

const days = ['date_from', 'date_to'] as const
const things = ['platforms', 'campaigns'] as const
const numbers = ['metrics', ...days, 'compare_to', 'group_by', ...things, 'sort', 'limit'] as const

/** The corrections that an answer of each kind can take into account. */
const correctable: Record<Intent, readonly Correction[]> = {
  metric_value: numbers,
  breakdown: numbers,
  ranking: numbers,
  timeseries: numbers,
  comparison: numbers,
  anomalies: ['metrics', ...days, ...things],
  explain_change: ['metrics', ...days, 'compare_to', ...things],
  forecast: ['metrics', ...days],
  attribution: ['metrics', ...days, 'platforms', 'model'],
  creatives: ['metrics', ...days, 'platforms', 'sort', 'limit'],
  budget_recommendations: things,
  pacing: ['metrics', ...things],
  orders: ['metrics', ...days, 'compare_to'],
  targets: [],
  scenario: [],
  experiments: ['platforms'],
  list: things,
  definition: ['metrics'],
}

export function correctionsOf(intent: string): readonly Correction[] {
  return correctable[intent as Intent] ?? []
}

/** The corrections of one answer. Orders by channel, day, week or month are not compared with another time. */
export function correctionsFor({
  intent,
  group_by,
  time,
}: Pick<Interpretation, 'intent' | 'group_by' | 'time'>): readonly Correction[] {
  const possible = correctionsOf(intent ?? '')
  const hasRows = group_by !== null || (time?.granularity ?? null) !== null
  return intent === 'orders' && hasRows ? possible.filter((name) => name !== 'compare_to') : possible
}

/** The metrics that an answer can have, if it cannot have every one. Only sums can be projected to the end of a month. */
const possibleMetrics: Partial<Record<Intent, readonly string[]>> = {
  anomalies: detectedMetrics,
  attribution: attributedMetrics,
  forecast: forecastMetrics,
  orders: orderMetrics,
  pacing: [...additiveMetrics],
}

/**
 * Returns the metrics that an answer can have, or null for every metric. Channels have no MER, which divides the revenue of the
 * whole store.
 */
export function metricsOf(intent: string | null, groupBy: string | null = null): readonly string[] | null {
  if (intent === 'orders' && groupBy === 'channel')
    return orderMetrics.filter((name) => name !== 'mer' && name !== 'aov')
  return possibleMetrics[intent as Intent] ?? null
}

/** Whether the rows of an answer are metrics of the brand, of its parts or of its days. */
export function isInNumbers(intent: string | null): boolean {
  return intent !== null && correctionsOf(intent).includes('group_by')
}

/** Whether an answer of this kind can have several metrics. */
export function takesSeveralMetrics(intent: string): boolean {
  return reaches[intent as Intent].severalMetrics
}

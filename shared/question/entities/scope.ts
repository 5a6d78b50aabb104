import type { Exclusions } from './exclusions.ts'
import type { Intent } from '../intent/intent.ts'
import { holds } from './names.ts'
import type { EntityName } from './names.ts'
import type { Span } from '../language/spans.ts'
import type { Bounds, Threshold } from '../metrics/threshold.ts'

export interface Asked {
  platforms: readonly Span[]
  /** Channels of journeys, which only attribution has. */
  channels: readonly string[]
  names: readonly EntityName[]
  excluded: Exclusions
  bounds: Bounds
  metrics: readonly string[]
  /** Whether the answer has rows that a bound can filter. */
  hasRows: boolean
  /** Whether the question asks if a total satisfies a bound. */
  isYesNo: boolean
  knownNames: readonly EntityName[]
}

export interface Scope {
  filters: Record<string, unknown>
  thresholds: Threshold[]
  metrics: string[]
  unmatched: string[]
  warnings: string[]
}

interface Reach {
  platforms: boolean
  names: readonly string[]
  bounds: boolean
  /** Whether the answer can have several metrics. */
  severalMetrics: boolean
  whole: string
}

const everything: Reach = {
  platforms: true,
  names: ['campaign', 'adset'],
  bounds: true,
  severalMetrics: true,
  whole: '',
}
export const reaches: Record<Intent, Reach> = {
  metric_value: {
    ...everything,
    whole:
      'This is one total of all days, and a bound needs rows. Ask for campaigns or days, such as "days with ROAS below 2".',
  },
  breakdown: everything,
  ranking: everything,
  timeseries: everything,
  comparison: { ...everything, bounds: false, whole: 'What is compared cannot be bounded by its own numbers.' },
  pacing: {
    ...everything,
    bounds: false,
    severalMetrics: false,
    whole: 'The pace is of one metric and one total: a bound cannot leave out a part of it.',
  },
  orders: {
    ...everything,
    names: [],
    bounds: false,
    whole: 'Orders are known by channel and by day, and cannot be filtered by campaigns or numbers.',
  },
  targets: {
    platforms: false,
    names: [],
    bounds: false,
    severalMetrics: true,
    whole: 'Targets and budgets are those of a month.',
  },
  scenario: {
    ...everything,
    bounds: false,
    whole: 'A scenario is of the whole brand, of platforms and of campaigns.',
  },
  experiments: {
    ...everything,
    names: [],
    bounds: false,
    whole: 'Experiments are found by platform and status, and cannot be filtered by campaigns or numbers.',
  },
  list: { ...everything, bounds: false, severalMetrics: false, whole: 'A list cannot be bounded by numbers.' },
  anomalies: {
    ...everything,
    names: ['campaign'],
    bounds: false,
    whole: 'Anomalies are detected for accounts and campaigns and cannot be filtered by a metric.',
  },
  explain_change: {
    ...everything,
    bounds: false,
    severalMetrics: false,
    whole: 'A change is explained for one metric at a time and cannot be filtered by a metric.',
  },
  forecast: {
    platforms: false,
    names: [],
    bounds: false,
    severalMetrics: false,
    whole: 'Forecasts cover the whole brand, one metric at a time.',
  },
  attribution: {
    ...everything,
    names: [],
    bounds: false,
    severalMetrics: false,
    whole: 'Attribution covers one metric at a time, by channel and not by campaign.',
  },
  creatives: {
    ...everything,
    names: [],
    whole: 'A creative can be in several campaigns, so creatives cannot be filtered by campaign.',
  },
  budget_recommendations: {
    ...everything,
    bounds: false,
    whole: 'Budget recommendations cannot be filtered by a metric.',
  },
  definition: {
    platforms: false,
    names: [],
    bounds: false,
    severalMetrics: true,
    whole: 'A definition does not depend on filters.',
  },
}

/**
 * Returns the filters and bounds of the question that the answer applies. The words of the others are unmatched, and a
 * warning explains what the answer covers.
 */
export function scopeOf(intent: Intent, asked: Asked): Scope {
  const reach = reaches[intent]
  const [platformKey, nameLevels] = [intent === 'attribution' ? 'channel' : 'platform', reach.names]
  const filters: Record<string, unknown> = {}
  const left: string[] = []
  const add = (key: string, values: readonly string[]) => {
    const all = [...new Set([...((filters[key] as string[] | undefined) ?? []), ...values])]
    if (all.length > 0) filters[key] = all
  }
  for (const [key, spans] of [
    [platformKey, asked.platforms],
    [`${platformKey}_not`, asked.excluded.platforms],
  ] as const)
    if (reach.platforms)
      add(
        key,
        spans.map(({ name }) => name),
      )
    else left.push(...spans.map(({ text }) => text))
  if (intent === 'attribution') add('channel', asked.channels)
  for (const { name, level } of asked.names)
    if (nameLevels.includes(level)) add(`${level}_name`, [name])
    else left.push(name)
  const isName = ({ text }: { text: string }) => asked.knownNames.some((name) => holds(name, text))
  const unknownParts = asked.excluded.parts.filter((part) => !isName(part))
  const parts = asked.excluded.parts.filter(isName).map(({ text, level }) => ({ name: text, level }))
  for (const { name, level } of [...asked.excluded.names, ...parts])
    if (nameLevels.includes(level)) add(`${level}_name_not`, [name])
    else left.push(name)
  for (const [key, value] of Object.entries(filters))
    if (key.includes('_name') && (value as string[]).length === 1) filters[key] = (value as string[])[0]

  const keepsBounds = reach.bounds && (asked.hasRows || asked.isYesNo)
  const thresholds = keepsBounds
    ? asked.bounds.read.map(({ metric, operator, value, or_without_conversions: isOr }) => ({
        metric,
        operator,
        value,
        ...(isOr ? { or_without_conversions: isOr } : {}),
      }))
    : []
  if (!keepsBounds) left.push(...asked.bounds.read.map(({ text }) => text))
  const metrics = reach.severalMetrics ? [...asked.metrics] : asked.metrics.slice(0, 1)
  left.push(...asked.metrics.slice(metrics.length))
  return {
    filters,
    thresholds,
    metrics,
    unmatched: [...left, ...asked.bounds.unread, ...unknownParts.map(({ text }) => text)],
    warnings: [
      ...(left.length > 0 ? [`${reach.whole} Not applied: ${left.join(', ')}.`] : []),
      ...asked.bounds.unread.map((text) => `"${text}" is not a bound of a metric and is not applied.`),
      ...unknownParts.map(
        ({ text, level }) =>
          `No ${level === 'adset' ? 'ad set' : 'campaign'} has "${text}" in its name, so nothing is excluded.`,
      ),
    ],
  }
}

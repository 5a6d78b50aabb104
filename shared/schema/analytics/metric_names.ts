import { z } from 'zod'
import { text } from '../text.ts'

/** Every metric of GET /v1/metrics/definitions, for schemas that list them. The database decides which are valid. */
export const knownMetricNames = [
  'spend',
  'revenue',
  'cogs',
  'refunds',
  'store_revenue',
  'impressions',
  'clicks',
  'link_clicks',
  'landing_page_views',
  'reach',
  'conversions',
  'view_conversions',
  'purchases',
  'leads',
  'installs',
  'add_to_carts',
  'checkouts',
  'new_customers',
  'orders',
  'video_views_3s',
  'thruplays',
  'video_p25',
  'video_p50',
  'video_p75',
  'video_p100',
  'profit',
  'roas',
  'poas',
  'mer',
  'cpa',
  'cpp',
  'cpl',
  'cpi',
  'cac',
  'cpc',
  'cplc',
  'cpm',
  'cpv',
  'ctr',
  'link_ctr',
  'cvr',
  'atc_rate',
  'aov',
  'rpc',
  'acos',
  'frequency',
  'spend_share',
  'hook_rate',
  'hold_rate',
] as const

const anyName = text(1, 64).regex(/^[a-z0-9_]+$/, 'must be lower-case metric names, for example spend,roas.')

/** One metric name. The JSON Schema lists the known names. */
export const metricName = anyName.meta({ enum: knownMetricNames })

/** Returns a schema for a list of names, or for one text with comma-separated names. */
const listOf = (name: z.ZodType) =>
  z.preprocess(
    (value) => (typeof value === 'string' ? value.split(',').map((each) => each.trim()) : value),
    z
      .array(name)
      .min(1, 'must not be empty. Leave it out, or name at least one.')
      .max(100, 'must have at most 100 names in one request.'),
  )

/** Comma-separated metric names, in the order of the response. */
export const metricNames = listOf(metricName).describe(
  'Comma-separated metric names. GET /v1/metrics/definitions lists them.',
)

/** The metric to sort by. The JSON Schema lists the known names. */
export const metricToSortBy = text(1, 64).meta({ enum: knownMetricNames })

export const defaultMetricNames = ['spend', 'revenue', 'roas', 'cpa', 'conversions']

/** The metrics whose changes are explained. `analytics.explained_bases` has the same list. */
export const explainedMetricNames = knownMetricNames.filter(
  (name) => !['reach', 'poas', 'frequency', 'spend_share'].includes(name),
) as [string, ...string[]]

/** The metrics that have a forecast. `analytics.forecastable_metrics` has the same list. */
export const forecastMetrics: readonly string[] = knownMetricNames.filter(
  (name) => !['reach', 'frequency', 'spend_share'].includes(name),
)

/** The metrics that attribution credits to channels. */
export const attributedMetrics = ['purchases', 'revenue', 'spend', 'roas', 'cac'] as const

/** The metrics that questions answer from imported orders. */
export const orderMetrics = ['orders', 'store_revenue', 'aov', 'new_customers', 'mer'] as const

/** The metrics that anomaly detectors watch. `analytics.detectors` has their directions. */
export const detectedMetrics = ['spend', 'cpa', 'roas', 'cpc', 'ctr', 'conversions', 'revenue'] as const

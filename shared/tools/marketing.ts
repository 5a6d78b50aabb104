import { z } from 'zod'
import { anomalies } from '../operations/analytics/anomalies.ts'
import { attribution } from '../operations/analytics/attribution.ts'
import { brands } from '../operations/analytics/brands.ts'
import { budgetRecommendations } from '../operations/analytics/budget_recommendations.ts'
import { creatives } from '../operations/analytics/creatives.ts'
import { forecasts } from '../operations/analytics/forecasts.ts'
import { query } from '../operations/analytics/query.ts'
import { adPerformance } from '../operations/connector/ad_performance.ts'
import { defaultMetricNames, metricName, metricNames, unlistedMetricNames } from '../schema/metric_names.ts'
import { text } from '../schema/text.ts'
import { tool } from './tool.ts'

const metricList = metricNames
  .default(defaultMetricNames)
  .describe('The resource ads://metrics has their units and formulas.')

/** Without the list of names, which get_ad_performance has: an agent pays for each. */
const unlistedMetrics = unlistedMetricNames
  .default(defaultMetricNames)
  .describe('Names of metrics, as get_ad_performance takes them.')

const facts = "Days are the brand's, inclusive; money is in meta.currency, ratios are fractions, roas is a multiple."

export const listBrands = tool({
  name: 'list_brands',
  address: 'brands',
  title: 'List brands',
  description:
    'The brands that this connection may read, with currency, time zone and connected ad platforms. Their ids are the brand_id of every other tool.',
  operation: brands,
})

export const askQuestion = tool({
  name: 'ask_question',
  title: 'Ask a question',
  description:
    'Rows that answer a question in plain English, with what was understood of it, read by a grammar and no language model. ' +
    'Check interpretation.unmatched first: if it is not empty, the rows leave these words out and confidence is below 0.5. ' +
    'get_ad_performance takes the same as exact arguments. What cannot be read comes back with a reason and suggestions.',
  operation: query,
  rows: 'data',
})

export const getAdPerformance = tool({
  name: 'get_ad_performance',
  title: 'Get ad performance',
  description: adPerformance.description,
  operation: adPerformance,
  forms: { metrics: metricList },
  rows: 'data',
  details: ['meta.week_start', 'meta.ready_from', 'meta.attribution_setting'],
})

export const listCreatives = tool({
  name: 'list_creatives',
  title: 'List creatives',
  description: `What each creative did in a range of days, with its headline and whether it wears out. ${facts}`,
  operation: creatives,
  renames: { sort: 'sort_by' },
  forms: { metrics: unlistedMetrics },
  rows: 'data',
  pages: true,
  details: [
    'data.body',
    'data.call_to_action',
    'data.landing_url',
    'data.ad_ids',
    'data.first_seen',
    'data.last_seen',
    'data.fatigue.score',
  ],
})

export const listAnomalies = tool({
  name: 'list_anomalies',
  title: 'List anomalies',
  description:
    'Spikes of cost per conversion, drops of return and surges of spend that were detected, each with its worst day, what was expected ' +
    'and what it cost in meta.currency. severity runs from 1 to 5.',
  operation: anomalies,
  rows: 'data',
  pages: true,
  details: [
    'data.expected_low',
    'data.expected_high',
    'data.method',
    'data.window_days',
    'data.grouped_count',
    'data.dedupe_key',
  ],
})

export const getForecast = tool({
  name: 'get_forecast',
  title: 'Get a forecast',
  description:
    'The forecast that was stored last night, day by day, with intervals, what drives it and how right earlier ones were. type=custom takes any ' +
    'metric. Nothing is computed on request: too little history is data_not_ready.',
  operation: forecasts,
  forms: {
    include_confidence: z.boolean().default(true).describe('Whether to show confidence intervals.'),
    metric: metricName.optional().describe('With type=custom.'),
  },
  details: [
    'points.confidence_interval_95',
    'accuracy.smape',
    'accuracy.coverage_80',
    'accuracy.coverage_95',
    'accuracy.origins',
    'accuracy.horizon_evaluated',
    'meta.trained_from',
  ],
})

export const getAttribution = tool({
  name: 'get_attribution',
  title: 'Get attribution',
  description:
    "What each channel did for the orders of a range, under the brand's own model and windows. Credits and unattributed add up to the total. " +
    "Platforms' own claims are in get_ad_performance. Days are inclusive, money is in currency.",
  operation: attribution,
  forms: {
    channels: z
      .array(text(1, 100))
      .min(1)
      .max(50)
      .optional()
      .describe('Channels to show; credits do not change by it.'),
  },
  details: [
    'channels.first_touches',
    'channels.last_touches',
    'channels.assisted_conversions',
    'accounting',
    'model_version',
    'computed_at',
    'touchpoints_considered',
  ],
})

export const listBudgetRecommendations = tool({
  name: 'list_budget_recommendations',
  title: 'List budget recommendations',
  description:
    'Where the same money would earn more: current and recommended daily spend by campaign or ad set, with the expected change and reasons. Advice only.',
  operation: budgetRecommendations,
  rows: 'data',
  pages: true,
  details: ['data.options', 'data.saturation'],
})

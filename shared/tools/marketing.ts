import { z } from 'zod'
import { anomaly, listedAnomalies } from '../operations/analytics/anomalies.ts'
import { attribution } from '../operations/analytics/attribution.ts'
import { brands } from '../operations/analytics/brands.ts'
import { budgetRecommendations } from '../operations/analytics/budget_recommendations.ts'
import { creatives } from '../operations/analytics/creatives.ts'
import { forecasts } from '../operations/analytics/forecasts.ts'
import { query } from '../operations/analytics/query.ts'
import { adPerformance } from '../operations/connector/ad_performance.ts'
import { budgets } from '../operations/connector/budgets.ts'
import { campaign } from '../operations/connector/campaign.ts'
import { campaigns } from '../operations/connector/campaigns.ts'
import { dataStatus } from '../operations/connector/data_status.ts'
import { profit } from '../operations/connector/profit.ts'
import { explanationForAgents } from '../schema/analytics/explanation.ts'
import { defaultMetricNames, metricName, metricNames, metricToSortBy } from '../schema/analytics/metric_names.ts'
import { text } from '../schema/text.ts'
import { tool } from './tool.ts'

const metricList = metricNames
  .default(defaultMetricNames)
  .describe('The resource ads://metrics has units and formulas.')

const creativeMetrics = metricNames.default(defaultMetricNames).describe('Metric names as in get_ad_performance.')

export const listBrands = tool({
  name: 'list_brands',
  address: 'brands',
  title: 'List brands',
  description:
    'Returns the brands of this connection with currency, time zone and ad platforms. Other tools take their id as ' +
    'brand_id.',
  operation: brands,
})

export const getDataStatus = tool({
  name: 'get_data_status',
  title: 'Get data status',
  description:
    'Returns the connected platforms, and the dates covered by each, by orders and by journeys. Use it after ' +
    'data_not_ready.',
  operation: dataStatus,
  resultNotes: {
    'platforms[].attention': 'What a person must do.',
  },
})

export const askQuestion = tool({
  name: 'ask_question',
  title: 'Ask a question',
  description:
    'Answers a question about ad data or experiments in plain English. Words in interpretation.unmatched had no ' +
    'effect. "Why" returns explanations.',
  // An agent that is not satisfied with an interpretation asks in other words.
  operation: {
    ...query,
    input: query.input.omit({ default_days: true, corrections: true }),
    // The accuracy of a forecast is in get_forecast.
    output: query.output
      .omit({ forecast_accuracy: true })
      .extend({ explanations: z.array(explanationForAgents).nullable() }),
  },
  rows: 'data',
})

export const getAdPerformance = tool({
  name: 'get_ad_performance',
  title: 'Get ad performance',
  description:
    'Returns metrics by account, campaign, ad set or ad, and by period; granularity none is one row. ' +
    'totals covers all rows. deltas are fractions. Periods without a report are absent, not 0. ' +
    'At most 1127 days (31 by hour).',
  operation: adPerformance,
  arguments: {
    metrics: { schema: metricList },
    sort_by: { schema: metricToSortBy.optional().describe('Metric to sort by. Default: by date.') },
  },
  rows: 'data',
  details: ['meta.week_start', 'meta.ready_from', 'meta.attribution_setting'],
  argumentNotes: {
    platform: 'Such as google, meta or tiktok.',
  },
  resultNotes: {
    'data[]': 'date, partial if true, ids and names of the level, metrics, deltas.',
  },
})

export const listCampaigns = tool({
  name: 'list_campaigns',
  title: 'List campaigns',
  description: 'Returns campaigns, ad sets or ads with status and daily budgets.',
  operation: campaigns,
  rows: 'data',
  argumentNotes: {
    status: 'Of the platform, or active.',
    parent_id: 'An account, campaign or ad set.',
    search: 'Part of the name, or the id.',
  },
})

export const getCampaign = tool({
  name: 'get_campaign',
  title: 'Get a campaign',
  description:
    'Returns settings, performance (default: the last 30 finished days), ranked ad sets and open anomalies of a ' +
    'campaign.',
  operation: campaign,
})

export const listCreatives = tool({
  name: 'list_creatives',
  title: 'List creatives',
  description: 'Returns metrics, headline and fatigue of each creative in a date range.',
  operation: creatives,
  arguments: {
    sort: { name: 'sort_by', schema: metricToSortBy.default('spend').describe('Metric to sort by.') },
    metrics: { schema: creativeMetrics },
  },
  rows: 'data',
  details: [
    'data.body',
    'data.call_to_action',
    'data.landing_url',
    'data.ad_ids',
    'data.first_seen',
    'data.last_seen',
    'data.fatigue.score',
  ],
  argumentNotes: {
    platform: 'Separated by commas.',
  },
})

/** Each member of the list is part of the context of every conversation. Answers to why questions have the neighbors. */
const listedAnomaly = anomaly.omit({ neighbors: true, unit: true })

export const listAnomalies = tool({
  name: 'list_anomalies',
  title: 'List anomalies',
  description: 'Returns anomalies with their worst day, cost and expected range.',
  operation: { ...listedAnomalies, output: listedAnomalies.output.extend({ data: z.array(listedAnomaly) }) },
  rows: 'data',
  details: [
    'data.expected_low',
    'data.expected_high',
    'data.method',
    'data.window_days',
    'data.also',
    'data.grouped_count',
    'data.dedupe_key',
    'data.false_alarm_rate',
    'meta.detectors',
  ],
  argumentNotes: {
    platform: 'Separated by commas.',
  },
})

export const getForecast = tool({
  name: 'get_forecast',
  title: 'Get a forecast',
  description: 'Returns the stored daily forecast with intervals, factors and backtested accuracy.',
  operation: forecasts,
  arguments: {
    include_confidence: {
      schema: z.boolean().default(true).describe('Whether to return prediction intervals.'),
    },
    total: { schema: z.boolean().default(false) },
    metric: { schema: metricName.optional().describe('Required for type=custom.') },
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
  argumentNotes: {
    metric: 'For type custom.',
    total: 'Adds the sum of the horizon.',
  },
})

export const getAttribution = tool({
  name: 'get_attribution',
  title: 'Get attribution',
  description:
    'Distributes the orders of a date range among channels by the model of the brand. Credits plus unattributed ' +
    'equal the total.',
  operation: attribution,
  arguments: {
    channels: {
      schema: z
        .array(text(1, 100))
        .min(1)
        .max(50)
        .optional()
        .describe('Channels to return. The filter does not change credits.'),
    },
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
  argumentNotes: {
    platform: 'Separated by commas.',
  },
})

export const getBudgets = tool({
  name: 'get_budgets',
  title: 'Get budgets',
  description: 'Returns budget, spend to date and projected spend of the month. Unknown budgets are null.',
  operation: budgets,
  rows: 'data',
  argumentNotes: {
    month: 'YYYY-MM.',
  },
})

export const listBudgetRecommendations = tool({
  name: 'list_budget_recommendations',
  title: 'List budget recommendations',
  description:
    'Returns current and recommended daily spend for the same total, with expected change and reasons. Changes nothing.',
  operation: budgetRecommendations,
  rows: 'data',
  details: ['data.options', 'data.saturation'],
  argumentNotes: {
    budget_change_pct: 'Of total daily spend.',
    max_shift_pct: 'Of one campaign or ad set.',
    status: 'open: a change is recommended.',
  },
})

export const getProfit = tool({
  name: 'get_profit',
  title: 'Get profit',
  description:
    'Returns revenue, costs and profit of a date range, in total, by channel or campaign, and by period. Null when a ' +
    'base is missing.',
  operation: profit,
  rows: 'data',
  resultNotes: {
    'data[].missing_cost_share': 'Of revenue. Above 0, profit is null.',
  },
})

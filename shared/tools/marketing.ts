import { z } from 'zod'
import { anomalies } from '../operations/analytics/anomalies.ts'
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
import { defaultMetricNames, metricName, metricNames, unlistedMetricNames } from '../schema/analytics/metric_names.ts'
import { text } from '../schema/text.ts'
import { tool } from './tool.ts'

const metricList = metricNames
  .default(defaultMetricNames)
  .describe('The resource ads://metrics has units and formulas.')

/** Omits the list of metric names to save tokens. get_ad_performance has the list. */
const unlistedMetrics = unlistedMetricNames
  .default(defaultMetricNames)
  .describe('Metric names as in get_ad_performance.')

const facts =
  'Dates are inclusive days of the brand. Money is in meta.currency, rates are fractions, roas is a multiple.'

export const listBrands = tool({
  name: 'list_brands',
  address: 'brands',
  title: 'List brands',
  description:
    'Returns the brands that this connection can access, with currency, time zone and connected ad platforms. Other ' +
    'tools take the id of a brand as brand_id.',
  operation: brands,
})

export const getDataStatus = tool({
  name: 'get_data_status',
  title: 'Get data status',
  description:
    'Returns which platforms are connected, when each one last reported, and the dates it covers, by day and by ' +
    'hour; also for orders, journeys, forecasts and anomalies. Use it when another tool returns data_not_ready: ' +
    'ready is false when nothing was ingested. Dates are inclusive.',
  operation: dataStatus,
})

export const askQuestion = tool({
  name: 'ask_question',
  title: 'Ask a question',
  description:
    'Answers a question about ad data in plain English. Returns rows and the interpretation of the question; a ' +
    'grammar parses it, not a language model. Check interpretation.unmatched first: when it is not empty, the rows ' +
    'ignore these words and confidence is below 0.5. For exact arguments use get_ad_performance. A question that ' +
    'cannot be parsed returns a reason and suggestions.',
  // An agent that is not satisfied with an interpretation asks in other words.
  operation: { ...query, input: query.input.omit({ default_days: true, corrections: true }) },
  rows: 'data',
})

export const getAdPerformance = tool({
  name: 'get_ad_performance',
  title: 'Get ad performance',
  description:
    'Returns spend, revenue, roas and other metrics by account, campaign, ad set or ad, and by hour, day, week or ' +
    'month; granularity none returns one row for the whole range. totals covers all rows, independent of the page. ' +
    'deltas are relative changes against the compared period, as fractions; null without a base. Dates are inclusive ' +
    'days of the brand. Money is in meta.currency, rates are fractions, roas is a multiple. Periods without a report ' +
    'are absent, not 0. For orders by channel use get_attribution. At most 1127 days (31 by hour).',
  operation: adPerformance,
  arguments: { metrics: { schema: metricList } },
  rows: 'data',
  details: ['meta.week_start', 'meta.ready_from', 'meta.attribution_setting'],
})

export const listCampaigns = tool({
  name: 'list_campaigns',
  title: 'List campaigns',
  description:
    'Returns campaigns, ad sets or ads with their settings, sorted by platform, name and id. Returns no performance: ' +
    'use get_ad_performance, or get_campaign for one campaign. daily_budget is in meta.currency and null when the ' +
    'platform sets none at this level. status is the value of the platform.',
  operation: campaigns,
  rows: 'data',
})

export const getCampaign = tool({
  name: 'get_campaign',
  title: 'Get a campaign',
  description:
    'Returns the settings of a campaign, its performance in a date range (default: the last 30 finished days), its ' +
    'three ad sets with the highest and the lowest roas, and its open anomalies. Dates are inclusive, money is in ' +
    'meta.currency, rates are fractions, roas is a multiple.',
  operation: campaign,
})

export const listCreatives = tool({
  name: 'list_creatives',
  title: 'List creatives',
  description: `Returns the metrics of each creative in a date range, with its headline and fatigue. ${facts}`,
  operation: creatives,
  arguments: { sort: { name: 'sort_by' }, metrics: { schema: unlistedMetrics } },
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
})

export const listAnomalies = tool({
  name: 'list_anomalies',
  title: 'List anomalies',
  description:
    'Returns detected anomalies with their worst day, expected value and cost in meta.currency: cost per conversion ' +
    'that spiked, return on ad spend that dropped, and spend that surged. severity is 1 to 5.',
  operation: anomalies,
  rows: 'data',
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
    'Returns the daily forecast that the nightly job stored, with prediction intervals, driving factors and the ' +
    'accuracy in a backtest. type=custom forecasts any metric. Nothing is computed on request: too little history ' +
    'returns data_not_ready.',
  operation: forecasts,
  arguments: {
    include_confidence: {
      schema: z.boolean().default(true).describe('Whether to return prediction intervals.'),
    },
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
})

export const getAttribution = tool({
  name: 'get_attribution',
  title: 'Get attribution',
  description:
    'Distributes the orders of a date range among channels, with the attribution model and windows of the brand. ' +
    'Credits plus unattributed equal the total. For revenue as claimed by the platforms use get_ad_performance. ' +
    'Dates are inclusive, money is in currency.',
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
})

export const getBudgets = tool({
  name: 'get_budgets',
  title: 'Get budgets',
  description:
    'Returns budget, spend to date, pacing and projected spend at the end of the month for each account, campaign or ' +
    'ad set, by spend. Counts through the last finished day that every account reported. Unknown budgets are null, ' +
    'never 0. Money is in meta.currency. For recommended changes use list_budget_recommendations.',
  operation: budgets,
  rows: 'data',
})

export const listBudgetRecommendations = tool({
  name: 'list_budget_recommendations',
  title: 'List budget recommendations',
  description:
    'Returns current and recommended daily spend by campaign or ad set, with the expected change and reasons, for ' +
    'the same total spend. Advice only; nothing is changed.',
  operation: budgetRecommendations,
  rows: 'data',
  details: ['data.options', 'data.saturation'],
})

export const getProfit = tool({
  name: 'get_profit',
  title: 'Get profit',
  description:
    'Returns revenue, costs and profit of a date range, in total or by channel or campaign, and by day, week (from ' +
    'Monday) or month. Values are null when a base is missing. Dates are inclusive, money is in meta.currency, ' +
    'shares are fractions. totals covers the whole range.',
  operation: profit,
  rows: 'data',
})

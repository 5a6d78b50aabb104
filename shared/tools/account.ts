import { budgets } from '../operations/connector/budgets.ts'
import { campaign } from '../operations/connector/campaign.ts'
import { campaigns } from '../operations/connector/campaigns.ts'
import { dataStatus } from '../operations/connector/data_status.ts'
import { profit } from '../operations/connector/profit.ts'
import { tool } from './tool.ts'

export const getDataStatus = tool({
  name: 'get_data_status',
  title: 'Get data status',
  description:
    'Returns which platforms are connected, when each one last reported, and the dates it covers, by day and by ' +
    'hour; also for orders, journeys, forecasts and anomalies. Use it when another tool returns data_not_ready: ' +
    'ready is false when nothing was ingested. Dates are inclusive.',
  operation: dataStatus,
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

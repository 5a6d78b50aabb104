import { budgets } from '../operations/connector/budgets.ts'
import { campaign } from '../operations/connector/campaign.ts'
import { campaigns } from '../operations/connector/campaigns.ts'
import { dataStatus } from '../operations/connector/data_status.ts'
import { profit } from '../operations/connector/profit.ts'
import { tool } from './tool.ts'

export const getDataStatus = tool({
  name: 'get_data_status',
  title: 'Get data status',
  description: dataStatus.description,
  operation: dataStatus,
})

export const listCampaigns = tool({
  name: 'list_campaigns',
  title: 'List campaigns',
  description: campaigns.description,
  operation: campaigns,
  rows: 'data',
})

export const getCampaign = tool({
  name: 'get_campaign',
  title: 'Get a campaign',
  description: campaign.description,
  operation: campaign,
})

export const getBudgets = tool({
  name: 'get_budgets',
  title: 'Get budgets',
  description: budgets.description,
  operation: budgets,
  rows: 'data',
})

export const getProfit = tool({
  name: 'get_profit',
  title: 'Get profit',
  description: profit.description,
  operation: profit,
  rows: 'data',
})

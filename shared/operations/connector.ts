import type { Operation } from '../operation.ts'
import { adPerformance } from './connector/ad_performance.ts'
import { budgets } from './connector/budgets.ts'
import { campaign } from './connector/campaign.ts'
import { campaigns } from './connector/campaigns.ts'
import { dataStatus } from './connector/data_status.ts'
import { negotiatePrice } from './connector/negotiate_price.ts'
import { profit } from './connector/profit.ts'
import { proposeChange } from './connector/propose_change.ts'
import { storeOverview } from './connector/store_overview.ts'
import { trustSignals } from './connector/trust_signals.ts'

/** The operations of tools without a REST route of their own. Each is served at /api/mcp/ and the name of its tool. */
export const connectorOperations: readonly Operation[] = [
  dataStatus, //     get_data_status
  adPerformance, //  get_ad_performance
  campaigns, //      list_campaigns
  campaign, //       get_campaign
  budgets, //        get_budgets
  profit, //         get_profit
  trustSignals, //   get_trust_signals
  storeOverview, //  get_store_overview
  negotiatePrice, // negotiate_price
  proposeChange, //  propose_change
]

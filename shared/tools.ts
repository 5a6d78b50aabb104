import * as commerce from './tools/commerce.ts'
import * as marketing from './tools/marketing.ts'
import type { Tool } from './tools/tool.ts'

/**
 * Every tool of the connector, in the order in which they are listed. To add one: declare it in `shared/tools/` by its
 * operation, and name it here.
 */
export const tools: readonly Tool[] = [
  marketing.listBrands,
  // get_data_status
  marketing.askQuestion,
  marketing.getAdPerformance,
  // list_campaigns, get_campaign
  marketing.listCreatives,
  marketing.listAnomalies,
  marketing.getForecast,
  marketing.getAttribution,
  // get_budgets
  marketing.listBudgetRecommendations,
  // get_profit
  commerce.searchCatalog,
  commerce.getProduct,
  commerce.compareProducts,
  commerce.recommendProducts,
  commerce.getProductReviews,
  commerce.getTrustSignals,
  // get_store_overview
  // negotiate_price
  // propose_change
]

const byName = new Map(tools.map((tool) => [tool.name, tool]))

export function findTool(name: unknown): Tool | undefined {
  return typeof name === 'string' ? byName.get(name) : undefined
}

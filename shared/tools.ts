import * as commerce from './tools/commerce.ts'
import * as marketing from './tools/marketing.ts'
import type { Tool } from './tools/tool.ts'
import * as writes from './tools/writes.ts'

/**
 * All tools of the connector, in the order in which they are listed. To add a tool, declare it in `shared/tools/` and
 * add it here.
 */
export const tools: readonly Tool[] = [
  marketing.listBrands,
  marketing.getDataStatus,
  marketing.askQuestion,
  marketing.getAdPerformance,
  marketing.listCampaigns,
  marketing.getCampaign,
  marketing.listCreatives,
  marketing.listAnomalies,
  marketing.getForecast,
  marketing.getAttribution,
  marketing.getBudgets,
  marketing.listBudgetRecommendations,
  marketing.getProfit,
  commerce.searchCatalog,
  commerce.getProduct,
  commerce.compareProducts,
  commerce.recommendProducts,
  commerce.getProductReviews,
  commerce.getTrustSignals,
  commerce.getStoreOverview,
  writes.negotiatePrice,
  writes.proposeChange,
]

const byName = new Map(tools.map((tool) => [tool.name, tool]))

export function findTool(name: unknown): Tool | undefined {
  return typeof name === 'string' ? byName.get(name) : undefined
}

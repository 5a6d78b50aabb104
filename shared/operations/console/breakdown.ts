import { z } from 'zod'
import { operation } from '../../operation.ts'
import { view } from '../../schema/console/view.ts'
import { shopId } from '../../schema/storefront/product_card.ts'
import { breakdown as apiBreakdown } from '../analytics/breakdown.ts'

const { level, metrics, account_ids, campaign_ids, adset_ids, search, trend, sort, order, limit, page } =
  apiBreakdown.input.shape

export const breakdown = operation({
  name: 'console.breakdown',
  method: 'get',
  path: '/console/brands/{brand_id}/performance',
  scope: 'console',
  summary: 'Get the performance of ads',
  description: 'Returns the rows of GET /v1/breakdown for the days of a page, and the connected platforms.',
  input: z.object({
    brand_id: shopId,
    ...view,
    level,
    metrics,
    account_ids,
    campaign_ids,
    adset_ids,
    search,
    trend,
    sort,
    order,
    limit,
    page,
  }),
  csv: { rows: 'data', columns: (_, answer) => answer.columns as string[] },
  output: apiBreakdown.output.extend({ columns: z.array(z.string()), platforms: z.array(z.string()) }),
})

import { z } from 'zod'
import { operation } from '../../operation.ts'
import { words } from '../../schema/list.ts'
import { pageMeta, productCard, shopId, storefrontRoot } from '../../schema/product_card.ts'

export const compare = operation({
  name: 'storefront.compare',
  method: 'get',
  path: `${storefrontRoot}/compare`,
  scope: 'read:commerce',
  isPublic: true,
  summary: 'Products side by side',
  description: 'Two to five products in the order asked for, with which is rated highest and which is reviewed most.',
  input: z.object({ brand_id: shopId, ids: words(5, 100).describe('Comma-separated product ids, 2 to 5.') }),
  output: z.object({
    products: z.array(productCard),
    comparison: z.object({
      products_compared: z.int(),
      highest_rated: z.object({ id: z.string(), score: z.number() }).nullable(),
      most_reviewed: z.object({ id: z.string(), count: z.int() }).nullable(),
    }),
    meta: pageMeta,
  }),
})

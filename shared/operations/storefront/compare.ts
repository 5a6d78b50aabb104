import { z } from 'zod'
import { operation } from '../../operation.ts'
import { words } from '../../schema/list.ts'
import { pageMeta, productCard, shopId, storefrontRoot } from '../../schema/storefront/product_card.ts'

export const compare = operation({
  name: 'storefront.compare',
  method: 'get',
  path: `${storefrontRoot}/compare`,
  scope: 'read:commerce',
  isPublicInConnector: true,
  isPublic: true,
  isVersioned: true,
  summary: 'Compare products',
  description: 'Returns 2 to 5 products in the requested order, with the highest-rated and the most-reviewed product.',
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

import { z } from 'zod'
import { operation } from '../../operation.ts'
import { shopId, storefrontRoot } from '../../schema/storefront/product_card.ts'

export const bundles = operation({
  name: 'storefront.bundles',
  method: 'get',
  path: `${storefrontRoot}/bundles`,
  scope: 'read:commerce',
  isPublic: true,
  summary: 'List bundles',
  description:
    'Returns bundles whose products are all in the catalog and whose price is lower than the sum of the individual ' +
    'prices.',
  input: z.object({ brand_id: shopId }),
  output: z.object({
    bundles: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        description: z.string().nullable(),
        products: z.array(z.object({ price: z.number(), title: z.string(), productId: z.string() })),
        bundlePrice: z.string(),
        originalTotal: z.string(),
        savingsPercent: z.string(),
        source: z.string().describe('`manual`, `rule` or `co_purchase`.'),
        confidence: z.string().describe('From 0.00 to 1.00.'),
        validUntil: z.string().nullable(),
      }),
    ),
    count: z.int(),
    cacheStatus: z.string(),
  }),
})

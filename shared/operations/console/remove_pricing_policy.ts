import { z } from 'zod'
import { operation } from '../../operation.ts'
import { integer } from '../../schema/number.ts'
import { productId, shopId } from '../../schema/storefront/product_card.ts'

export const removePricingPolicy = operation({
  name: 'console.remove_pricing_policy',
  method: 'post',
  path: '/console/brands/{brand_id}/settings/pricing',
  scope: 'console',
  summary: 'Remove the pricing policy of a product',
  description:
    'Removes the pricing policy of a single product, so that the policy of all products applies to it. Requires the role admin.',
  input: z.object({
    brand_id: shopId,
    product_id: productId,
    version: integer(1, 999_999_999).describe('The version that the person saw.'),
  }),
  output: z.object({ product_id: z.string() }),
})

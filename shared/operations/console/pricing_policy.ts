import { z } from 'zod'
import { operation } from '../../operation.ts'
import { money } from '../../schema/commerce/commerce.ts'
import { notNegotiable, pricingPolicyAnswer } from '../../schema/commerce/pricing_policy.ts'
import { productId, shopId } from '../../schema/storefront/product_card.ts'

export const pricingPolicy = operation({
  name: 'console.pricing_policy',
  method: 'get',
  path: '/console/brands/{brand_id}/settings/pricing',
  scope: 'console',
  summary: 'Get a pricing policy with its floor',
  description:
    'Returns the pricing policy of a product, or of all products without their own, with its floor. Requires the role ' +
    'admin. No key and no access token reads a floor.',
  input: z.object({ brand_id: shopId, product_id: productId.optional() }),
  output: z.object({
    product: z.object({ id: z.string(), title: z.string(), list_price: money }).nullable(),
    policy: pricingPolicyAnswer
      .extend({
        floor_percent: z.number().nullable(),
        floor_amount: z.number().nullable().describe('In `floor_currency`.'),
        floor_currency: z
          .string()
          .nullable()
          .describe('The currency of the price when the policy was set. It can differ from that of the price.'),
      })
      .nullable()
      .describe('The policy of exactly this product, or of all products. Null: none is stored.'),
    not_negotiable: notNegotiable,
    currency: z.string().describe('Currency of the brand.'),
    products: z
      .array(z.object({ id: z.string(), title: z.string().nullable(), is_enabled: z.boolean() }))
      .describe(
        'The 100 products whose own policies changed last. The title is null if the catalog lacks the product.',
      ),
    products_total: z.int(),
  }),
})

import { z } from 'zod'
import { operation } from '../../operation.ts'
import { idempotencyHeader, version } from '../../schema/commerce/commerce.ts'
import { pricingPolicyAnswer, pricingPolicyInput } from '../../schema/commerce/pricing_policy.ts'
import { shopId, storefrontRoot } from '../../schema/storefront/product_card.ts'

export const setPricingPolicy = operation({
  name: 'commerce.set_pricing_policy',
  method: 'post',
  path: `${storefrontRoot}/pricing-policies`,
  scope: 'write:storefront',
  isIdempotent: 'by header',
  summary: 'Set a pricing policy',
  description:
    'Creates or replaces the pricing policy of one product, or the default policy of all products without their own. ' +
    'Counter-offers fall in equal steps from the price for the quantity to the target. No offer below the floor is ' +
    'accepted, and no response depends on the floor.',
  input: z.object({
    brand_id: shopId,
    ...pricingPolicyInput,
    version,
    idempotency_key: idempotencyHeader,
  }),
  output: pricingPolicyAnswer,
})

import { z } from 'zod'
import { operation } from '../../operation.ts'
import { pricingPolicyAnswer } from '../../schema/commerce/pricing_policy.ts'
import { shopId, storefrontRoot } from '../../schema/storefront/product_card.ts'

export const pricingPolicies = operation({
  name: 'commerce.pricing_policies',
  method: 'get',
  path: `${storefrontRoot}/pricing-policies`,
  scope: 'write:storefront',
  summary: 'List pricing policies',
  description: 'Returns all pricing policies of the shop. The floor price of a policy is never returned.',
  input: z.object({ brand_id: shopId }),
  output: z.object({ pricing_policies: z.array(pricingPolicyAnswer) }),
})

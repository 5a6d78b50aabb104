import { z } from 'zod'
import { operation } from '../../operation.ts'
import { pricingPolicyAnswer } from '../../schema/pricing_policy.ts'
import { shopId, storefrontRoot } from '../../schema/product_card.ts'

export const pricingPolicies = operation({
  name: 'commerce.pricing_policies',
  method: 'get',
  path: `${storefrontRoot}/pricing-policies`,
  scope: 'write:storefront',
  summary: 'How the shop negotiates',
  description: 'Every policy, but for its floor, which no answer holds.',
  input: z.object({ brand_id: shopId }),
  output: z.object({ pricing_policies: z.array(pricingPolicyAnswer) }),
})

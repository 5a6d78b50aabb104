import { z } from 'zod'
import { operation } from '../../operation.ts'
import { choice } from '../../schema/choice.ts'
import { amount, currency, idempotencyHeader, quantity } from '../../schema/commerce.ts'
import { flag } from '../../schema/flag.ts'
import { integer, number } from '../../schema/number.ts'
import { pricingPolicyAnswer } from '../../schema/pricing_policy.ts'
import { productId, shopId, storefrontRoot } from '../../schema/product_card.ts'

const percent = number(0, 100)

export const setPricingPolicy = operation({
  name: 'commerce.set_pricing_policy',
  method: 'post',
  path: `${storefrontRoot}/pricing-policies`,
  scope: 'write:storefront',
  isIdempotent: 'by header',
  summary: 'Say how the shop negotiates',
  description:
    'For one product, or for all that have no policy of their own; in place of what was set before. Counter-offers fall in equal steps from the ' +
    'price for the quantity to the target. Nothing is accepted below the floor, and no answer depends on it.',
  input: z.object({
    brand_id: shopId,
    product_id: productId.optional(),
    is_enabled: flag.default(true),
    floor: z
      .union(
        [z.strictObject({ percent }), z.strictObject({ amount, currency })],
        'must be {percent} of the list price or {amount, currency}.',
      )
      .describe('Never shown again. An amount is for one product, and holds from its present list price on.'),
    target_percent: percent.describe('Of the price for the quantity: where the last counter-offer stands.'),
    accept_percent: percent.optional().describe('An offer as high is accepted at once.'),
    decline_percent: percent.optional().describe('An offer below ends the negotiation.'),
    rounds_max: integer(1, 10).default(3).describe('How many offers an agent may make.'),
    price_step: amount.default(1).describe('Counter-offers are whole steps, in the brand’s currency.'),
    quantity_tiers: z
      .array(
        z.object({
          quantity_min: quantity.refine((value) => value > 1, 'must be 2 or more.'),
          percent_off: percent.refine((value) => value > 0 && value < 100, 'must be above 0 and below 100.'),
        }),
      )
      .max(20, 'must have at most 20 tiers.')
      .default([])
      .describe('What comes off the list price from a quantity on.'),
    answered_by: choice(['policy', 'merchant'])
      .default('policy')
      .describe('merchant: people answer, within answer_minutes.'),
    answer_minutes: integer(1, 10_080).optional().describe('15 for a policy, 2,880 for people.'),
    hold_minutes: integer(1, 1440).default(60).describe('How long an agreed price is held.'),
    negotiations_per_day_max: integer(1, 1_000_000).default(100).describe('Of one agent.'),
    idempotency_key: idempotencyHeader,
  }),
  output: pricingPolicyAnswer,
})

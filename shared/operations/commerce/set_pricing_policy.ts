import { z } from 'zod'
import { operation } from '../../operation.ts'
import { choice } from '../../schema/choice.ts'
import { amount, currency, idempotencyHeader, quantity } from '../../schema/commerce/commerce.ts'
import { flag } from '../../schema/flag.ts'
import { integer, number } from '../../schema/number.ts'
import { pricingPolicyAnswer } from '../../schema/commerce/pricing_policy.ts'
import { productId, shopId, storefrontRoot } from '../../schema/storefront/product_card.ts'

const percent = number(0, 100)

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
    product_id: productId.optional(),
    is_enabled: flag.default(true),
    floor: z
      .union(
        [z.strictObject({ percent }), z.strictObject({ amount, currency })],
        'must be {percent} of the list price or {amount, currency}.',
      )
      .describe(
        'Lowest acceptable price; never returned by the API. An amount applies to one product, while its list ' +
          'price is not lower than now.',
      ),
    target_percent: percent.describe('The last counter-offer, in percent of the price for the quantity.'),
    accept_percent: percent.optional().describe('Offers of at least this percentage are accepted immediately.'),
    decline_percent: percent.optional().describe('Offers below this percentage end the negotiation.'),
    rounds_max: integer(1, 10).default(3).describe('Maximum number of offers per agent.'),
    price_step: amount.default(1).describe('Counter-offers are multiples of this step, in the currency of the brand.'),
    quantity_tiers: z
      .array(
        z.object({
          quantity_min: quantity.refine((value) => value > 1, 'must be 2 or more.'),
          percent_off: percent.refine((value) => value > 0 && value < 100, 'must be above 0 and below 100.'),
        }),
      )
      .max(20, 'must have at most 20 tiers.')
      .default([])
      .describe('Discounts on the list price for larger quantities.'),
    answered_by: choice(['policy', 'merchant'])
      .default('policy')
      .describe('`policy`: offers are answered automatically. `merchant`: people answer within `answer_minutes`.'),
    answer_minutes: integer(1, 10_080).optional().describe('Default: 15 for `policy`, 2,880 for `merchant`.'),
    hold_minutes: integer(1, 1440).default(60).describe('Duration of the price hold for an agreed price.'),
    negotiations_per_day_max: integer(1, 1_000_000)
      .default(100)
      .describe('Maximum number of negotiations per agent and day.'),
    idempotency_key: idempotencyHeader,
  }),
  output: pricingPolicyAnswer,
})

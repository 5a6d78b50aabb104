import { z } from 'zod'
import { choice } from '../choice.ts'
import { flag } from '../flag.ts'
import { integer, number } from '../number.ts'
import { productId } from '../storefront/product_card.ts'
import { amount, currency, quantity } from './commerce.ts'

const percent = number(0, 100)

/** The inputs of a pricing policy, which is stored or only simulated. */
export const pricingPolicyInput = {
  product_id: productId.optional(),
  is_enabled: flag.default(true),
  floor: z
    .union(
      [z.strictObject({ percent }), z.strictObject({ amount, currency })],
      'must be a percentage of the list price from 0 to 100, or an amount above 0 with its currency.',
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
      z.object(
        {
          quantity_min: quantity.refine((value) => value > 1, 'must be 2 or more.'),
          percent_off: percent.refine((value) => value > 0 && value < 100, 'must be above 0 and below 100.'),
        },
        'must have a quantity and a percentage for each discount, such as 10: 5.',
      ),
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
}

/** Why agents cannot negotiate. Null if the policy answers offers. */
export const notNegotiable = z
  .enum(['no_policy', 'disabled', 'currency_differs', 'list_price_is_lower'])
  .nullable()
  .describe(
    'Why agents cannot negotiate. `currency_differs` and `list_price_is_lower`: the floor is an amount in another ' +
      'currency, or was set at a higher list price. Null: the policy answers offers.',
  )

export const pricingPolicyAnswer = z.object({
  id: z.string(),
  product_id: z.string().nullable().describe('Null for the default policy of all products without their own policy.'),
  is_enabled: z.boolean(),
  target_percent: z.number(),
  accept_percent: z.number().nullable(),
  decline_percent: z.number().nullable(),
  rounds_max: z.int(),
  price_step: z.number().describe('In the currency of the brand.'),
  answered_by: z.enum(['policy', 'merchant']),
  answer_minutes: z.int(),
  hold_minutes: z.int(),
  negotiations_per_day_max: z.int(),
  quantity_tiers: z.array(z.object({ quantity_min: z.int(), percent_off: z.number() })),
  version: z.int().describe('Increases with every change.'),
  updated_at: z.string(),
})

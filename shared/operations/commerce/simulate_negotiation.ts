import { z } from 'zod'
import { operation } from '../../operation.ts'
import { amount, money, quantity, subject } from '../../schema/commerce/commerce.ts'
import { notNegotiable, pricingPolicyInput } from '../../schema/commerce/pricing_policy.ts'
import { shopId, storefrontRoot } from '../../schema/storefront/product_card.ts'

const simulation = z.object({
  policy_product_id: z.string().nullable().describe('Null for the default policy, and without a policy.'),
  not_negotiable: notNegotiable,
  quantity_price: money.nullable().describe('Unit price for this quantity, before negotiation.'),
  rounds_max: z.int().nullable(),
  answer_minutes: z.int().nullable(),
  hold_minutes: z.int().nullable().describe('How long an agreed price is held.'),
  outcome: z
    .enum(['accepted', 'rejected', 'pending_agent', 'pending_merchant'])
    .nullable()
    .describe(
      'Status of the negotiation after the last offer. `pending_merchant`: a person of the shop has to answer.',
    ),
  rounds: z.array(
    z.object({
      round: z.int(),
      offer: money,
      answer: z
        .enum(['accept', 'counter', 'decline', 'merchant', 'pending_merchant', 'no_round_left', 'negotiation_is_over'])
        .describe(
          '`merchant`: left to a person of the shop. The other values refuse the offer. `pending_merchant`: a person has ' +
            'to answer the previous offer first. `no_round_left`: it exceeds `rounds_max`. `negotiation_is_over`: the ' +
            'negotiation is accepted or rejected.',
        ),
      counter_offer: money.nullable(),
    }),
  ),
})

export const simulateNegotiation = operation({
  name: 'commerce.simulate_negotiation',
  method: 'post',
  path: `${storefrontRoot}/pricing-policies/simulations`,
  scope: 'write:storefront',
  summary: 'Simulate a negotiation',
  description:
    "Returns the answers of the stored pricing policy to an agent's offers. If `policy` is sent, also the answers of " +
    'that draft. Creates no negotiation, price hold or event. The answers are the same for every agent, and do not ' +
    'depend on the floor.',
  input: z.object({
    brand_id: shopId,
    ...subject,
    quantity: quantity.default(1),
    offers: z
      .array(amount)
      .min(1, 'must have at least 1 price.')
      .max(10, 'must have at most 10 prices.')
      .describe('Unit prices that the agent offers in its rounds, in the currency of the product.'),
    policy: z.object(pricingPolicyInput).optional().describe('A policy that is not stored, to compare.'),
  }),
  output: z.object({
    product_id: z.string().nullable(),
    bundle_id: z.string().nullable(),
    title: z.string(),
    list_price: money,
    quantity: z.int(),
    stored: simulation.describe('The answers of the stored policy.'),
    draft_applies: z
      .boolean()
      .nullable()
      .describe('Whether `policy` would apply to this product or bundle. Null without `policy`.'),
    draft: simulation.nullable().describe('The answers of `policy`. Null if it would not apply.'),
  }),
})

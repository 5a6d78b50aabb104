import { z } from 'zod'
import { choice } from '../choice.ts'
import { agentAnswer, amount, availability, bundleId, currency, money, quantity, verifiedAgent } from './commerce.ts'
import { integer, number } from '../number.ts'
import { productId } from '../storefront/product_card.ts'
import { text } from '../text.ts'

const string = z.string().nullable()

export const offer = z.object({
  type: choice(['unit_price', 'percent_off', 'quantity_break', 'bundle', 'free_shipping', 'add_on']).default(
    'unit_price',
  ),
  amount: amount.optional().describe('Amount per unit; for `add_on`, the amount of the add-on.'),
  amount_minor: integer(1, 100_000_000_000)
    .optional()
    .describe('The same in minor units of `currency`, such as cents. Send it instead of `amount`.'),
  currency: currency.optional().describe('Must be the currency of the product.'),
  percent: number(0, 100)
    .refine((value) => value > 0 && value < 100, { error: 'must be above 0 and below 100.' })
    .optional()
    .describe('Discount on the list price, for `percent_off`.'),
  quantity_min: quantity.optional().describe('Minimum quantity, for `quantity_break`.'),
  bundle_id: bundleId.optional(),
  add_on_product_id: productId.optional(),
})
export const message = text(1, 500).optional()

export const offerAnswer = z.object({
  id: z.string(),
  position: z.int(),
  party: z.enum(['agent', 'merchant', 'policy']),
  type: z.string(),
  terms: z.record(z.string(), z.unknown()),
  quantity: z.int(),
  unit_price: money,
  message: string,
  status: z.enum([
    'pending',
    'countered',
    'accepted',
    'declined',
    'auto_accepted',
    'auto_declined',
    'retracted',
    'expired',
  ]),
  valid_until: z.string(),
  created_at: z.string(),
})

export const negotiationStatuses = [
  'pending_merchant',
  'pending_agent',
  'accepted',
  'rejected',
  'withdrawn',
  'expired',
  'converted',
  'lapsed',
] as const

export const negotiationAnswer = z.object({
  id: z.string(),
  brand_id: z.string(),
  status: z.enum(negotiationStatuses),
  version: z.int(),
  product_id: string,
  bundle_id: string,
  title: z.string(),
  quantity: z.int(),
  availability,
  list_price: money.describe('List price when the negotiation was opened.'),
  present_list_price: money
    .nullable()
    .describe('List price now, which can differ. Null if the negotiation is closed or nothing is sold.'),
  currency: z.string(),
  round: z.int().describe('Number of offers that the agent has made.'),
  rounds_max: z.int(),
  current_offer: offerAnswer,
  offers: z.array(offerAnswer),
  outcome: z
    .object({ price: money, quantity: z.int(), hold_id: z.string(), transaction_id: string })
    .nullable()
    .describe('The agreement. The price is held as `hold_id`.'),
  resolution: string,
  next_actions: z.array(z.string()).describe('Actions that the caller may take now.'),
  agent: agentAnswer,
  verified_agent: verifiedAgent,
  expires_at: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
})

import { z } from 'zod'
import { choice } from '../choice.ts'
import { agentAnswer, amount, availability, money, verifiedAgent } from './commerce.ts'
import { text } from '../text.ts'

const string = z.string().nullable()

export const transactionStatuses = [
  'created',
  'handed_off',
  'confirmed',
  'fulfilled',
  'awaiting_confirmation',
  'disputed',
  'completed',
  'canceled',
  'expired',
] as const

const item = z.object({
  product_id: string,
  bundle_id: string,
  title: z.string(),
  quantity: z.int(),
  availability,
  unit_price: money,
  terms: z.record(z.string(), z.unknown()).describe('Agreed terms in addition to the price.'),
  hold_id: string,
})

const adjustmentTypes = [
  'refund',
  'credit',
  'return',
  'exchange',
  'price_adjustment',
  'cancellation',
  'dispute',
] as const
export const adjustment = z.object({
  type: choice(adjustmentTypes),
  status: choice(['pending', 'completed', 'failed']),
  amount: amount.optional(),
  note: text(1, 1000).optional(),
})

const paymentStates = ['reported_paid', 'reported_failed', 'reported_refunded'] as const
export const payment = z
  .object({
    state: choice(paymentStates),
    method: text(1, 100).optional(),
    reference: text(1, 200).optional(),
  })
  .describe('Payment between buyer and merchant, as reported by the merchant.')

export const transactionAnswer = z.object({
  id: z.string(),
  brand_id: z.string(),
  status: z.enum(transactionStatuses),
  version: z.int(),
  items: z.array(item),
  totals: z.array(z.object({ type: z.literal('items'), amount: money })),
  currency: z.string(),
  handoff: z
    .object({ url: z.string(), token: z.string(), expires_at: z.string(), opened_at: string })
    .describe('Link that takes the buyer to the checkout of the merchant, who takes the payment.'),
  agent: agentAnswer,
  verified_agent: verifiedAgent,
  buyer_reference: string,
  merchant_order_id: string,
  order_url: string.describe('Page of the order in the shop, as reported by the merchant.'),
  checkout_id: string.describe('UCP checkout session that created the order with a quote token.'),
  payment: z.object({
    state: z.enum(['unreported', ...paymentStates]),
    reported_by: z.literal('merchant').nullable(),
    method: string,
    reference: string,
    reported_at: string,
  }),
  confirmation_window: z.object({
    state: z.enum(['none', 'open', 'confirmed', 'disputed', 'lapsed']),
    days: z.int().nullable(),
    opened_at: string,
    closes_at: string,
    acted_at: string,
    note: string,
  }),
  dispute_id: string,
  adjustments: z.array(
    z.object({
      type: z.enum(adjustmentTypes),
      status: z.string(),
      amount: money.nullable(),
      note: string,
      reported_at: z.string(),
    }),
  ),
  completion_reason: string,
  cancellation_reason: string,
  next_actions: z.array(z.string()).describe('Actions that the caller may take now.'),
  created_at: z.string(),
  updated_at: z.string(),
})

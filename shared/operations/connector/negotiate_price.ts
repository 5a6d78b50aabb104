import { z } from 'zod'
import { operation } from '../../operation.ts'
import { choice } from '../../schema/choice.ts'
import { idempotencyKey, toolMeta, toolRoot } from '../../schema/connector.ts'
import { flag } from '../../schema/flag.ts'
import { integer, number } from '../../schema/number.ts'
import { productId, shopId } from '../../schema/product_card.ts'
import { text } from '../../schema/text.ts'

const offer = z.object({
  amount: number(0, 1e9).describe('For each piece.'),
  currency: text(3, 3).describe('ISO 4217.'),
})

export const negotiatePrice = operation({
  name: 'connector.negotiate_price',
  method: 'post',
  path: `${toolRoot}/negotiate_price`,
  scope: 'write:negotiation',
  summary: 'Negotiate a price',
  description:
    'Opens a negotiation over the price of a product, or makes the next move of one: where a shop has not enabled it, not_found. Accepting may ' +
    'end in an order at the agreed price and needs confirm: true, after a person said so. No funds are touched: payment is at the merchant’s checkout.',
  input: z.object({
    brand_id: shopId,
    product_id: productId,
    quantity: integer(1, 100_000),
    action: choice(['open', 'counter', 'accept', 'withdraw']),
    negotiation_id: text(1, 100).optional().describe('Of the answer to open; required for every other action.'),
    offer: offer.optional().describe('Required to open and to counter.'),
    idempotency_key: idempotencyKey,
    confirm: flag.optional().describe('Must be true to accept.'),
  }),
  output: z.object({
    brand_id: z.string(),
    negotiation: z.object({
      id: z.string(),
      state: z.string(),
      round: z.int(),
      counter_offer: z.object({ amount: z.number(), currency: z.string() }).nullable(),
      expires_at: z.string().nullable(),
    }),
    order_handoff_url: z.string().nullable(),
    meta: toolMeta,
  }),
})

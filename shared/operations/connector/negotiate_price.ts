import { z } from 'zod'
import { operation } from '../../operation.ts'
import { choice } from '../../schema/choice.ts'
import { availability } from '../../schema/commerce.ts'
import { idempotencyKey, toolMeta, toolRoot } from '../../schema/connector.ts'
import { flag } from '../../schema/flag.ts'
import { integer, number } from '../../schema/number.ts'
import { productId, shopId } from '../../schema/product_card.ts'
import { text } from '../../schema/text.ts'

const offer = z.object({
  amount: number(0, 1e9).describe('For each piece.'),
  currency: text(3, 3).describe('ISO 4217.'),
})

const price = z.object({ amount: z.number(), currency: z.string() })

export const negotiatePrice = operation({
  name: 'connector.negotiate_price',
  method: 'post',
  path: `${toolRoot}/negotiate_price`,
  scope: 'write:negotiation',
  isIdempotent: 'by input',
  summary: 'Negotiate a price',
  description:
    'Opens a negotiation over the price of a product with an offer, or makes the next move of one; where a shop has not enabled it, not_found. The ' +
    'shop may take an offer, counter it or end the negotiation at once; each counter must be above the offer before. Accepting, also of what the shop ' +
    'took, makes an order at that price and needs confirm: true, after a person said so. availability says whether the quantity can be ordered; an order of what ' +
    'is out of stock is refused. No funds are touched: order_handoff_url leads to the ' +
    'merchant’s own checkout.',
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
      round: z.int().describe('How many offers have been made to the shop.'),
      rounds_max: z.int(),
      quantity: z.int(),
      availability,
      list_price: price.nullable(),
      counter_offer: price.nullable().describe('What the shop asks for each piece, while it waits for an answer.'),
      agreed_price: price.nullable(),
      next_actions: z.array(z.string()),
      expires_at: z.string().nullable(),
    }),
    order_handoff_url: z.string().nullable(),
    meta: toolMeta,
  }),
})

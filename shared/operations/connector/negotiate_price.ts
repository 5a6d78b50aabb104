import { z } from 'zod'
import { contract } from '../../operation.ts'
import { choice } from '../../schema/choice.ts'
import { availability } from '../../schema/commerce/commerce.ts'
import { idempotencyKey, toolMeta } from '../../schema/connector.ts'
import { flag } from '../../schema/flag.ts'
import { integer, number } from '../../schema/number.ts'
import { productId, shopId } from '../../schema/storefront/product_card.ts'
import { text } from '../../schema/text.ts'

const offer = z.object({
  amount: number(0, 1e9).describe('Price per unit.'),
  currency: text(3, 3).describe('ISO 4217 code.'),
})

const price = z.object({ amount: z.number(), currency: z.string() })

export const negotiatePrice = contract({
  name: 'connector.negotiate_price',
  scope: 'write:negotiation',
  isPublicInConnector: true,
  isIdempotent: 'by input',
  input: z.object({
    brand_id: shopId,
    product_id: productId,
    quantity: integer(1, 100_000),
    action: choice(['open', 'counter', 'accept', 'withdraw']),
    negotiation_id: text(1, 100).optional().describe('Id returned by open. Required for every other action.'),
    offer: offer.optional().describe('Required to open and to counter.'),
    idempotency_key: idempotencyKey,
    confirm: flag.optional().describe('Must be true to accept.'),
  }),
  output: z.object({
    brand_id: z.string(),
    negotiation: z.object({
      id: z.string(),
      state: z.string(),
      round: z.int().describe('Number of offers made to the shop.'),
      rounds_max: z.int(),
      quantity: z.int(),
      availability,
      list_price: price.nullable(),
      counter_offer: price.nullable().describe('Price per unit that the shop asks, while it waits for an answer.'),
      agreed_price: price.nullable(),
      next_actions: z.array(z.string()),
      expires_at: z.string().nullable(),
    }),
    order_handoff_url: z.string().nullable(),
    meta: toolMeta,
  }),
})

import { z } from 'zod'
import { operation } from '../../operation.ts'
import { agent, idempotencyHeader, quantity, subject } from '../../schema/commerce/commerce.ts'
import { message, negotiationAnswer, offer } from '../../schema/commerce/negotiation.ts'
import { shopId, storefrontRoot } from '../../schema/storefront/product_card.ts'

export const openNegotiation = operation({
  name: 'commerce.open_negotiation',
  method: 'post',
  path: `${storefrontRoot}/negotiations`,
  scope: 'write:negotiation',
  isIdempotent: 'by header',
  status: 201,
  summary: 'Open a negotiation',
  description:
    'Opens a negotiation about a product or bundle with a first offer. A shop with a pricing policy answers ' +
    'immediately: it accepts, counters or rejects the offer. An agreed price is held as `outcome.hold_id`. Returns ' +
    '404 when the shop does not negotiate this product or bundle.',
  input: z.object({
    brand_id: shopId,
    ...subject,
    quantity: quantity.default(1),
    offer,
    message,
    agent,
    idempotency_key: idempotencyHeader,
  }),
  output: negotiationAnswer,
})

import { z } from 'zod'
import { operation } from '../../operation.ts'
import { agent, idempotencyHeader, quantity, subject } from '../../schema/commerce.ts'
import { message, negotiationAnswer, offer } from '../../schema/negotiation.ts'
import { shopId, storefrontRoot } from '../../schema/product_card.ts'

export const openNegotiation = operation({
  name: 'commerce.open_negotiation',
  method: 'post',
  path: `${storefrontRoot}/negotiations`,
  scope: 'write:negotiation',
  isIdempotent: 'by header',
  status: 201,
  summary: 'Make an offer',
  description:
    'Opens a negotiation over a product or bundle with a first offer. A shop that negotiates by rule answers at once: it accepts, counters or ' +
    'rejects. What is agreed on is held under outcome.hold_id. 404 where a shop does not negotiate it.',
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

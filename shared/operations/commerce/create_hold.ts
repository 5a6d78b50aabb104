import { z } from 'zod'
import { operation } from '../../operation.ts'
import { agent, idempotencyHeader, quantity, recordId, subject } from '../../schema/commerce.ts'
import { integer } from '../../schema/number.ts'
import { holdAnswer } from '../../schema/price_hold.ts'
import { withQuoteToken } from '../../commerce/quotes.ts'
import { shopId, storefrontRoot } from '../../schema/product_card.ts'

export const createHold = operation({
  name: 'commerce.create_hold',
  method: 'post',
  path: `${storefrontRoot}/holds`,
  scope: 'write:negotiation',
  isIdempotent: 'by header',
  status: 201,
  summary: 'Hold a price',
  description:
    'Keeps the price of today for a while, or that of an exclusive offer; with negotiation_id, answers with the hold of that agreement. One at a ' +
    'time of each product: 409 hold_exists. It reserves no stock.',
  input: z.object({
    brand_id: shopId,
    ...subject,
    quantity: quantity.default(1),
    offer_id: recordId.optional().describe('An exclusive offer, of GET /offers.'),
    negotiation_id: recordId.optional(),
    minutes: integer(1, 24 * 60).default(15),
    agent,
    idempotency_key: idempotencyHeader,
  }),
  output: holdAnswer,
  complete: withQuoteToken,
})

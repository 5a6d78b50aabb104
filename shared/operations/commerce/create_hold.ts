import { z } from 'zod'
import { operation } from '../../operation.ts'
import { agent, idempotencyHeader, quantity, recordId, subject } from '../../schema/commerce/commerce.ts'
import { integer } from '../../schema/number.ts'
import { holdAnswer } from '../../schema/commerce/price_hold.ts'
import { withQuoteToken } from '../../commerce/quotes.ts'
import { shopId, storefrontRoot } from '../../schema/storefront/product_card.ts'

export const createHold = operation({
  name: 'commerce.create_hold',
  method: 'post',
  path: `${storefrontRoot}/holds`,
  scope: 'write:negotiation',
  isIdempotent: 'by header',
  status: 201,
  summary: 'Create a price hold',
  description:
    'Holds the current price, or the price of an exclusive offer, for `minutes` minutes. With `negotiation_id`, ' +
    'returns the price hold of that agreement. An agent can have one active hold per product; a second one returns ' +
    '409 `hold_exists`. A price hold reserves no stock.',
  input: z.object({
    brand_id: shopId,
    ...subject,
    quantity: quantity.default(1),
    offer_id: recordId.optional().describe('Id of an exclusive offer from GET /offers.'),
    negotiation_id: recordId.optional(),
    minutes: integer(1, 24 * 60).default(15),
    agent,
    idempotency_key: idempotencyHeader,
  }),
  output: holdAnswer,
  complete: withQuoteToken,
})

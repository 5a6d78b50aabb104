import { z } from 'zod'
import { operation } from '../../operation.ts'
import { idempotencyHeader, recordId, version } from '../../schema/commerce/commerce.ts'
import { message, negotiationAnswer, offer } from '../../schema/commerce/negotiation.ts'
import { shopId, storefrontRoot } from '../../schema/storefront/product_card.ts'

export const makeCounterOffer = operation({
  name: 'commerce.make_counter_offer',
  method: 'post',
  path: `${storefrontRoot}/negotiations/{negotiation_id}/offers`,
  scope: 'write:negotiation',
  isIdempotent: 'by header',
  summary: 'Make a counter-offer',
  description:
    'Answers the counter-offer of the shop with a higher offer. After `rounds_max` offers, the agent can only ' +
    'accept, reject or withdraw.',
  input: z.object({
    brand_id: shopId,
    negotiation_id: recordId,
    offer,
    message,
    version,
    idempotency_key: idempotencyHeader,
  }),
  output: negotiationAnswer,
})

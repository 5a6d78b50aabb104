import { z } from 'zod'
import { operation } from '../../operation.ts'
import { idempotencyHeader, recordId, version } from '../../schema/commerce/commerce.ts'
import { negotiationAnswer } from '../../schema/commerce/negotiation.ts'
import { shopId, storefrontRoot } from '../../schema/storefront/product_card.ts'

export const acceptCounterOffer = operation({
  name: 'commerce.accept_counter_offer',
  method: 'post',
  path: `${storefrontRoot}/negotiations/{negotiation_id}/accept`,
  scope: 'write:negotiation',
  isIdempotent: 'by header',
  summary: 'Accept a counter-offer',
  description:
    'Accepts the last counter-offer of the shop and creates a price hold for the agreed price. Ask the buyer before ' +
    'you call this endpoint.',
  input: z.object({ brand_id: shopId, negotiation_id: recordId, version, idempotency_key: idempotencyHeader }),
  output: negotiationAnswer,
})

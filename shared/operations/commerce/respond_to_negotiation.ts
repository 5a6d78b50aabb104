import { z } from 'zod'
import { operation } from '../../operation.ts'
import { choice } from '../../schema/choice.ts'
import { idempotencyHeader, recordId, version } from '../../schema/commerce.ts'
import { message, negotiationAnswer, offer } from '../../schema/negotiation.ts'
import { shopId, storefrontRoot } from '../../schema/product_card.ts'

export const respondToNegotiation = operation({
  name: 'commerce.respond_to_negotiation',
  method: 'post',
  path: `${storefrontRoot}/negotiations/{negotiation_id}/respond`,
  scope: 'write:storefront',
  isIdempotent: 'by header',
  summary: 'Answer an offer',
  description:
    'The shop’s people accept, counter or decline what waits for them. Never below the floor of the pricing policy.',
  input: z.object({
    brand_id: shopId,
    negotiation_id: recordId,
    action: choice(['accept', 'counter', 'decline']),
    offer: offer.optional().describe('Goes with action=counter.'),
    message,
    version,
    idempotency_key: idempotencyHeader,
  }),
  output: negotiationAnswer,
})

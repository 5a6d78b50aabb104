import { z } from 'zod'
import { operation } from '../../operation.ts'
import { choice } from '../../schema/choice.ts'
import { idempotencyHeader, recordId, version } from '../../schema/commerce/commerce.ts'
import { message, negotiationAnswer, offer } from '../../schema/commerce/negotiation.ts'
import { shopId, storefrontRoot } from '../../schema/storefront/product_card.ts'

export const respondToNegotiation = operation({
  name: 'commerce.respond_to_negotiation',
  method: 'post',
  path: `${storefrontRoot}/negotiations/{negotiation_id}/respond`,
  scope: 'write:storefront',
  isIdempotent: 'by header',
  summary: 'Respond to an offer',
  description:
    'Accepts, counters or declines an offer of an agent on behalf of the shop. A price below the floor of the ' +
    'pricing policy is refused.',
  input: z.object({
    brand_id: shopId,
    negotiation_id: recordId,
    action: choice(['accept', 'counter', 'decline']),
    offer: offer.optional().describe('Required for `action=counter`.'),
    message,
    version,
    idempotency_key: idempotencyHeader,
  }),
  output: negotiationAnswer,
})

import { z } from 'zod'
import { operation } from '../../operation.ts'
import { idempotencyHeader, recordId, version } from '../../schema/commerce/commerce.ts'
import { negotiationAnswer } from '../../schema/commerce/negotiation.ts'
import { shopId, storefrontRoot } from '../../schema/storefront/product_card.ts'

export const rejectCounterOffer = operation({
  name: 'commerce.reject_counter_offer',
  method: 'post',
  path: `${storefrontRoot}/negotiations/{negotiation_id}/reject`,
  scope: 'write:negotiation',
  isIdempotent: 'by header',
  summary: 'Reject a counter-offer',
  description: 'Rejects the counter-offer of the shop. The negotiation ends without an agreement.',
  input: z.object({ brand_id: shopId, negotiation_id: recordId, version, idempotency_key: idempotencyHeader }),
  output: negotiationAnswer,
})

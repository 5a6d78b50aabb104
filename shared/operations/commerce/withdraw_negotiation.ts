import { z } from 'zod'
import { operation } from '../../operation.ts'
import { idempotencyHeader, recordId, version } from '../../schema/commerce/commerce.ts'
import { negotiationAnswer } from '../../schema/commerce/negotiation.ts'
import { shopId, storefrontRoot } from '../../schema/storefront/product_card.ts'

export const withdrawNegotiation = operation({
  name: 'commerce.withdraw_negotiation',
  method: 'post',
  path: `${storefrontRoot}/negotiations/{negotiation_id}/withdraw`,
  scope: 'write:negotiation',
  isIdempotent: 'by header',
  summary: 'Withdraw a negotiation',
  description: 'Withdraws the offer of the agent and ends the negotiation, also while the shop has not answered.',
  input: z.object({ brand_id: shopId, negotiation_id: recordId, version, idempotency_key: idempotencyHeader }),
  output: negotiationAnswer,
})

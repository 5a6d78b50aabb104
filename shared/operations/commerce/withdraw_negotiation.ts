import { z } from 'zod'
import { operation } from '../../operation.ts'
import { idempotencyHeader, recordId, version } from '../../schema/commerce.ts'
import { negotiationAnswer } from '../../schema/negotiation.ts'
import { shopId, storefrontRoot } from '../../schema/product_card.ts'

export const withdrawNegotiation = operation({
  name: 'commerce.withdraw_negotiation',
  method: 'post',
  path: `${storefrontRoot}/negotiations/{negotiation_id}/withdraw`,
  scope: 'write:negotiation',
  isIdempotent: 'by header',
  summary: 'Withdraw',
  description: 'The agent takes back its offer, whoever’s turn it is.',
  input: z.object({ brand_id: shopId, negotiation_id: recordId, version, idempotency_key: idempotencyHeader }),
  output: negotiationAnswer,
})

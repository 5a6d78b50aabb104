import { z } from 'zod'
import { operation } from '../../operation.ts'
import { recordId } from '../../schema/commerce.ts'
import { negotiationAnswer } from '../../schema/negotiation.ts'
import { shopId, storefrontRoot } from '../../schema/product_card.ts'

export const negotiation = operation({
  name: 'commerce.negotiation',
  method: 'get',
  path: `${storefrontRoot}/negotiations/{negotiation_id}`,
  scope: 'write:negotiation',
  summary: 'One negotiation',
  description:
    'With all of its offers and what the caller may do next. For its agent and for the shop; 404 for everybody else.',
  input: z.object({ brand_id: shopId, negotiation_id: recordId }),
  output: negotiationAnswer,
})

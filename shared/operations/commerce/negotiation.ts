import { z } from 'zod'
import { operation } from '../../operation.ts'
import { recordId } from '../../schema/commerce/commerce.ts'
import { negotiationAnswer } from '../../schema/commerce/negotiation.ts'
import { shopId, storefrontRoot } from '../../schema/storefront/product_card.ts'

export const negotiation = operation({
  name: 'commerce.negotiation',
  method: 'get',
  path: `${storefrontRoot}/negotiations/{negotiation_id}`,
  scope: 'write:negotiation',
  summary: 'Get a negotiation',
  description:
    'Returns a negotiation with all offers and the next actions of the caller. Only its agent and the shop can read ' +
    'it; other callers get 404.',
  input: z.object({ brand_id: shopId, negotiation_id: recordId }),
  output: negotiationAnswer,
})

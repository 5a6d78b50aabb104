import { z } from 'zod'
import { operation } from '../../operation.ts'
import { choice } from '../../schema/choice.ts'
import { page, pagination } from '../../schema/commerce/commerce.ts'
import { negotiationAnswer, negotiationStatuses } from '../../schema/commerce/negotiation.ts'
import { shopId, storefrontRoot } from '../../schema/storefront/product_card.ts'

export const negotiations = operation({
  name: 'commerce.negotiations',
  method: 'get',
  path: `${storefrontRoot}/negotiations`,
  scope: 'write:negotiation',
  summary: 'List negotiations',
  description:
    'Returns negotiations, newest first. An agent sees its own negotiations; the shop sees all. ' +
    '`status=pending_merchant` selects the negotiations that wait for an answer of the shop.',
  input: z.object({ brand_id: shopId, status: choice(negotiationStatuses).optional(), ...page }),
  output: z.object({ negotiations: z.array(negotiationAnswer), pagination }),
})

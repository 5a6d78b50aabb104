import { z } from 'zod'
import { operation } from '../../operation.ts'
import { choice } from '../../schema/choice.ts'
import { page, pagination } from '../../schema/commerce/commerce.ts'
import { negotiationAnswer, negotiationStatuses } from '../../schema/commerce/negotiation.ts'
import { shopId } from '../../schema/storefront/product_card.ts'

export const shopNegotiations = operation({
  name: 'commerce.shop_negotiations',
  method: 'get',
  path: '/console/brands/{brand_id}/negotiations',
  scope: 'console',
  summary: 'List negotiations of a shop',
  description: 'Returns the negotiations of a shop for its members, newest first. The API has GET /negotiations.',
  input: z.object({ brand_id: shopId, status: choice(negotiationStatuses).optional(), ...page }),
  output: z.object({ negotiations: z.array(negotiationAnswer), pagination }),
})

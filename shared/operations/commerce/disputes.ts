import { z } from 'zod'
import { operation } from '../../operation.ts'
import { choice } from '../../schema/choice.ts'
import { page, pagination } from '../../schema/commerce/commerce.ts'
import { disputeAnswer, disputeStatuses } from '../../schema/commerce/dispute.ts'
import { shopId, storefrontRoot } from '../../schema/storefront/product_card.ts'

export const disputes = operation({
  name: 'commerce.disputes',
  method: 'get',
  path: `${storefrontRoot}/disputes`,
  scope: 'write:negotiation',
  summary: 'List disputes',
  description:
    'Returns disputes with the statements of both parties, newest first. An agent sees the disputes of its own orders; the ' +
    'shop sees all. `status=open` selects those that wait for a statement of the shop.',
  input: z.object({ brand_id: shopId, status: choice(disputeStatuses).optional(), ...page }),
  output: z.object({ disputes: z.array(disputeAnswer), pagination }),
})

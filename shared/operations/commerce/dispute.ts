import { z } from 'zod'
import { operation } from '../../operation.ts'
import { recordId } from '../../schema/commerce/commerce.ts'
import { disputeAnswer } from '../../schema/commerce/dispute.ts'
import { shopId, storefrontRoot } from '../../schema/storefront/product_card.ts'

export const dispute = operation({
  name: 'commerce.dispute',
  method: 'get',
  path: `${storefrontRoot}/disputes/{dispute_id}`,
  scope: 'write:negotiation',
  summary: 'Get a dispute',
  description:
    'Returns a dispute with the statements of both parties. Only the agent of the order and the shop can read it; ' +
    'other callers get 404.',
  input: z.object({ brand_id: shopId, dispute_id: recordId }),
  output: disputeAnswer,
})

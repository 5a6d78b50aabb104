import { z } from 'zod'
import { operation } from '../../operation.ts'
import { recordId } from '../../schema/commerce.ts'
import { disputeAnswer } from '../../schema/dispute.ts'
import { shopId, storefrontRoot } from '../../schema/product_card.ts'

export const dispute = operation({
  name: 'commerce.dispute',
  method: 'get',
  path: `${storefrontRoot}/disputes/{dispute_id}`,
  scope: 'write:negotiation',
  summary: 'One dispute',
  description: 'With what either side said. For the agent of the order and for the shop; 404 for everybody else.',
  input: z.object({ brand_id: shopId, dispute_id: recordId }),
  output: disputeAnswer,
})

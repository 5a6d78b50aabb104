import { z } from 'zod'
import { operation } from '../../operation.ts'
import { choice } from '../../schema/choice.ts'
import { idempotencyHeader, recordId, version } from '../../schema/commerce/commerce.ts'
import { disputeAnswer } from '../../schema/commerce/dispute.ts'
import { shopId, storefrontRoot } from '../../schema/storefront/product_card.ts'

export const closeDispute = operation({
  name: 'commerce.close_dispute',
  method: 'post',
  path: `${storefrontRoot}/disputes/{dispute_id}/close`,
  scope: 'write:negotiation',
  isIdempotent: 'by header',
  summary: 'Close a dispute',
  description: 'The agent that opened the dispute reports how it ended and the final status of the order.',
  input: z.object({
    brand_id: shopId,
    dispute_id: recordId,
    action: choice(['resolve', 'withdraw']).describe(
      '`resolve`: the parties reached an agreement. `withdraw`: the complaint is withdrawn and the order remains valid.',
    ),
    transaction: choice(['completed', 'canceled']).default('completed').describe('Final status of the order.'),
    version,
    idempotency_key: idempotencyHeader,
  }),
  output: disputeAnswer,
})

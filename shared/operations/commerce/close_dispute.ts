import { z } from 'zod'
import { operation } from '../../operation.ts'
import { choice } from '../../schema/choice.ts'
import { idempotencyHeader, recordId, version } from '../../schema/commerce.ts'
import { disputeAnswer } from '../../schema/dispute.ts'
import { shopId, storefrontRoot } from '../../schema/product_card.ts'

export const closeDispute = operation({
  name: 'commerce.close_dispute',
  method: 'post',
  path: `${storefrontRoot}/disputes/{dispute_id}/close`,
  scope: 'write:negotiation',
  isIdempotent: 'by header',
  summary: 'Close a dispute',
  description: 'The buyer’s side, which opened it, reports how it ended, and whether the order stands.',
  input: z.object({
    brand_id: shopId,
    dispute_id: recordId,
    action: choice(['resolve', 'withdraw']).describe(
      'resolve: the parties came to terms; withdraw: it was not so, and the order stands.',
    ),
    transaction: choice(['completed', 'cancelled'])
      .default('completed')
      .describe('What the parties made of the order.'),
    version,
    idempotency_key: idempotencyHeader,
  }),
  output: disputeAnswer,
})

import { z } from 'zod'
import { operation } from '../../operation.ts'
import { recordId } from '../../schema/commerce.ts'
import { shopId, storefrontRoot } from '../../schema/product_card.ts'

export const revokeFeedback = operation({
  name: 'commerce.revoke_feedback',
  method: 'delete',
  path: `${storefrontRoot}/feedback/{feedback_id}`,
  scope: 'write:negotiation',
  summary: 'Take feedback back',
  description: 'By the key that gave it.',
  input: z.object({ brand_id: shopId, feedback_id: recordId }),
  output: z.object({ feedback_id: z.string(), status: z.literal('revoked') }),
})

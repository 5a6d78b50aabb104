import { z } from 'zod'
import { operation } from '../../operation.ts'
import { recordId } from '../../schema/commerce/commerce.ts'
import { shopId, storefrontRoot } from '../../schema/storefront/product_card.ts'

export const revokeFeedback = operation({
  name: 'commerce.revoke_feedback',
  method: 'delete',
  path: `${storefrontRoot}/feedback/{feedback_id}`,
  scope: 'write:negotiation',
  summary: 'Revoke feedback',
  description: 'Revokes feedback. Only the key that gave the feedback can revoke it.',
  input: z.object({ brand_id: shopId, feedback_id: recordId }),
  output: z.object({ feedback_id: z.string(), status: z.literal('revoked') }),
})

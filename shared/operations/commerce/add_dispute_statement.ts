import { z } from 'zod'
import { operation } from '../../operation.ts'
import { evidenceUrls, idempotencyHeader, recordId, version } from '../../schema/commerce/commerce.ts'
import { disputeAnswer } from '../../schema/commerce/dispute.ts'
import { shopId, storefrontRoot } from '../../schema/storefront/product_card.ts'
import { text } from '../../schema/text.ts'

export const addDisputeStatement = operation({
  name: 'commerce.add_dispute_statement',
  method: 'post',
  path: `${storefrontRoot}/disputes/{dispute_id}/statements`,
  scope: 'write:negotiation',
  isIdempotent: 'by header',
  summary: 'Add a dispute statement',
  description: 'Adds a statement of the agent or the shop to a dispute. Earlier statements cannot be changed.',
  input: z.object({
    brand_id: shopId,
    dispute_id: recordId,
    statement: text(1, 4000),
    evidence_urls: evidenceUrls,
    version,
    idempotency_key: idempotencyHeader,
  }),
  output: disputeAnswer,
})

import { z } from 'zod'
import { operation } from '../../operation.ts'
import { choice } from '../../schema/choice.ts'
import { evidenceUrls, idempotencyHeader, recordId } from '../../schema/commerce/commerce.ts'
import { disputeAnswer, reasonCodes } from '../../schema/commerce/dispute.ts'
import { shopId, storefrontRoot } from '../../schema/storefront/product_card.ts'
import { text } from '../../schema/text.ts'
import { transactionAnswer } from '../../schema/commerce/transaction.ts'

/** Specification, Endpoints: the confirmation window of a transaction. */
export const openDispute = operation({
  name: 'commerce.open_dispute',
  method: 'post',
  path: `${storefrontRoot}/transactions/{transaction_id}/confirmation-window/dispute`,
  scope: 'write:negotiation',
  isIdempotent: 'by header',
  summary: 'Open a dispute',
  description:
    'Opens a dispute about an order within its confirmation window. The dispute is recorded for both parties. ' +
    'Vitrine does not decide disputes. The same request again returns the same dispute. A different one returns 409 ' +
    '`confirmation_window_closed` with `dispute_id` and `dispute_status`; add a statement to that dispute instead.',
  input: z.object({
    brand_id: shopId,
    transaction_id: recordId,
    reason_code: choice(reasonCodes),
    description: text(1, 4000),
    evidence_urls: evidenceUrls,
    idempotency_key: idempotencyHeader,
  }),
  output: z.object({ transaction: transactionAnswer, dispute: disputeAnswer }),
})

import { z } from 'zod'
import { operation } from '../../operation.ts'
import { idempotencyHeader, recordId } from '../../schema/commerce.ts'
import { shopId, storefrontRoot } from '../../schema/product_card.ts'
import { text } from '../../schema/text.ts'
import { transactionAnswer } from '../../schema/transaction.ts'

/** Specification, Endpoints: the confirmation window of a transaction. */
export const confirmTransaction = operation({
  name: 'commerce.confirm_transaction',
  method: 'post',
  path: `${storefrontRoot}/transactions/{transaction_id}/confirmation-window/confirm`,
  scope: 'write:negotiation',
  isIdempotent: 'by header',
  summary: 'Confirm an order',
  description: 'The buyer has what was ordered, and the order is complete. Saying it again changes nothing.',
  input: z.object({
    brand_id: shopId,
    transaction_id: recordId,
    note: text(1, 1000).optional(),
    idempotency_key: idempotencyHeader,
  }),
  output: transactionAnswer,
})

import { z } from 'zod'
import { operation } from '../../operation.ts'
import { idempotencyHeader, recordId } from '../../schema/commerce/commerce.ts'
import { shopId, storefrontRoot } from '../../schema/storefront/product_card.ts'
import { text } from '../../schema/text.ts'
import { transactionAnswer } from '../../schema/commerce/transaction.ts'

/** Specification, Endpoints: the confirmation window of a transaction. */
export const confirmTransaction = operation({
  name: 'commerce.confirm_transaction',
  method: 'post',
  path: `${storefrontRoot}/transactions/{transaction_id}/confirmation-window/confirm`,
  scope: 'write:negotiation',
  isIdempotent: 'by header',
  summary: 'Confirm receipt of an order',
  description:
    'Confirms within the confirmation window that the buyer received the order. The order becomes `completed`. ' +
    'A repeated call with the same `note` or none returns the same response; another `note` is 409 ' +
    '`confirmation_window_closed`.',
  input: z.object({
    brand_id: shopId,
    transaction_id: recordId,
    note: text(1, 1000).optional(),
    idempotency_key: idempotencyHeader,
  }),
  output: transactionAnswer,
})

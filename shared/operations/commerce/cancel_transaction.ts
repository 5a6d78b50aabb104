import { z } from 'zod'
import { operation } from '../../operation.ts'
import { idempotencyHeader, recordId, version } from '../../schema/commerce/commerce.ts'
import { shopId, storefrontRoot } from '../../schema/storefront/product_card.ts'
import { text } from '../../schema/text.ts'
import { transactionAnswer } from '../../schema/commerce/transaction.ts'

export const cancelTransaction = operation({
  name: 'commerce.cancel_transaction',
  method: 'post',
  path: `${storefrontRoot}/transactions/{transaction_id}/cancel`,
  scope: 'write:negotiation',
  isIdempotent: 'by header',
  summary: 'Cancel an order',
  description:
    'Cancels an order. Only the agent that created the order can cancel it, and only before it is fulfilled. The ' +
    'buyer and the merchant settle a payment between themselves.',
  input: z.object({
    brand_id: shopId,
    transaction_id: recordId,
    reason: text(1, 500),
    version,
    idempotency_key: idempotencyHeader,
  }),
  output: transactionAnswer,
})

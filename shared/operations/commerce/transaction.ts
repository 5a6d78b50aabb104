import { z } from 'zod'
import { operation } from '../../operation.ts'
import { recordId } from '../../schema/commerce/commerce.ts'
import { shopId, storefrontRoot } from '../../schema/storefront/product_card.ts'
import { transactionAnswer } from '../../schema/commerce/transaction.ts'

export const transaction = operation({
  name: 'commerce.transaction',
  method: 'get',
  path: `${storefrontRoot}/transactions/{transaction_id}`,
  scope: 'write:negotiation',
  summary: 'Get an order',
  description:
    'Returns an order with the reports of both parties. Only its agent and the shop can read it; other callers get ' +
    '404.',
  input: z.object({ brand_id: shopId, transaction_id: recordId }),
  output: transactionAnswer,
})

import { z } from 'zod'
import { operation } from '../../operation.ts'
import { recordId } from '../../schema/commerce.ts'
import { shopId, storefrontRoot } from '../../schema/product_card.ts'
import { transactionAnswer } from '../../schema/transaction.ts'

export const transaction = operation({
  name: 'commerce.transaction',
  method: 'get',
  path: `${storefrontRoot}/transactions/{transaction_id}`,
  scope: 'write:negotiation',
  summary: 'One order',
  description: 'As both sides report it. For its agent and for the shop; 404 for everybody else.',
  input: z.object({ brand_id: shopId, transaction_id: recordId }),
  output: transactionAnswer,
})

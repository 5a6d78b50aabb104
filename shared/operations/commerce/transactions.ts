import { z } from 'zod'
import { operation } from '../../operation.ts'
import { choice } from '../../schema/choice.ts'
import { page, pagination } from '../../schema/commerce/commerce.ts'
import { shopId, storefrontRoot } from '../../schema/storefront/product_card.ts'
import { transactionAnswer, transactionStatuses } from '../../schema/commerce/transaction.ts'

export const transactions = operation({
  name: 'commerce.transactions',
  method: 'get',
  path: `${storefrontRoot}/transactions`,
  scope: 'write:negotiation',
  summary: 'List orders',
  description: 'Returns orders, newest first. An agent sees its own orders; the shop sees all.',
  input: z.object({ brand_id: shopId, status: choice(transactionStatuses).optional(), ...page }),
  output: z.object({ transactions: z.array(transactionAnswer), pagination }),
})

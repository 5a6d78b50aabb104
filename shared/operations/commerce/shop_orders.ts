import { z } from 'zod'
import { operation } from '../../operation.ts'
import { choice } from '../../schema/choice.ts'
import { money, page, pagination, recordId } from '../../schema/commerce/commerce.ts'
import { disputeAnswer } from '../../schema/commerce/dispute.ts'
import { transactionAnswer, transactionStatuses } from '../../schema/commerce/transaction.ts'
import { shopId } from '../../schema/storefront/product_card.ts'

/** An option of a variant: {name: 'color', label: 'red'}. */
const option = z.object({ name: z.string(), label: z.string() })

export const shopOrders = operation({
  name: 'commerce.shop_orders',
  method: 'get',
  path: '/console/brands/{brand_id}/orders',
  scope: 'console',
  summary: 'List orders of a shop',
  description:
    'Returns the orders of a shop with their disputes for its members, newest first, and the price holds that end first. The API has ' +
    'GET /transactions, GET /disputes/{dispute_id} and GET /holds/{hold_id}.',
  input: z.object({
    brand_id: shopId,
    status: choice(transactionStatuses).optional(),
    transaction_id: recordId.optional(),
    ...page,
  }),
  output: z.object({
    // Only the buyer follows the link of the handoff.
    orders: z.array(
      transactionAnswer.omit({ handoff: true, items: true }).extend({
        items: z.array(transactionAnswer.shape.items.element.extend({ options: z.array(option) })),
        dispute: disputeAnswer.nullable(),
      }),
    ),
    pagination,
    holds: z.array(
      z.object({
        id: z.string(),
        title: z.string(),
        quantity: z.int(),
        unit_price: money,
        source: z.string(),
        expires_at: z.string(),
      }),
    ),
    holds_total: z.int(),
  }),
})

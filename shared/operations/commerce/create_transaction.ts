import { z } from 'zod'
import { operation } from '../../operation.ts'
import { agent, bundleId, idempotencyHeader, quantity, recordId } from '../../schema/commerce.ts'
import { integer } from '../../schema/number.ts'
import { productId, shopId, storefrontRoot } from '../../schema/product_card.ts'
import { text } from '../../schema/text.ts'
import { transactionAnswer } from '../../schema/transaction.ts'

const item = z.union(
  [
    z.strictObject({ hold_id: recordId }),
    z.strictObject({ product_id: productId, quantity: quantity.default(1) }),
    z.strictObject({ bundle_id: bundleId, quantity: quantity.default(1) }),
  ],
  'must be {hold_id}, {product_id, quantity} or {bundle_id, quantity}.',
)

export const createTransaction = operation({
  name: 'commerce.create_transaction',
  method: 'post',
  path: `${storefrontRoot}/transactions`,
  scope: 'write:negotiation',
  isIdempotent: 'by header',
  status: 201,
  summary: 'Make an order',
  description:
    'Of held prices, or of products at their price now. handoff.url takes the buyer to the merchant, who alone takes payment: nothing is paid ' +
    'here. An order counts against the stock that the shop last reported, until it is cancelled, expires or the shop reports its stock again: ' +
    'what exceeds the rest is 409 out_of_stock.',
  input: z.object({
    brand_id: shopId,
    items: z.array(item).min(1, 'must have at least one item.').max(20, 'must have at most 20 items.'),
    agent,
    buyer_reference: text(1, 200).optional().describe('Whatever the agent knows its buyer by; not a name.'),
    confirmation_window_days: integer(1, 30)
      .optional()
      .describe('Asks for a confirmation window after delivery; 7 is usual.'),
    idempotency_key: idempotencyHeader,
  }),
  output: transactionAnswer,
})

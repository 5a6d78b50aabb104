import { z } from 'zod'
import { operation } from '../../operation.ts'
import { agent, bundleId, idempotencyHeader, quantity, recordId } from '../../schema/commerce/commerce.ts'
import { integer } from '../../schema/number.ts'
import { productId, shopId, storefrontRoot } from '../../schema/storefront/product_card.ts'
import { text } from '../../schema/text.ts'
import { transactionAnswer } from '../../schema/commerce/transaction.ts'

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
  summary: 'Create an order',
  description:
    'Creates an order from price holds, or from products at their current price. `handoff.url` takes the buyer to ' +
    'the checkout of the merchant, who takes the payment; this API handles no payment. An order reduces the ' +
    'available stock until it is canceled or expires, or until the shop reports its stock again. A quantity above ' +
    'the available stock returns 409 `out_of_stock`.',
  input: z.object({
    brand_id: shopId,
    items: z.array(item).min(1, 'must have at least one item.').max(20, 'must have at most 20 items.'),
    agent,
    buyer_reference: text(1, 200)
      .optional()
      .describe('An identifier of the buyer that the agent chooses. Do not send a name.'),
    confirmation_window_days: integer(1, 30)
      .optional()
      .describe('Requests a confirmation window after delivery, in days. 7 is common.'),
    idempotency_key: idempotencyHeader,
  }),
  output: transactionAnswer,
})

import { z } from 'zod'
import { operation } from '../../operation.ts'
import { choice } from '../../schema/choice.ts'
import { idempotencyHeader, recordId, version, webAddress } from '../../schema/commerce/commerce.ts'
import { shopId, storefrontRoot } from '../../schema/storefront/product_card.ts'
import { text } from '../../schema/text.ts'
import { adjustment, payment, transactionAnswer } from '../../schema/commerce/transaction.ts'

export const reportTransaction = operation({
  name: 'commerce.report_transaction',
  method: 'post',
  path: `${storefrontRoot}/transactions/{transaction_id}/report`,
  scope: 'write:storefront',
  isIdempotent: 'by header',
  summary: 'Report order status',
  description:
    'Reports the progress of an order as the merchant: acknowledge, confirm, fulfill or cancel it. Can also record ' +
    'the payment between buyer and merchant, and adjustments such as a refund.',
  input: z.object({
    brand_id: shopId,
    transaction_id: recordId,
    action: choice(['acknowledge', 'confirm', 'fulfill', 'cancel']).optional(),
    merchant_order_id: text(1, 200).optional().describe('Order number in the shop. Required to confirm.'),
    order_url: webAddress.optional().describe('Page of the order in the shop. Agents get it as `permalink_url`.'),
    reason: text(1, 500).optional().describe('Required to cancel.'),
    payment: payment.optional(),
    adjustment: adjustment.optional(),
    version,
    idempotency_key: idempotencyHeader,
  }),
  output: transactionAnswer,
})

import type { ApiError } from '../../../shared/errors/api_error.ts'
import { transaction } from '../../../shared/operations/commerce/transaction.ts'
import { storefrontRoot } from '../../../shared/schema/storefront/product_card.ts'
import { ucpOrder } from '../../../shared/schema/storefront/ucp_order.ts'
import { reportedOrder } from '../../../shared/storefront/ucp_order.ts'
import type { UcpCall } from './ucp_call.ts'

type Row = Record<string, unknown>
/** Universal Commerce Protocol, Get Order: an order of the agent by the reports of the merchant. */
export const getOrder: UcpCall = {
  operation: {
    ...transaction,
    path: `${storefrontRoot}/orders/{transaction_id}`,
    ignoresUnknown: 'all',
    description:
      'Returns an order as the merchant has reported it: number, page, fulfillment, adjustments. Only the credential that created the order can read it.',
    output: ucpOrder,
    complete: (answer) => (answer.merchant_order_id === null ? unreported(answer) : reportedOrder(answer)),
  },
  capability: 'dev.ucp.shopping.order',
  tool: 'get_order',
  title: 'Get an order',
  failed: orderFailure,
}

const error = (code: string, content: string): Row => ({
  ucp: { status: 'error' },
  messages: [{ type: 'error', code, content, severity: 'unrecoverable' }],
})

/** Returns the response for an order that the caller cannot read (Order Capability, Error Responses). Null for other errors. */
function orderFailure({ code, message }: ApiError): Row | null {
  if (code === 'not_found') return error('not_found', 'There is no such order of this credential.')
  return code === 'forbidden' ? error('unauthorized', message) : null
}

/** An order exists for the protocol after the merchant has confirmed it. */
function unreported({ status }: Row): Row {
  return error(
    'order_not_reported',
    status === 'canceled' || status === 'expired'
      ? `The order was ${status as string} before the merchant confirmed it.`
      : 'The merchant has not confirmed the order yet. Read it again later.',
  )
}

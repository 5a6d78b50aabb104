import type { ApiError } from '../../../shared/errors/api_error.ts'
import { ucpOrder } from '../../../shared/operations/storefront/ucp_order.ts'
import type { UcpCall } from './ucp_call.ts'

type Row = Record<string, unknown>

/** Universal Commerce Protocol, Get Order: an order of the agent by the reports of the merchant. */
export const getOrder: UcpCall = {
  operation: ucpOrder,
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

import type { ApiError } from '../../../shared/errors/api_error.ts'
import type { Operation } from '../../../shared/operation.ts'

export const catalogSearch = 'dev.ucp.shopping.catalog.search'
export const catalogLookup = 'dev.ucp.shopping.catalog.lookup'
export const cartCapability = 'dev.ucp.shopping.cart'
export const checkoutCapability = 'dev.ucp.shopping.checkout'

/** An operation of the protocol with its capability and, for MCP, its tool and the argument that has its input. */
export interface UcpCall {
  operation: Operation
  capability:
    | typeof catalogSearch
    | typeof catalogLookup
    | typeof cartCapability
    | typeof checkoutCapability
    | 'dev.ucp.shopping.order'
    | 'negotiation'
  tool: string
  title: string
  payload?: 'catalog' | 'cart' | 'checkout' | 'negotiation'
  /** Whether MCP requires an idempotency key. */
  needsKey?: true
  /** Returns the response for an error that is a business outcome of the protocol, else null. */
  failed?: (error: ApiError) => Record<string, unknown> | null
}

/** Returns the name of the input that MCP calls `id`, or undefined. */
export function idOf({ operation }: UcpCall): string | undefined {
  return /\{(?!brand_id)(\w+)\}/.exec(operation.path)?.[1]
}

/** Whether a call only reads. Requests of the catalog are POST. */
export function isRead({ operation, capability }: UcpCall): boolean {
  return operation.method === 'get' || capability === catalogSearch || capability === catalogLookup
}

/** Returns whether a call is one of a cart or a checkout session, and whether it changes it. */
export function sessionUse(called: UcpCall): { isSession: boolean; isChange: boolean } {
  const isSession = called.capability === cartCapability || called.capability === checkoutCapability
  return { isSession, isChange: isSession && !isRead(called) }
}

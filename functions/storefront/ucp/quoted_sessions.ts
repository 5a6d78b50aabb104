import { ApiError } from '../../../shared/errors/api_error.ts'
import { isRecord } from '../../../shared/http/input/unknown_members.ts'
import type { Operation } from '../../../shared/operation.ts'
import { ucpCreateQuotedCheckout } from '../../../shared/operations/storefront/ucp_create_quoted_checkout.ts'
import { ucpQuoteTokens } from '../../../shared/schema/storefront/ucp_negotiation.ts'
import type { AgreedCapabilities } from './capability_negotiation.ts'
import { countRequest } from './request.ts'
import type { UcpRequest } from './request.ts'

type Row = Record<string, unknown>

const creates = 'storefront.ucp_create_checkout'

function invalid(message: string): ApiError {
  return new ApiError('invalid_request', message, { fields: [{ path: 'negotiation.quote_tokens', message }] })
}

/**
 * Returns the operation that a request runs: the one that creates a session at quoted prices, if a request to create a session
 * has quote tokens. A token that is not verified has no claims, so that the database refuses it. Throws an ApiError for tokens
 * that would have no effect, and counts the request.
 */
export async function quotedCall(
  operation: Operation,
  { extension, orderWebhook }: AgreedCapabilities,
  request: UcpRequest,
  body: unknown,
): Promise<Operation> {
  const member = isRecord(body) ? body.negotiation : undefined
  if (![creates, 'storefront.ucp_update_checkout'].includes(operation.name) || !isRecord(member)) return operation
  if (member.quote_tokens === undefined) return operation
  const parsed = ucpQuoteTokens.safeParse(member)
  const fault = !parsed.success
    ? '`negotiation.quote_tokens` must be a list of 1 to 50 tokens.'
    : operation.name !== creates
      ? '`negotiation.quote_tokens` is only for a new checkout session. Create one.'
      : extension === null
        ? '`negotiation.quote_tokens` needs the negotiation extension in the profiles of platform and business.'
        : (body as Row).cart_id !== undefined
          ? '`negotiation.quote_tokens` cannot be combined with `cart_id`. Send the items of the cart as `line_items`.'
          : null
  if (fault !== null || !parsed.data) {
    // No operation follows, which would count the request.
    await countRequest(request)
    throw invalid(fault as string)
  }
  const { name, scope } = ucpCreateQuotedCheckout
  const { quotes } = request.options.operationServices ?? {}
  const brandId = request.context.req.param('brand_id') as string
  const claims = parsed.data.quote_tokens.map((token) => quotes?.verify(token, brandId) ?? {})
  return {
    ...operation,
    name,
    scope,
    isPublic: false,
    adapt: (input) => ({ ...operation.adapt?.(input), quotes: claims, order_webhook: orderWebhook }),
  }
}

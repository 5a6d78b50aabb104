import type { ApiError, ErrorCode } from '../../../shared/errors/api_error.ts'
import { inWordsOf } from '../../../shared/errors/refusal.ts'
import type { Tool } from '../../../shared/tools/tool.ts'
import type { McpExchange } from '../mcp_exchange.ts'
import { argumentFix } from './argument_fix.ts'
import { agentAudience } from './audience.ts'

type ToolErrorCode =
  | 'data_not_ready'
  | 'invalid_request'
  | 'brand_required'
  | 'brand_not_granted'
  | 'insufficient_scope'
  | 'rate_limited'
  | 'not_found'
  | 'not_allowed'
  | 'idempotency_conflict'
  | 'idempotency_in_flight'
  | 'invalid_transition'
  | 'out_of_stock'
  | 'service_unavailable'
  | 'internal_error'

export interface ToolError {
  code: ToolErrorCode
  message: string
  /** What the agent can do about it. */
  fix: string
  retry_after?: number
}

const waits = 'Wait for the seconds in retry_after, then call again.'

const toolErrors: Partial<Record<ErrorCode, Pick<ToolError, 'code' | 'fix'>>> = {
  data_not_ready: {
    code: 'data_not_ready',
    fix: 'Report to the person which data is missing. Do not treat missing data as zero.',
  },
  forbidden: { code: 'not_allowed', fix: 'Only the connection that created it can use it. Use that connection.' },
  not_found: { code: 'not_found', fix: 'Use an id from a response of this service.' },
  idempotency_conflict: {
    code: 'idempotency_conflict',
    fix: 'Repeat the original request unchanged, or use a new idempotency_key.',
  },
  idempotency_in_flight: { code: 'idempotency_in_flight', fix: waits },
  invalid_transition: { code: 'invalid_transition', fix: 'Choose one of the actions that the message lists.' },
  out_of_stock: {
    code: 'out_of_stock',
    fix: 'Report to the person that the product cannot be ordered now. search_catalog with in_stock finds alternatives.',
  },
  rate_limited: { code: 'rate_limited', fix: waits },
  service_unavailable: { code: 'service_unavailable', fix: waits },
}

/** Returns the error as an agent receives it: code, message and what to do next. */
export async function toolError(
  error: ApiError,
  tool: Tool,
  exchange: McpExchange,
  given: unknown,
): Promise<ToolError> {
  const { code, field, retryAfterSeconds } = error
  if (code === 'forbidden' && exchange.missingScope !== null) return scopeMissing(tool)
  if (code === 'forbidden' && field === 'brand_id') return brandNotGranted
  if (code === 'invalid_request' && lacksBrand(error, given)) {
    const { brandIds } = await exchange.identify()
    return {
      code: 'brand_required',
      message: 'brand_id is required: this connection reaches several brands.',
      fix: `Pass one of: ${brandIds.join(', ')}. list_brands has their names.`,
    }
  }
  const message = await inWordsOf(error, agentAudience(tool))
  if (code === 'invalid_request') return { code, message, fix: argumentFix(tool, error) }
  return {
    ...(toolErrors[code] ?? {
      code: 'internal_error',
      fix: `Call again. If the error persists, report request ${exchange.requestId}.`,
    }),
    message,
    ...(retryAfterSeconds === undefined ? {} : { retry_after: retryAfterSeconds }),
  }
}

const brandNotGranted: ToolError = {
  code: 'brand_not_granted',
  message: 'This connection does not reach that brand.',
  fix: 'Call list_brands for the brands of this connection. A person can grant more brands by connecting the app again.',
}

function scopeMissing({ scope }: Tool): ToolError {
  return {
    code: 'insufficient_scope',
    message: `This key does not have the scope ${scope}.`,
    fix: 'Use a key with this scope. The scopes of a key are set when the key is created.',
  }
}

/**
 * Returns whether the error is a missing brand_id: the credential has several brands and the call has no brand_id
 * (core.choose_brand).
 */
function lacksBrand({ reason }: ApiError, given: unknown): boolean {
  return (
    reason === 'is_required_with_several_brands' &&
    (given as { brand_id?: unknown } | undefined)?.brand_id === undefined
  )
}

import type { ApiError, ErrorCode } from '../../../shared/errors/api_error.ts'
import type { Tool } from '../../../shared/tools/tool.ts'
import type { McpExchange } from '../mcp_exchange.ts'
import { argumentFix } from './argument_fix.ts'
import { agentAudience, inWordsOf } from './audience.ts'

type FaultCode =
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

export interface Fault {
  code: FaultCode
  message: string
  /** What the agent can do about it. */
  fix: string
  retry_after?: number
}

const waits = 'Wait as long as retry_after says, then call again.'

const faults: Partial<Record<ErrorCode, Pick<Fault, 'code' | 'fix'>>> = {
  data_not_ready: {
    code: 'data_not_ready',
    fix: 'Tell the person what the message says is missing, and do not take it for zero.',
  },
  forbidden: { code: 'not_allowed', fix: 'Ask whoever began it: it is for the connection that it was begun with.' },
  not_found: { code: 'not_found', fix: 'Take ids from an answer of this service.' },
  idempotency_conflict: {
    code: 'idempotency_conflict',
    fix: 'Send the request as it was sent first, or another one with an idempotency_key of its own.',
  },
  idempotency_in_flight: { code: 'idempotency_in_flight', fix: waits },
  invalid_transition: { code: 'invalid_transition', fix: 'Do one of what the message says is possible.' },
  out_of_stock: {
    code: 'out_of_stock',
    fix: 'Tell the person that it cannot be ordered now. search_catalog with in_stock finds alternatives.',
  },
  rate_limited: { code: 'rate_limited', fix: waits },
  service_unavailable: { code: 'service_unavailable', fix: waits },
}

/** An error as an agent is told of it: what, why, and what to do next. */
export async function toolFault(error: ApiError, tool: Tool, exchange: McpExchange, given: unknown): Promise<Fault> {
  const { code, field, retryAfterSeconds } = error
  if (code === 'forbidden' && exchange.missingScope !== null) return scopeMissing(tool)
  if (code === 'forbidden' && field === 'brand_id') return brandNotGranted
  if (code === 'invalid_request' && lacksBrand(error, given)) {
    const { brandIds } = await exchange.identify()
    return {
      code: 'brand_required',
      message: 'This connection reaches several brands: brand_id says which one is meant.',
      fix: `Pass one of: ${brandIds.join(', ')}. list_brands has their names.`,
    }
  }
  const message = await inWordsOf(error, agentAudience(tool))
  if (code === 'invalid_request') return { code, message, fix: argumentFix(tool, error) }
  return {
    ...(faults[code] ?? {
      code: 'internal_error',
      fix: `Call again; if it stays, quote request ${exchange.requestId}.`,
    }),
    message,
    ...(retryAfterSeconds === undefined ? {} : { retry_after: retryAfterSeconds }),
  }
}

const brandNotGranted: Fault = {
  code: 'brand_not_granted',
  message: 'This connection does not reach that brand.',
  fix: 'Call list_brands for those it reaches. A person can grant more by connecting the app again.',
}

function scopeMissing({ scope }: Tool): Fault {
  return {
    code: 'insufficient_scope',
    message: `This key does not carry the scope ${scope}.`,
    fix: 'Use a key that carries it; the scopes of a key are set when it is made.',
  }
}

/** Whether the gate requires a brand_id that the call does not name (core.choose_brand). */
function lacksBrand({ reason }: ApiError, given: unknown): boolean {
  return (
    reason === 'required_with_several_brands' && (given as { brand_id?: unknown } | undefined)?.brand_id === undefined
  )
}

import { ApiError } from '../../../shared/errors/api_error.ts'
import type { ErrorCode } from '../../../shared/errors/api_error.ts'
import { acpVersion } from '../../../shared/schema/storefront/acp_session.ts'

/** An error with the code and the JSONPath of the protocol. */
export function acpError(
  status: ErrorCode,
  code: string,
  message: string,
  more: { param?: string | undefined; supported_versions?: string[] } = {},
): ApiError {
  return new ApiError(status, message, { details: { code, ...more } })
}

/** Returns the error of a request whose API-Version is missing or another one (Agentic Checkout 2.1), or null. */
export function versionError(version: string | undefined): ApiError | null {
  if (version === acpVersion) return null
  const more = { supported_versions: [acpVersion] }
  return !version
    ? acpError('invalid_request', 'missing_api_version', `API-Version header is required. Send ${acpVersion}.`, more)
    : acpError('invalid_request', 'unsupported_api_version', `API-Version must be ${acpVersion}.`, more)
}

/** Returns the error of a change without an idempotency key or with one that is too long (Agentic Checkout 6.1), or null. */
export function keyError(key: string | undefined): ApiError | null {
  if (!key) {
    const message = 'Idempotency-Key header is required on all POST requests'
    return acpError('invalid_request', 'idempotency_key_required', message)
  }
  return key.length > 255
    ? acpError('invalid_request', 'invalid', 'Idempotency-Key must have at most 255 characters.')
    : null
}

interface Refusal {
  code: string
  param?: string | null
  values: { item_id?: string; currency?: string; continue_url?: string | null }
}

const refusals: Record<string, [status: ErrorCode, message: (values: Refusal['values']) => string]> = {
  invalid_item_id: ['invalid_request', ({ item_id: id }) => `The item ID '${id}' does not exist.`],
  unsupported_currency: [
    'invalid_request',
    ({ item_id: id, currency }) => `The item '${id}' is sold in ${currency}. A session has one currency.`,
  ],
  quantity_exceeded: ['invalid_request', ({ item_id: id }) => `The quantity of the item '${id}' is too high.`],
  handoff_unavailable: [
    'data_not_ready',
    () => 'The shop has published no address to which a buyer can be handed over.',
  ],
  session_canceled: ['invalid_transition', () => 'The checkout session is canceled. Create another one.'],
  session_expired: ['invalid_transition', () => 'The checkout session has expired. Create another one.'],
  unsupported: [
    'invalid_transition',
    ({ continue_url: url }) =>
      `No payment takes place here. The buyer orders and pays in the checkout of the merchant${url ? `: ${url}` : '.'}`,
  ],
}

/** Returns the error of a refused request. A session that cannot be canceled is 405 (Agentic Checkout 4.5). */
export function refusalError({ code, param, values }: Refusal, isCancel: boolean): ApiError {
  const [status, message] = refusals[code] as (typeof refusals)[string]
  const isOver = isCancel && status === 'invalid_transition'
  return acpError(isOver ? 'method_not_allowed' : status, code, message(values), { param: param ?? undefined })
}

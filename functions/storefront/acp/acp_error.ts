import { ApiError } from '../../../shared/errors/api_error.ts'
import { acpVersion } from '../../../shared/schema/storefront/acp_session.ts'

/** Returns an error with the code and the JSONPath of the protocol. */
export function acpError(
  status: 400 | 405 | 409,
  code: string,
  message: string,
  details: { param?: string | undefined; supported_versions?: string[] } = {},
): ApiError {
  const nearest = status === 400 ? 'invalid_request' : 'invalid_transition'
  return new ApiError(nearest, message, { details, protocol: { code, status } })
}

/** Returns the error of a request whose API-Version is missing or another one (Agentic Checkout 2.1), or null. */
export function versionError(version: string | undefined): ApiError | null {
  if (version === acpVersion) return null
  const more = { supported_versions: [acpVersion] }
  return !version
    ? acpError(400, 'missing_api_version', `API-Version header is required. Send ${acpVersion}.`, more)
    : acpError(400, 'unsupported_api_version', `API-Version must be ${acpVersion}.`, more)
}

/** Returns the error of a change without an idempotency key or with one that is too long (Agentic Checkout 6.1), or null. */
export function keyError(key: string | undefined): ApiError | null {
  if (!key) {
    const message = 'Idempotency-Key header is required on all POST requests'
    return acpError(400, 'idempotency_key_required', message)
  }
  return key.length > 255 ? acpError(400, 'invalid', 'Idempotency-Key must have at most 255 characters.') : null
}

interface Refusal {
  code: string
  param?: string | null
  values: { item_id?: string; currency?: string; continue_url?: string | null }
}

const refusals: Record<string, [status: 400 | 409, message: (values: Refusal['values']) => string]> = {
  invalid_item_id: [400, ({ item_id: id }) => `The item ID '${id}' does not exist.`],
  unsupported_currency: [
    400,
    ({ item_id: id, currency }) => `The item '${id}' is sold in ${currency}. A session has one currency.`,
  ],
  quantity_exceeded: [400, ({ item_id: id }) => `The quantity of the item '${id}' is too high.`],
  handoff_unavailable: [409, () => 'The shop has published no address to which a buyer can be handed over.'],
  session_canceled: [409, () => 'The checkout session is canceled. Create another one.'],
  session_expired: [409, () => 'The checkout session has expired. Create another one.'],
  unsupported: [
    409,
    ({ continue_url: url }) =>
      `No payment takes place here. The buyer orders and pays in the checkout of the merchant${url ? `: ${url}` : '.'}`,
  ],
}

/** Returns the error of a refused request. A session that cannot be canceled is 405 (Agentic Checkout 4.5). */
export function refusalError({ code, param, values }: Refusal, isCancel: boolean): ApiError {
  const [status, message] = refusals[code] as (typeof refusals)[string]
  const isOver = isCancel && status === 409
  return acpError(isOver ? 405 : status, code, message(values), { param: param ?? undefined })
}

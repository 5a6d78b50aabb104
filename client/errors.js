/** The one error class of the client. `code` is a code of the API or one of the codes of the client (index.d.ts). */
export class VitrineError extends Error {
  constructor(code, message, { status, request_id, retry_after_seconds, cause } = {}) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = 'VitrineError'
    this.code = code
    this.status = status
    this.request_id = request_id
    this.retry_after_seconds = retry_after_seconds
  }
}

/** Returns the wait that `Retry-After` asks for, in seconds (RFC 9110, section 10.2.3), or undefined. */
export function retryAfterSeconds(response) {
  const value = response.headers.get('retry-after')?.trim()
  if (!value) return undefined
  if (/^\d+$/.test(value)) return Number(value)
  // A date is compared with the clock of the server, because the clock of this machine can be wrong.
  const until = Date.parse(value)
  if (Number.isNaN(until) || !/^[A-Z][a-z]{2}/.test(value)) return undefined
  const now = Date.parse(response.headers.get('date') ?? '')
  return Math.max(0, Math.ceil((until - (Number.isNaN(now) ? Date.now() : now)) / 1000))
}

/** Returns `data` of a result of the client. Throws a VitrineError for a response other than 2xx. */
export async function unwrap(result) {
  const { data, error, response } = await result
  if (response.ok) return data
  throw responseError(error, response)
}

function responseError(body, response) {
  const { code, message } = codeAndMessage(body)
  return new VitrineError(
    code ?? 'unexpected_response',
    message ?? `The response has the status ${response.status} and no error of Vitrine. A proxy may have sent it.`,
    {
      status: response.status,
      request_id: body?.request_id ?? response.headers.get('x-request-id') ?? undefined,
      retry_after_seconds: retryAfterSeconds(response),
    },
  )
}

/** Errors are `{ error: { code, message } }`, of storefronts `{ error, code }`, and of OAuth `{ error, error_description }`. */
function codeAndMessage(body) {
  if (typeof body !== 'object' || body === null) return {}
  if (typeof body.error === 'object' && body.error !== null) return body.error
  if (typeof body.error !== 'string') return { code: body.code, message: body.message }
  return body.code ? { code: body.code, message: body.error } : { code: body.error, message: body.error_description }
}

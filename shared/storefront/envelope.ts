import type { ApiError } from '../errors/api_error.ts'
import type { About } from '../http/app.ts'

interface Degradation {
  status: string
  age_seconds: number | null
  notes: string[]
  /** The version of all that the response depends on, or null if it also depends on something else. */
  version?: string | null
}

/**
 * Returns the envelope of a storefront response, with `response_time_ms` and, if the caller gave none, the request id.
 * Moves `degradation` to headers.
 */
export function storefrontEnvelope(
  answer: Record<string, unknown> | null,
  about: About,
): Record<string, unknown> | null {
  if (about.isSimulated) about.setHeader('X-OSP-Simulated', 'true')
  if (answer === null) return null
  const { degradation, ...body } = answer
  if (degradation) setDegradationHeaders(degradation as Degradation, about)
  if (body.meta) {
    body.meta = {
      ...(body.meta as object),
      // Simulated responses are byte-identical for equal requests.
      response_time_ms: about.isSimulated ? 0 : about.milliseconds,
      ...(about.isSimulated ? { simulated: true } : {}),
    }
  }
  if ('request_id' in body) body.request_id ??= about.requestId
  return body
}

/**
 * Returns the error body of the storefront API (specification, Errors): a message, with further fields for machines.
 */
export function storefrontErrorBody(error: ApiError, requestId: string) {
  return {
    error: error.message,
    code: error.code,
    request_id: requestId,
    ...(error.retryAfterSeconds === undefined ? {} : { retry_after: error.retryAfterSeconds }),
    ...(error.fields === undefined ? {} : { fields: error.fields }),
    ...error.details,
  }
}

/** Returns the body of a transport error of the Universal Commerce Protocol (Error Handling), with its `code` and `content`. */
export function ucpErrorBody(error: ApiError, requestId: string): Record<string, unknown> {
  return { ...storefrontErrorBody(error, requestId), code: error.protocol?.code ?? error.code, content: error.message }
}

function setDegradationHeaders({ status, age_seconds, notes, version }: Degradation, { setHeader }: About): void {
  setHeader('X-OSP-Data-Status', status)
  if (age_seconds !== null) setHeader('X-OSP-Data-Age', String(age_seconds))
  if (notes.length > 0) setHeader('X-OSP-Degraded', notes.join(', '))
  if (version) setHeader('ETag', `W/"${version}"`)
}

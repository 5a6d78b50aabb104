import type { ApiError } from '../errors/api_error.ts'

/** Returns the envelope of the analytics API: `meta` has the request id and whether the data is simulated. */
export function analyticsEnvelope(
  answer: Record<string, unknown>,
  { requestId, isSimulated }: { requestId: string; isSimulated: boolean },
) {
  return { ...answer, meta: { request_id: requestId, simulated: isSimulated, ...(answer.meta as object | undefined) } }
}

/**
 * Returns the error body of the analytics API (specification, Error envelope), with the request id at the top level.
 */
export function analyticsErrorBody(error: ApiError, requestId: string) {
  return {
    error: {
      code: error.code,
      message: error.message,
      ...(error.retryAfterSeconds === undefined ? {} : { retry_after: error.retryAfterSeconds }),
    },
    request_id: requestId,
  }
}

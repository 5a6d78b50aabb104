import type { ApiError, ErrorCode } from '../../shared/errors/api_error.ts'

const oauthNames: Partial<Record<ErrorCode, string>> = {
  rate_limited: 'temporarily_unavailable',
  service_unavailable: 'temporarily_unavailable',
  internal_error: 'server_error',
}

/** Returns the error body of RFC 6749, section 5.2, and RFC 7591, section 3.2.2, with the request id. */
export function oauthErrorBody(error: ApiError, requestId: string) {
  return { error: oauthNames[error.code] ?? 'invalid_request', error_description: error.message, request_id: requestId }
}

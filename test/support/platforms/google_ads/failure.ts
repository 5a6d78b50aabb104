import { apiError } from '../google_identity/api_error.ts'
import type { Reply } from '../server.ts'

/** The enum of an error (v25_errors.proto), in the names of its JSON form. */
type ErrorKind =
  'authenticationError' | 'authorizationError' | 'queryError' | 'quotaError' | 'requestError' | 'internalError'

interface Failure {
  kind: ErrorKind
  name: string
  message: string
  details?: unknown
  location?: string
}

const statuses: Record<string, { code: number; message: string }> = {
  INVALID_ARGUMENT: { code: 400, message: 'Request contains an invalid argument.' },
  UNAUTHENTICATED: { code: 401, message: 'Request is missing required authentication credential.' },
  PERMISSION_DENIED: { code: 403, message: 'The caller does not have permission' },
  RESOURCE_EXHAUSTED: { code: 429, message: 'Resource has been exhausted (e.g. check quota).' },
  INTERNAL: { code: 500, message: 'Internal error encountered.' },
  UNAVAILABLE: { code: 503, message: 'The service is currently unavailable.' },
}

/** Returns an error with a GoogleAdsFailure in its details. */
export function failure(version: string, status: string, { kind, name, message, details, location }: Failure): Reply {
  const requestId = requestIdOf(message)
  const error = {
    errorCode: { [kind]: name },
    message,
    ...(details ? { details } : {}),
    ...(location ? { location: { fieldPathElements: [{ fieldName: location }] } } : {}),
  }
  const type = `type.googleapis.com/google.ads.googleads.${version}.errors.GoogleAdsFailure`
  const { code, message: general } = statuses[status] as { code: number; message: string }
  return apiError(
    { code, status, message: general, details: [{ '@type': type, errors: [error], requestId }] },
    { 'request-id': requestId },
  )
}

export function tooManyRequests(version: string, name: string, retryDelay: string | null): Reply {
  const quotaErrorDetails = { rateScope: 'ACCOUNT', rateName: 'Requests per account', retryDelay }
  const message = retryDelay
    ? `Too many requests. Retry in ${retryDelay.replace('s', ' seconds')}.`
    : 'Too many requests.'
  // The quota of a day carries no delay.
  const details = retryDelay ? { quotaErrorDetails } : undefined
  return failure(version, 'RESOURCE_EXHAUSTED', { kind: 'quotaError', name, message, details })
}

/** Errors of a stream are an array, as its replies are. */
export function asStream(reply: Reply): Reply {
  return { ...reply, body: [reply.body] }
}

function requestIdOf(text: string): string {
  return Buffer.from(text).toString('base64url').slice(0, 22).padEnd(22, 'A')
}

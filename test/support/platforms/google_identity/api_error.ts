import type { Reply } from '../server.ts'
import type { Bearer, GoogleGrants } from './grants.ts'

export interface ApiError {
  code: number
  status: string
  message: string
  details?: unknown[]
}

/** An error in the form that all Google APIs share (google.rpc.Status). */
export function apiError(error: ApiError, headers: Record<string, string> = {}): Reply {
  return { status: error.code, headers, body: { error } }
}

/** Returns the person of a request, or the reply that refuses it. */
export function authenticate(
  grants: GoogleGrants,
  authorization: string | undefined,
  scope: string,
): { person: string } | { reply: Reply } {
  const bearer = grants.bearer(authorization)
  if ('refused' in bearer) return { reply: unauthenticated(bearer.refused) }
  if (!bearer.scopes.includes(scope)) return { reply: insufficientScope() }
  return { person: bearer.person }
}

export function unauthenticated(refused: (Bearer & { refused: string })['refused']): Reply {
  const reason = { missing: 'CREDENTIALS_MISSING', expired: 'ACCESS_TOKEN_EXPIRED' }[refused as 'missing' | 'expired']
  const message =
    refused === 'missing'
      ? 'Request is missing required authentication credential. Expected OAuth 2 access token, login cookie or other valid authentication credential. See https://developers.google.com/identity/sign-in/web/devconsole-project.'
      : 'Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid authentication credential. See https://developers.google.com/identity/sign-in/web/devconsole-project.'
  const details = [errorInfo(reason ?? 'ACCESS_TOKEN_TYPE_UNSUPPORTED')]
  return apiError(
    { code: 401, message, status: 'UNAUTHENTICATED', details },
    { 'www-authenticate': 'Bearer realm="https://accounts.google.com/", error="invalid_token"' },
  )
}

function insufficientScope(): Reply {
  return apiError(
    {
      code: 403,
      message: 'Request had insufficient authentication scopes.',
      status: 'PERMISSION_DENIED',
      details: [errorInfo('ACCESS_TOKEN_SCOPE_INSUFFICIENT')],
    },
    { 'www-authenticate': 'Bearer realm="https://accounts.google.com/", error="insufficient_scope"' },
  )
}

function errorInfo(reason: string): unknown {
  return { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason, domain: 'googleapis.com' }
}

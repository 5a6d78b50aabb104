import postgres from 'postgres'
import { ApiError, codeOfSqlState, internalError, unauthorized } from '../http/errors.ts'
import type { Database } from './pool.ts'

export interface Call {
  /** Null checks the credential and the limit without running anything. */
  operation: string | null
  credentialHash: Uint8Array | null
  clientIp: string
  input: Record<string, unknown>
  /** The audience that an access token must be for; without one only keys hold. */
  resource?: string | undefined
}

export interface Outcome {
  body: unknown
  isSimulated: boolean
  keyId: string | null
  /** Null when no credential was resolved, so that there is no quota to speak of. */
  quota: Quota | null
  error: ApiError | null
  /** What the credential carries; null when none was resolved. */
  scopes: string[] | null
  /** The scope for want of which the answer is 403. */
  missingScope: string | null
}

export interface Quota {
  limit: number
  remaining: number
  /** Unix seconds. */
  resetAt: number
  resetInSeconds: number
}

interface Row {
  status: string | null
  message: string | null
  detail: string | null
  body: unknown
  is_simulated: boolean
  key_id: string | null
  rate_limit: number | null
  rate_remaining: number | null
  rate_reset_at: string
  retry_after_seconds: number
  scopes: string[] | null
}

/**
 * The one round trip: credential, limit, scope and read in one statement (`core.call`).
 * Whatever the gate itself cannot answer is a 503: a request is never served unmetered.
 */
export async function call(database: Database, request: Call): Promise<Outcome> {
  let row: Row
  try {
    const rows = await database<Row[]>`
      select * from core.call(${request.operation}, ${request.credentialHash}, ${request.clientIp}, ${database.json(request.input as never)},
        ${request.resource ?? null})`
    row = rows[0] as Row
  } catch (cause) {
    return { body: null, isSimulated: false, keyId: null, scopes: null, missingScope: null, ...gateRefusal(cause) }
  }
  return {
    body: row.body,
    isSimulated: row.is_simulated,
    keyId: row.key_id,
    quota:
      row.rate_limit === null || row.rate_remaining === null
        ? null
        : {
            limit: row.rate_limit,
            remaining: row.rate_remaining,
            resetAt: Number(row.rate_reset_at),
            resetInSeconds: row.retry_after_seconds,
          },
    error: row.status === null ? null : outcomeError(row),
    scopes: row.scopes,
    missingScope: row.status === 'DNIED' && row.detail ? row.detail : null,
  }
}

function outcomeError(row: Row): ApiError {
  const code = codeOfSqlState[row.status ?? ''] ?? 'internal_error'
  switch (code) {
    case 'unauthorized':
      return unauthorized()
    case 'rate_limited':
      return rateLimited(row.retry_after_seconds)
    case 'internal_error':
      return internalError(new Error(`${row.status}: ${row.message} ${row.detail ?? ''}`))
    case 'service_unavailable':
      return new ApiError(code, 'The answer took too long. Ask for a shorter range or a coarser level, or try again.', {
        retryAfterSeconds: 5,
        cause: new Error(row.message ?? ''),
      })
    default:
      return new ApiError(code, row.message ?? '')
  }
}

function gateRefusal(cause: unknown): Pick<Outcome, 'quota' | 'error'> {
  if (cause instanceof postgres.PostgresError && cause.code === 'RLMTD') {
    const quota = { remaining: 0, ...(JSON.parse(cause.detail ?? '{}') as Omit<Quota, 'remaining'>) }
    return { quota, error: rateLimited(quota.resetInSeconds) }
  }
  const error = new ApiError('service_unavailable', 'The service cannot answer just now. Try again in a few seconds.', {
    retryAfterSeconds: 5,
    cause,
  })
  return { quota: null, error }
}

function rateLimited(retryAfterSeconds: number): ApiError {
  return new ApiError('rate_limited', `The quota of this minute is spent. Try again in ${retryAfterSeconds} s.`, {
    retryAfterSeconds,
  })
}

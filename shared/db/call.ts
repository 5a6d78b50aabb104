import postgres from 'postgres'
import { ApiError, codeOfSqlState, internalError, rateLimited, unauthorized, unavailable } from '../http/errors.ts'
import { Breaker } from './breaker.ts'
import { Busy, Slots } from './slots.ts'
import type { Database } from './pool.ts'

export interface Call {
  /** Null checks the credential and the limit without running anything. */
  operation: string | null
  credentialHash: Uint8Array | null
  clientIp: string
  input: Record<string, unknown>
  /** The audience that an access token must be for; without one only keys hold. */
  resource?: string | undefined
  /** Where something else than the database counts requests: what it counted. */
  count?: Count | undefined
}

export interface Count extends Minute {
  /** Which request of its minute this one is, from 1. */
  used: number
}

export interface Outcome {
  body: unknown
  isSimulated: boolean
  keyId: string | null
  /** Null when no credential was resolved, so that there is no quota to speak of. */
  quota: Quota | null
  /** How many unknown credentials an address may send in a minute, said with one that is counted elsewhere. */
  failuresMax: number | null
  error: ApiError | null
  /** What the credential carries; null when none was resolved. */
  scopes: string[] | null
  /** Whether it is what the same request was answered before. */
  isReplayed: boolean
  /** The scope for want of which the answer is 403. */
  missingScope: string | null
}

export interface Quota extends Minute {
  limit: number
  remaining: number
}

interface Minute {
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
  is_replayed: boolean
}

/**
 * The one round trip: credential, limit, scope and read in one statement (`core.call`).
 * Whatever the gate itself cannot answer is a 503: a request is never served unmetered.
 */
export async function call(database: Database, request: Call): Promise<Outcome> {
  let row: Row
  try {
    const rows = await breakerOf(database).run(
      () =>
        slotsOf(database).run(
          () => database<Row[]>`
        select * from core.call(${request.operation}, ${request.credentialHash}, ${request.clientIp}, ${database.json(request.input as never)},
          ${request.resource ?? null}, ${request.count?.used ?? null})`,
        ),
      isOutOfReach,
    )
    row = rows[0] as Row
  } catch (cause) {
    return {
      body: null,
      isSimulated: false,
      keyId: null,
      failuresMax: null,
      scopes: null,
      isReplayed: false,
      missingScope: null,
      ...gateRefusal(cause),
    }
  }
  const minute = request.count ?? { resetAt: Number(row.rate_reset_at), resetInSeconds: row.retry_after_seconds }
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
            resetAt: minute.resetAt,
            resetInSeconds: minute.resetInSeconds,
          },
    failuresMax: row.status === 'NAUTH' ? row.rate_limit : null,
    error: row.status === null ? null : outcomeError(row, minute),
    scopes: row.scopes,
    isReplayed: row.is_replayed,
    missingScope: row.status === 'DNIED' && row.detail ? row.detail : null,
  }
}

const breakers = new WeakMap<Database, Breaker>()

export function breakerOf(database: Database): Breaker {
  const breaker = breakers.get(database) ?? new Breaker()
  breakers.set(database, breaker)
  return breaker
}

const slots = new WeakMap<Database, Slots>()

function slotsOf(database: Database): Slots {
  const known = slots.get(database) ?? new Slots(database.options.max)
  slots.set(database, known)
  return known
}

/** What the database itself says, it says because it is there. */
function isOutOfReach(thrown: unknown): boolean {
  if (thrown instanceof Busy) return false
  return !(thrown instanceof postgres.PostgresError) || /^(08|53|57P)/.test(thrown.code)
}

function outcomeError(row: Row, minute: Minute): ApiError {
  const code = codeOfSqlState[row.status ?? ''] ?? 'internal_error'
  switch (code) {
    case 'unauthorized':
      return unauthorized()
    case 'rate_limited': {
      if (row.status === 'RLMTD') return rateLimited(minute.resetInSeconds)
      const { retry_after } = JSON.parse(row.detail ?? '{}') as { retry_after: number }
      return new ApiError(code, row.message ?? '', { retryAfterSeconds: retry_after })
    }
    case 'internal_error':
      return internalError(new Error(`${row.status}: ${row.message} ${row.detail ?? ''}`))
    case 'service_unavailable':
      if (row.status === '40P01' || row.status === '55P03') return unavailable(new Error(row.message ?? ''))
      return new ApiError(code, 'The answer took too long. Ask for a shorter range or a coarser level, or try again.', {
        retryAfterSeconds: 5,
        cause: new Error(row.message ?? ''),
      })
    case 'idempotency_in_flight':
      return new ApiError(code, row.message ?? '', { retryAfterSeconds: 1 })
    case 'invalid_transition':
    case 'version_conflict':
    case 'hold_exists':
      return new ApiError(code, row.message ?? '', {
        details: JSON.parse(row.detail || '{}') as Record<string, unknown>,
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
  return { quota: null, error: unavailable(cause) }
}

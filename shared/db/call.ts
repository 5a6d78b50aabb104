import postgres from 'postgres'
import { rateLimited, unauthorized } from '../errors/api_error.ts'
import type { ApiError } from '../errors/api_error.ts'
import { databaseErrorOf, raisedOf, refusalOf } from '../errors/refusal.ts'
import type { Audience } from '../sentences/audience.ts'
import type { Raised } from '../sentences/sentence.ts'
import { callerName, query, queryError, recognize } from './query.ts'
import type { Database } from './pool.ts'
import { replicaOf } from './replica.ts'
import type { Replica } from './replica.ts'
import { statementName } from '../telemetry/statement_name.ts'
import { withSentences } from './warnings.ts'

export interface Call {
  /** Null only checks the credential and the rate limit. */
  operation: string | null
  credentialHash: Uint8Array | null
  clientIp: string
  /** The verified name of the agent. Without a credential its requests are counted by it. */
  agent?: string | undefined
  /** The origin of the platform profile that the request names. A key that acts for another platform is refused. */
  platformOrigin?: string | undefined
  input: Record<string, unknown>
  /** The audience that an access token must have. Without an audience only keys are accepted. */
  resource?: string | undefined
  /** The reader of errors and warnings; by default callers of the API. */
  audience?: Audience | undefined
  /** The count of this request, if Redis counts requests. */
  count?: Count | undefined
}

export interface Count extends Minute {
  /** The number of this request within its minute, from 1. */
  used: number
}

/** The count of a call that is not metered. */
export const uncounted: Count = { used: 1, resetAt: 0, resetInSeconds: 0 }

export interface Outcome {
  body: unknown
  isSimulated: boolean
  keyId: string | null
  /** The rate limit after this request. Null if the request was not counted, for example for an unknown credential. */
  quota: Quota | null
  /** The limit of unknown credentials per client address and minute. Null unless the credential is unknown. */
  failuresMax: number | null
  error: ApiError | null
  /** The scopes of the credential; null when no credential was resolved. */
  scopes: string[] | null
  /** Whether this is the stored response of an earlier request with the same idempotency key. */
  isReplayed: boolean
  /** The missing scope, for a 403. */
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
  admitted: Record<string, unknown> | null
}

/**
 * Sends the single statement of a request (`core.call`). It resolves the credential, checks the rate limit, sets the
 * scope, runs the operation and counts the request. An error of the gate itself becomes a 503, so that no request is
 * served without a rate limit.
 */
export async function call(database: Database, request: Call): Promise<Outcome> {
  let row: Row
  try {
    const replica = replicaOf(database)
    row = await pass(database, request, replica ? { lag_seconds_max: replica.lagSecondsMax } : null)
    if (replica && row.admitted) row = await readElsewhere(replica, database, request, row)
  } catch (cause) {
    return {
      body: null,
      isSimulated: false,
      keyId: null,
      failuresMax: null,
      scopes: null,
      isReplayed: false,
      missingScope: null,
      ...(await gateRefusal(cause)),
    }
  }
  const minute = request.count ?? { resetAt: Number(row.rate_reset_at), resetInSeconds: row.retry_after_seconds }
  return {
    body: await withSentences(row.body, request.audience),
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
    error: row.status === null ? null : await outcomeError(row, minute),
    scopes: row.scopes,
    isReplayed: row.is_replayed,
    missingScope: missingScope(row),
  }
}

async function pass(database: Database, request: Call, admission: Row['admitted']): Promise<Row> {
  const rows = await query(
    database,
    callerName(request.credentialHash, request.clientIp),
    () => database<Row[]>`
      ${statementName(database, [request.operation])} select * from core.call(${request.operation}, ${request.credentialHash}, ${request.clientIp}, ${database.json(request.input as never)},
        ${request.resource ?? null}, ${request.count?.used ?? null}, ${admission ? database.json(admission as never) : null}, ${request.agent ?? null}, ${request.platformOrigin ?? null})`,
    { sql: 'core.call', operation: request.operation ?? undefined },
  )
  const [row] = rows
  if (!row) throw new Error('core.call returned no row.')
  recognize(request.credentialHash, row.status !== 'NAUTH')
  return row
}

/**
 * Runs a read on the replica. The primary has already authorized and counted the request. If the replica lags too much
 * or does not respond, the primary runs the read without counting it again.
 */
async function readElsewhere(replica: Replica, primary: Database, request: Call, admitted: Row): Promise<Row> {
  const answer = await pass(replica.database, { ...request, count: uncounted }, admitted.admitted).catch(() => null)
  // Errors that only a replica raises, such as a recovery conflict, are retried on the primary.
  const isAnswer = answer?.admitted && (answer.status === null || /^(57014|[A-Z]{5})$/.test(answer.status))
  replica.reads[isAnswer ? 'served' : answer?.admitted === null ? 'behind' : 'unavailable'] += 1
  if (isAnswer) {
    const { status, message, detail, body } = answer
    const recorder = status === null ? (admitted.admitted?.recorder as string | null) : null
    if (recorder) {
      const input = { brand_id: request.input.brand_id, lookup: request.operation, given: request.input, answer: body }
      // A replica is read-only, so the primary records the lookup. The response does not depend on this call.
      void pass(primary, { ...request, operation: recorder, input, count: uncounted }, null).catch(() => null)
    }
    return { ...admitted, status, message, detail, body }
  }
  const { rate_limit, rate_remaining } = admitted
  const taken = rate_limit === null || rate_remaining === null ? undefined : rate_limit - rate_remaining
  return await pass(primary, { ...request, count: taken ? { ...uncounted, used: taken } : request.count }, null)
}

async function outcomeError(row: Row, minute: Minute): Promise<ApiError> {
  if (row.status === 'NAUTH') return unauthorized()
  if (row.status === 'RLMTD') return rateLimited(minute.resetInSeconds)
  return await refusalOf(row)
}

function missingScope(row: Row): string | null {
  const raised = raisedOf(row)
  return raised?.reason === 'this_key_lacks_the_scope' ? (raised.values.scope as string) : null
}

async function gateRefusal(cause: unknown): Promise<Pick<Outcome, 'quota' | 'error'>> {
  if (cause instanceof postgres.PostgresError && cause.code === 'RLMTD') {
    const { values } = raisedOf(databaseErrorOf(cause)) as Raised
    const { limit, reset_at, reset_in_seconds } = values as Record<'limit' | 'reset_at' | 'reset_in_seconds', number>
    const quota = { limit, remaining: 0, resetAt: reset_at, resetInSeconds: reset_in_seconds }
    return { quota, error: rateLimited(reset_in_seconds) }
  }
  // A concurrent request bound the key to another platform first.
  if (cause instanceof postgres.PostgresError && cause.code === 'DNIED') {
    return { quota: null, error: await refusalOf(databaseErrorOf(cause)) }
  }
  return { quota: null, error: queryError(cause) }
}

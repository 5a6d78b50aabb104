import postgres from 'postgres'
import { Breaker } from './breaker.ts'
import { tooManyConcurrent, unavailable } from '../errors/api_error.ts'
import type { ApiError } from '../errors/api_error.ts'
import { inSpan } from '../telemetry/tracing.ts'
import { withTimeout } from './connections.ts'
import type { Database } from './pool.ts'
import { Busy, ShareExceeded, Semaphore } from './semaphore.ts'

/** The names of a query in a trace: the SQL function, and the operations that it runs. */
export interface QueryName {
  sql?: string
  operation?: string | undefined
}

/**
 * Sends one query of a request to the database. Connections are divided by `caller`. Throws at once while the circuit
 * breaker is open, `Busy` or `ShareExceeded` if no connection becomes free in time, and `Overdue` if the database does not
 * respond.
 */
export async function query<Answer>(
  database: Database,
  caller: string,
  send: () => PromiseLike<Answer>,
  { sql = 'query', operation }: QueryName = {},
): Promise<Answer> {
  const work = () => semaphoreOf(database).run(caller, () => withTimeout(database, send))
  const attributes = { 'db.system.name': 'postgresql', 'db.operation.name': operation, 'db.query.summary': sql }
  const start = { name: operation ? `${sql} ${operation}` : sql, kind: 'client' as const, attributes }
  return await inSpan(start, () => breakerOf(database).run(work, isOutOfReach))
}

/** Returns the name by which connections are divided: the hash of a credential or, without one, the client address. */
export function callerName(credentialHash: Uint8Array | null, clientIp: string): string {
  return credentialHash ? String.fromCharCode(...credentialHash) : clientIp
}

/** Returns the error of a failed query: 429 if the caller itself sends too many at once, otherwise 503. */
export function queryError(cause: unknown): ApiError {
  return cause instanceof ShareExceeded ? tooManyConcurrent() : unavailable(cause)
}

const breakers = new WeakMap<Database, Breaker>()

export function breakerOf(database: Database): Breaker {
  const breaker = breakers.get(database) ?? new Breaker()
  breakers.set(database, breaker)
  return breaker
}

const semaphore = new WeakMap<Database, Semaphore>()

export function semaphoreOf(database: Database): Semaphore {
  const known = semaphore.get(database) ?? new Semaphore(database.options.max)
  semaphore.set(database, known)
  return known
}

/** Limits how many queries may wait for a connection of this pool. Further queries throw `Busy` at once. */
export function limitWaiting(database: Database, waitingMax: number): void {
  semaphore.set(database, new Semaphore(database.options.max, { waitingMax }))
}

/** Whether an error means that the database is unavailable. Any other Postgres error proves that it is reachable. */
function isOutOfReach(thrown: unknown): boolean {
  if (thrown instanceof Busy || thrown instanceof ShareExceeded) return false
  return !(thrown instanceof postgres.PostgresError) || /^(08|53|57P)/.test(thrown.code)
}

import postgres from 'postgres'
import { Breaker } from './breaker.ts'
import { tooManyConcurrent, unavailable } from '../errors/api_error.ts'
import type { ApiError } from '../errors/api_error.ts'
import { inSpan } from '../telemetry/tracing.ts'
import type { SpanStart } from '../telemetry/tracing.ts'
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
  const start = (): SpanStart => ({
    name: operation ? `${sql} ${operation}` : sql,
    kind: 'client',
    attributes: { 'db.system.name': 'postgresql', 'db.operation.name': operation, 'db.query.summary': sql },
  })
  return withoutHoles(await inSpan(start, () => breakerOf(database).run(work, isOutOfReach)))
}

/**
 * Removes the empty places before the first row. If a query fails after some of its rows arrived, postgres 3.4.9 keeps its count of
 * rows, and stores the rows of the next query of the connection after as many empty places.
 */
function withoutHoles<Answer>(answer: Answer): Answer {
  if (Array.isArray(answer) && answer.length > 0 && !(0 in answer)) {
    const first = Object.keys(answer).find((key) => /^\d+$/.test(key))
    answer.splice(0, Number(first ?? answer.length))
  }
  return answer
}

/** Sends one query of a request, as `query`. Throws an ApiError: 429 if the caller itself sends too many at once, otherwise 503. */
export async function queryOrApiError<Answer>(...request: Parameters<typeof query<Answer>>): Promise<Answer> {
  try {
    return await query(...request)
  } catch (cause) {
    throw queryError(cause)
  }
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

/** Limits how many queries may wait for a connection of this pool. Further queries throw `ShareExceeded` at once. */
export function limitWaiting(database: Database, waitingMax: number): void {
  semaphore.set(database, new Semaphore(database.options.max, { waitingMax }))
}

/** Whether an error means that the database is unavailable. Any other Postgres error proves that it is reachable. */
function isOutOfReach(thrown: unknown): boolean {
  if (thrown instanceof Busy || thrown instanceof ShareExceeded) return false
  return !(thrown instanceof postgres.PostgresError) || /^(08|53|57P)/.test(thrown.code)
}

/** The most recognized credentials of a process. The one that was used longest ago is forgotten first. */
const recognizedMax = 10_000
/** Credentials that the database has resolved, oldest use first. They divide connections and prove nothing. */
const recognized = new Set<string>()

/**
 * Returns the name by which connections are divided. A credential that the database has resolved before has a share of
 * its own. All other requests of a network address share that of the address, so that random keys of one address take
 * no more turns than one caller.
 */
export function callerName(credentialHash: Uint8Array | null, clientIp: string): string {
  const name = credentialHash && nameOf(credentialHash)
  return name !== null && recognized.has(name) ? name : clientIp
}

/** Records whether the database resolved a credential. */
export function recognize(credentialHash: Uint8Array | null, isResolved: boolean): void {
  if (!credentialHash) return
  const name = nameOf(credentialHash)
  recognized.delete(name)
  if (!isResolved) return
  recognized.add(name)
  if (recognized.size > recognizedMax) recognized.delete(recognized.values().next().value as string)
}

function nameOf(hash: Uint8Array): string {
  return String.fromCharCode(...hash)
}

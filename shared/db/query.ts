import postgres from 'postgres'
import { Breaker } from './breaker.ts'
import { withTimeout } from './connections.ts'
import type { Database } from './pool.ts'
import { Busy, Semaphore } from './semaphore.ts'

/**
 * Sends one query of a request to the database. Throws at once while the circuit breaker is open, `Busy` if no
 * connection becomes free in time, and `Overdue` if the database does not respond.
 */
export async function query<Answer>(database: Database, send: () => PromiseLike<Answer>): Promise<Answer> {
  return await breakerOf(database).run(() => semaphoreOf(database).run(() => withTimeout(database, send)), isOutOfReach)
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
  semaphore.set(database, new Semaphore(database.options.max, 2000, waitingMax))
}

/** Whether an error means that the database is unavailable. Any other Postgres error proves that it is reachable. */
function isOutOfReach(thrown: unknown): boolean {
  if (thrown instanceof Busy) return false
  return !(thrown instanceof postgres.PostgresError) || /^(08|53|57P)/.test(thrown.code)
}

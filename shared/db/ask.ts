import postgres from 'postgres'
import { Breaker } from './breaker.ts'
import { inTime } from './connections.ts'
import type { Database } from './pool.ts'
import { Busy, Slots } from './slots.ts'

/**
 * One question to the database on behalf of somebody who waits: refused at once while the database rests, after a while where
 * no connection is free, and given up where no answer comes. Throws in each case.
 */
export async function ask<Answer>(database: Database, question: () => PromiseLike<Answer>): Promise<Answer> {
  return await breakerOf(database).run(() => slotsOf(database).run(() => inTime(database, question)), isOutOfReach)
}

const breakers = new WeakMap<Database, Breaker>()

export function breakerOf(database: Database): Breaker {
  const breaker = breakers.get(database) ?? new Breaker()
  breakers.set(database, breaker)
  return breaker
}

const slots = new WeakMap<Database, Slots>()

export function slotsOf(database: Database): Slots {
  const known = slots.get(database) ?? new Slots(database.options.max)
  slots.set(database, known)
  return known
}

/** What the database itself says, it says because it is there. */
function isOutOfReach(thrown: unknown): boolean {
  if (thrown instanceof Busy) return false
  return !(thrown instanceof postgres.PostgresError) || /^(08|53|57P)/.test(thrown.code)
}

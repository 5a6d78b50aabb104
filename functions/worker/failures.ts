import { Overdue } from '../../shared/db/connections.ts'
import type { Database } from '../../shared/db/pool.ts'
import { causeOf } from '../../shared/log/log.ts'

/** A recorded failure of a part of a brand's job. `cause` is for the log. */
export interface Failure {
  subject: string
  error_class: string
  cause: string
}

export interface Part {
  brandId: string
  queue: string
  /** The name of the part, such as "day 2026-11-19" or a metric. */
  subject: string
  day?: string
}

/** SQLSTATE classes of transient errors: lost connections, deadlocks, a full or stopping server. pg-boss retries such a job. */
const transient = /^(08|40|53|55|57P|58)/

/**
 * Runs one part of a brand's job. A failure is recorded in `core.job_failures` and returned, so that the other parts run; the
 * next run retries it. A transient error is thrown. `act` must remove the recorded failure of a part that succeeds.
 */
export async function attemptPart<Result>(
  sql: Database,
  part: Part,
  act: () => Promise<Result>,
): Promise<{ result: Result; failure: null } | { result: null; failure: Failure }> {
  const { brandId, queue, subject, day = null } = part
  try {
    return { result: await act(), failure: null }
  } catch (thrown) {
    const error_class = permanentErrorClass(thrown)
    if (error_class === null) throw thrown
    try {
      await sql`
        select core.enter_brand(${brandId}), core.record_failure(${brandId}, ${queue}, ${subject}, ${error_class}, ${day})`
    } catch {
      // If the failure cannot be recorded, the job fails with the original error.
      throw thrown
    }
    return { result: null, failure: { subject, error_class, cause: causeOf(thrown) } }
  }
}

/** Removes the recorded failure of a part, or of the whole job, that succeeded. */
export async function clearFailures(sql: Database, brandId: string, queue: string, subject?: string): Promise<void> {
  await sql`select core.enter_brand(${brandId}), core.clear_failures(${brandId}, ${queue}, ${subject ?? null})`
}

/** Removes the recorded failures of single days after all days of a job succeeded at once. */
export async function clearDayFailures(sql: Database, brandId: string, queue: string): Promise<void> {
  await sql`select core.enter_brand(${brandId}), core.clear_failures(${brandId}, ${queue}, days_only => true)`
}

/** Returns the SQLSTATE or the name of a permanent error; null for a transient one. */
export function permanentErrorClass(thrown: unknown): string | null {
  if (thrown instanceof Overdue) return null
  const { code, name = 'Error' } = thrown as { code?: unknown; name?: string }
  if (code === undefined) return name
  // SQLSTATEs have five characters. Socket errors have names such as ECONNRESET.
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) && !transient.test(code) ? code : null
}

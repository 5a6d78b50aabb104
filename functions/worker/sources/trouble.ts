import postgres from 'postgres'
import { databaseErrorOf, raisedOf } from '../../../shared/errors/refusal.ts'
import { MissingKey } from '../../../shared/key_ring.ts'
import { SourceError } from '../../../shared/sources/source_error.ts'
import type { Remedy } from '../../../shared/sources/source_error.ts'

/** What keeps a window or an object from being read or stored. `wait`: others continue, and this one is tried later. */
export interface Trouble {
  reason: string
  remedy: Remedy | 'wait'
  values: Record<string, unknown>
  retryAfterSeconds?: number | undefined
}

/**
 * Returns what an error means for the source: null for one of the database or of this program, which the job retries, and `lost` if
 * another process has the source.
 */
export function troubleOf(thrown: unknown): Trouble | 'lost' | null {
  if (thrown instanceof SourceError) return thrown
  if (thrown instanceof MissingKey) {
    return { reason: 'token_key_is_missing', remedy: 'stop', values: { key_id: thrown.keyId } }
  }
  if (!(thrown instanceof postgres.PostgresError)) return null
  const raised = raisedOf(databaseErrorOf(thrown))
  switch (raised?.reason) {
    case 'another_process_reads_this_source':
      return 'lost'
    case 'rates_are_missing':
      return { reason: 'rate_of_exchange_is_missing', remedy: 'wait', values: raised.values }
    case 'reply_has_repeated_rows':
      return { reason: 'reply_is_inconsistent', remedy: 'retry', values: raised.values }
    default:
      // A date or number that is none.
      return thrown.code.startsWith('22') ? { reason: 'reply_has_another_form', remedy: 'stop', values: {} } : null
  }
}

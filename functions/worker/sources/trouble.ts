import postgres from 'postgres'
import { databaseErrorOf, raisedOf } from '../../../shared/errors/refusal.ts'
import { MissingKey } from '../../../shared/key_ring.ts'
import { SourceError } from '../../../shared/sources/source_error.ts'
import type { Remedy } from '../../../shared/sources/source_error.ts'
import { storableJson } from '../../../shared/sources/storage/storable_json.ts'
import { permanentErrorClass } from '../failures.ts'
import { attemptsMax } from './waits.ts'

/** What keeps a window or an object from being read or stored. `wait`: others continue, and this one is tried later. */
export interface Trouble {
  reason: string
  remedy: Remedy | 'wait'
  values: Record<string, unknown>
  retryAfterSeconds?: number | undefined
}

/** The attempts after which an internal error needs attention. Unlike an error of a platform, it repeats. */
const internalAttemptsMax = 3

/** Returns the attempts after which a person is asked. */
export function attemptsMaxOf({ reason }: Trouble): number {
  return reason === 'reading_failed' ? internalAttemptsMax : attemptsMax
}

/** Returns what is stored of the failure for a person, as JSON. `attempts` are those before the present one. */
export function attentionOf({ reason, values }: Trouble, attempts: number): string {
  return storableJson({ reason, values: reason === 'reading_failed' ? { ...values, times: attempts + 1 } : values })
}

/**
 * Returns what an error means for the source: null for a transient one, such as a lost connection to the database, which the job
 * retries, and `lost` if another process has the source. A permanent error of the database or of this program is a trouble too, so
 * that it does not keep other windows, and a person learns of it.
 */
export function troubleOf(thrown: unknown): Trouble | 'lost' | null {
  if (thrown instanceof SourceError) return thrown
  if (thrown instanceof MissingKey) {
    return { reason: 'token_key_is_missing', remedy: 'stop', values: { key_id: thrown.keyId } }
  }
  if (!(thrown instanceof postgres.PostgresError)) return internalTrouble(thrown)
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
      return thrown.code.startsWith('22')
        ? { reason: 'reply_has_another_form', remedy: 'stop', values: {} }
        : internalTrouble(thrown)
  }
}

function internalTrouble(thrown: unknown): Trouble | null {
  const error = permanentErrorClass(thrown)
  return error === null ? null : { reason: 'reading_failed', remedy: 'retry', values: { error } }
}

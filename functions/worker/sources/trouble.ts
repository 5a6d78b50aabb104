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

/** The internal errors after which a person is asked. Unlike an error of a platform, an internal error repeats. */
export const internalErrorsMax = 3

/** How often the read of a window or an object failed before: in all, and with an internal error. */
interface Failed {
  attempts: number
  internal_errors: number
}

/** Whether the error is one of this program or of the database. */
export function isInternal({ reason }: Trouble): boolean {
  return reason === 'reading_failed'
}

/** Whether a person is asked after this failure. */
export function needsPerson(trouble: Trouble, { attempts, internal_errors }: Failed): boolean {
  return isInternal(trouble) ? internal_errors + 1 >= internalErrorsMax : attempts + 1 >= attemptsMax
}

/** Returns what is stored of the failure for a person, as JSON. */
export function attentionOf(trouble: Trouble, { internal_errors }: Failed): string {
  const { reason, values } = trouble
  return storableJson({ reason, values: isInternal(trouble) ? { ...values, times: internal_errors + 1 } : values })
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
    case 'exchange_rates_are_missing':
      return { reason: raised.reason, remedy: 'wait', values: raised.values }
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

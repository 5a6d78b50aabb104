import type { Audience } from '../audience.ts'
import type { KnownSentences, Reason } from './warning.ts'

/** Returns a warning to store, as `platform.warning` does in SQL. Its sentence is made when it is read. */
export function warning<Name extends keyof KnownSentences>(
  reason: Name,
  ...given: ValuesOf<KnownSentences[Name]>
): Reason {
  return { reason, values: (given[0] ?? {}) as Record<string, unknown> }
}

type ValuesOf<Sentence> = Sentence extends () => string
  ? []
  : Sentence extends (values: infer Values, audience: Audience) => string
    ? [values: Values]
    : never

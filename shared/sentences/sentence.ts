import { administration } from './administration.ts'
import { analytics } from './analytics.ts'
import type { Audience } from './audience.ts'
import { commerce } from './commerce.ts'
import { connector } from './connector.ts'
import { consolePages } from './console.ts'
import { credentials } from './credentials.ts'
import { events } from './events.ts'
import { oauth } from './oauth.ts'
import { sources } from './sources.ts'
import { storefront } from './storefront.ts'

/**
 * An error that SQL raises (sql/platform/fail.sql): the name of the reason, the input that it concerns, and the values
 * of its sentence.
 */
export interface Raised {
  reason: string
  field: string | null
  values: Record<string, unknown>
}

/**
 * Returns what is wrong and how to correct it: a predicate of the input in lower case ("must be above 0."), or a sentence with its
 * own subject.
 */
export type Sentence = (values: never, audience: Audience) => string

/** The sentence of each reason that SQL raises. */
export const sentences: Readonly<Record<string, Sentence>> = {
  ...administration,
  ...analytics,
  ...commerce,
  ...connector,
  ...consolePages,
  ...credentials,
  ...events,
  ...oauth,
  ...sources,
  ...storefront,
  has_faults: ({ faults }: { faults: Raised[] }, audience) =>
    faults.map((fault) => sentenceOf(fault, audience)).join(' '),
}

/** Returns the faults of a request: those that SQL raised together (sql/platform/fail_for.sql), or the one that it raised. */
export function faultsOf(raised: Raised): Raised[] {
  return raised.reason === 'has_faults' ? (raised.values.faults as Raised[]) : [raised]
}

/** Returns the sentence without the name of the input, or null for a reason that only a newer database has. */
export function wordsOf({ reason, values }: Raised, audience: Audience): string | null {
  return sentences[reason]?.(values as never, audience) ?? null
}

/**
 * Returns the sentence for an audience. The name of the input precedes a predicate: "`date_to` must not be before `date_from`."
 * Returns null for a reason that only a newer database has.
 */
export function sentenceOf(raised: Raised, audience: Audience): string | null {
  const words = wordsOf(raised, audience)
  if (words === null || raised.field === null || !/^[a-z]/.test(words)) return words
  return `${audience.field(raised.field)} ${words}`
}

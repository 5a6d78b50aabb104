import { administration } from './administration.ts'
import { analytics } from './analytics.ts'
import type { Audience } from './audience.ts'
import { commerce } from './commerce.ts'
import { connector } from './connector.ts'
import { consolePages } from './console.ts'
import { credentials } from './credentials.ts'
import { events } from './events.ts'
import { oauth } from './oauth.ts'
import { storefront } from './storefront.ts'

/** What SQL raises (sql/platform/fail.sql): a reason by name, the input that it concerns, and the values that a sentence needs. */
export interface Raised {
  reason: string
  field: string | null
  values: Record<string, unknown>
}

/** What is wrong and what to do about it, without the name of the input. */
export type Sentence = (values: never, audience: Audience) => string

/** A sentence for each reason that SQL raises. */
export const sentences: Readonly<Record<string, Sentence>> = {
  ...administration,
  ...analytics,
  ...commerce,
  ...connector,
  ...consolePages,
  ...credentials,
  ...events,
  ...oauth,
  ...storefront,
}

/** The sentence without the input's name; null for a reason that a newer database raises. */
export function wordsOf({ reason, values }: Raised, audience: Audience): string | null {
  return sentences[reason]?.(values as never, audience) ?? null
}

/** The sentence for an audience, after the name of the input: "date_to: must not be before date_from." */
export function sentenceOf(raised: Raised, audience: Audience): string | null {
  const words = wordsOf(raised, audience)
  if (words === null) return null
  return raised.field === null ? words : `${audience.field(raised.field)}: ${words}`
}

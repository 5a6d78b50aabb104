import { z } from 'zod'

/**
 * Returns a schema for text that Postgres can store: no NUL, no control characters except tab and line ends, no lone
 * surrogates.
 */
export function text(lengthMin: number, lengthMax: number) {
  return z
    .string()
    .min(lengthMin, lengthMin === 1 ? 'must not be empty.' : `must have at least ${lengthMin} characters.`)
    .max(lengthMax, `must have at most ${lengthMax} characters.`)
    .refine((value) => value.isWellFormed() && !/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/.test(value), {
      error: 'must not contain control characters.',
    })
}

/**
 * Returns a schema for text on which a person bases a decision. In addition, it excludes characters that override the
 * direction of text (U+202A to U+202E, U+2066 to U+2069). Right-to-left languages do not need these and keep their
 * marks (U+200F).
 */
export function plainText(lengthMin: number, lengthMax: number) {
  return text(lengthMin, lengthMax).refine((value) => !/[\u202a-\u202e\u2066-\u2069]/.test(value), {
    error: 'must not contain characters that override the direction of the text (U+202A to U+202E, U+2066 to U+2069).',
  })
}

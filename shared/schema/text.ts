import { z } from 'zod'

/** Text that Postgres can store: no NUL, no other control character but tab and line ends, no lone surrogate. */
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
 * Text that a person decides by: nor does anything in it turn the rest around unseen (U+202A to U+202E, U+2066 to U+2069). Languages
 * written from the right need none of these, and keep their marks (U+200F).
 */
export function plainText(lengthMin: number, lengthMax: number) {
  return text(lengthMin, lengthMax).refine((value) => !/[\u202a-\u202e\u2066-\u2069]/.test(value), {
    error: 'must not contain characters that override the direction of the text (U+202A to U+202E, U+2066 to U+2069).',
  })
}

import { z } from 'zod'
import { visibleLength } from '../text/visible_length.ts'

/**
 * Returns a schema for text that Postgres can store, in NFC: no NUL, no control characters except tab and line ends, no lone
 * surrogates. The database removes characters that people cannot see (`platform.plain`), so the shortest length counts
 * visible ones.
 */
export function text(lengthMin: number, lengthMax: number) {
  const short = lengthMin === 1 ? 'must not be empty.' : `must have at least ${lengthMin} characters.`
  return z
    .string()
    .normalize('NFC')
    .min(lengthMin, short)
    .max(lengthMax, `must have at most ${lengthMax} characters.`)
    .refine((value) => value.isWellFormed() && !/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/.test(value), {
      error: 'must not contain control characters.',
      abort: true,
    })
    .refine((value) => value.length < lengthMin || visibleLength(value) >= lengthMin, { error: short })
}

/** The longest question, in characters. */
export const questionLengthMax = 500

import { z } from 'zod'
import { text } from './text.ts'

/** Returns a schema for the comma-separated words of a parameter. Empty words are dropped. */
export function words(countMax: number, lengthMax: number) {
  return z.preprocess(
    (value) =>
      typeof value === 'string'
        ? value
            .split(',')
            .map((word) => word.trim())
            .filter((word) => word !== '')
        : value,
    z
      .array(text(1, lengthMax), 'must be a list of words.')
      .min(1, 'must not be empty. Leave it out, or name at least one.')
      .max(countMax, `must have at most ${countMax} names in one request.`),
  )
}

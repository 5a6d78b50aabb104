import { z } from 'zod'

/** One of a closed list; the message names the list. */
export function choice<const Values extends readonly [string, ...string[]]>(values: Values) {
  return z.enum(values, { error: `must be one of ${values.join(', ')}.` })
}

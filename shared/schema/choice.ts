import { z } from 'zod'

/** Returns a schema for one value of a list. The error message contains the list. */
export function choice<const Values extends readonly [string, ...string[]]>(values: Values) {
  return z.enum(values, { error: `must be one of ${values.join(', ')}.` })
}

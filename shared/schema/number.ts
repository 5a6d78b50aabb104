import { z } from 'zod'

/**
 * Returns a schema for an integer within bounds. It also accepts a string of digits (specification, Endpoints: values
 * are coerced).
 */
export function integer(min: number, max: number) {
  const message = `must be a whole number from ${min} to ${max.toLocaleString('en')}.`
  return z.preprocess(
    (value) => (typeof value === 'string' && /^-?\d{1,9}$/.test(value) ? Number(value) : value),
    z.int(message).min(min, message).max(max, message),
  )
}

/** Returns a schema for a number within bounds. It also accepts a string. */
export function number(min: number, max: number) {
  const message = `must be a number from ${min} to ${max.toLocaleString('en')}.`
  return z.preprocess(
    (value) => (typeof value === 'string' && /^-?\d{1,12}(\.\d{1,9})?$/.test(value) ? Number(value) : value),
    z.number(message).min(min, message).max(max, message),
  )
}

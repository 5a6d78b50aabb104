import { z } from 'zod'

/** true or false, as a query string or as JSON writes it. */
export const flag = z.preprocess(
  (value) => (value === 'true' ? true : value === 'false' ? false : value),
  z.boolean('must be true or false.'),
)

import { z } from 'zod'

/** A Boolean. A query string contains it as the text `true` or `false`. */
export const flag = z.preprocess(
  (value) => (value === 'true' ? true : value === 'false' ? false : value),
  z.boolean('must be true or false.'),
)

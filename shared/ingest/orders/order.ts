import { z } from 'zod'
import { amountMicros, instant, name, visitor } from '../fields/record_fields.ts'

/** An order of a file. */
export const order = z.object({
  order_id: name(200),
  ...visitor,
  ordered_at: instant,
  revenue: amountMicros,
  currency: z
    .string()
    .regex(/^[A-Za-z]{3}$/, 'must be an ISO 4217 code such as USD.')
    .toUpperCase()
    .optional(),
  is_new_customer: z.union([z.stringbool(), z.boolean()], 'must be true or false.').optional(),
  refunded: amountMicros.optional(),
  refunded_at: instant.optional(),
})
export type Order = z.output<typeof order>

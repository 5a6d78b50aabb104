import { z } from 'zod'
import { choice } from '../../choice.ts'
import { text } from '../../text.ts'
import { profileLengths } from './profile_lengths.ts'

/** The kinds of payment methods that a shop can state. */
export const paymentMethodTypes = ['card', 'wallet', 'bank_transfer', 'bnpl', 'invoice', 'cash_on_delivery'] as const

/** The payment methods that a shop states, each type once. */
export const paymentMethods = z
  .array(
    z.strictObject({
      type: choice(paymentMethodTypes),
      brands: z
        .array(z.string().trim().pipe(text(1, profileLengths.line)))
        .max(50)
        .default([]),
    }),
  )
  .max(50)
  .superRefine((methods, context) => {
    for (const [index, { type }] of methods.entries()) {
      if (methods.findIndex((method) => method.type === type) === index) continue
      context.addIssue({
        code: 'custom',
        path: [index, 'type'],
        message: `must name each payment method once. \`${type}\` is repeated.`,
      })
    }
  })

import { z } from 'zod'
import { integer } from '../number.ts'
import { text } from '../text.ts'
import { ucpEnvelope, ucpId } from './ucp.ts'
import { uriOf } from './uri.ts'

const uri = z.string().overwrite(uriOf)
const totals = z.array(z.object({ type: z.string(), amount: z.int() })).describe('In minor units of `currency`.')

/** The items of a request. The business determines titles and prices (Universal Commerce Protocol, Line Item). */
export const ucpLineItems = z
  .array(z.object({ item: z.object({ id: ucpId }), quantity: integer(1, 10_000) }))
  .min(1, 'must have at least one item.')
  .max(50, 'must have at most 50 items.')

export const ucpIdempotencyKey = z
  .uuid('must be a UUID.')
  .optional()
  .describe('Sent as the header `Idempotency-Key`. Kept for two days.')

export const ucpCheckoutId = text(1, 100)

/** A checkout session. An error of the protocol has only `ucp` and `messages`. */
export const ucpCheckout = z.object({
  ucp: ucpEnvelope.extend({
    payment_handlers: z.record(z.string(), z.never()).optional().describe('Always empty: no payment takes place here.'),
  }),
  id: z.string().optional(),
  status: z.enum(['incomplete', 'requires_escalation', 'completed', 'canceled']).optional(),
  line_items: z
    .array(
      z.object({
        id: z.string(),
        item: z.object({ id: z.string(), title: z.string(), price: z.int() }),
        quantity: z.int(),
        totals,
      }),
    )
    .optional(),
  currency: z.string().optional(),
  totals: totals.optional(),
  messages: z.array(
    z.object({
      type: z.enum(['error', 'info']),
      code: z.string(),
      content: z.string(),
      severity: z.string().optional(),
      path: z.string().optional(),
    }),
  ),
  links: z.array(z.object({ type: z.string(), url: uri })).optional(),
  expires_at: z.string().optional(),
  negotiation: z
    .object({
      applied: z.array(
        z.object({
          line_item_id: z.string(),
          quote_id: z.string(),
          unit_amount: z.int(),
          quantity: z.int(),
          terms: z.record(z.string(), z.unknown()).optional(),
        }),
      ),
    })
    .optional()
    .describe('The quotes that price lines of the session (negotiation extension).'),
  order: z
    .object({ id: z.string(), label: z.string(), permalink_url: uri })
    .optional()
    .describe('The order of a session with quotes, after the merchant has confirmed it.'),
  continue_url: uri.optional().describe('Leads the buyer to the checkout of the merchant.'),
})

import { z } from 'zod'
import { orUcpError, ucpEnvelope, ucpMessages } from './ucp.ts'
import { uriOf } from './uri.ts'

const totals = z.array(z.object({ type: z.string(), amount: z.int() })).describe('In minor units of `currency`.')

const order = z.object({
  ucp: ucpEnvelope,
  id: z.string(),
  label: z.string().optional().describe('The number of the order in the shop.'),
  checkout_id: z
    .string()
    .describe('The checkout session, or the order itself if it was created by POST /transactions.'),
  permalink_url: z.string().overwrite(uriOf).optional(),
  line_items: z.array(
    z.object({
      id: z.string(),
      item: z.object({ id: z.string(), title: z.string(), price: z.int() }),
      quantity: z.object({ original: z.int(), total: z.int(), fulfilled: z.int() }),
      totals,
      status: z.enum(['processing', 'fulfilled', 'removed']),
    }),
  ),
  fulfillment: z.object({}).describe('Empty: merchants report neither expectations nor shipments.'),
  adjustments: z
    .array(
      z.object({
        id: z.string(),
        type: z.string(),
        occurred_at: z.string(),
        status: z.string(),
        totals: totals.optional(),
        description: z.string().optional(),
      }),
    )
    .optional(),
  currency: z.string(),
  totals,
  messages: ucpMessages,
})

/** An order as the merchant has reported it. */
export const ucpOrder = orUcpError(order)

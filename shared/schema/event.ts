import { z } from 'zod'

const text = z.string().nullable()
const price = z.object({ amount: z.number().nullable(), currency: z.string().nullable() })
const product = z.object({ product_id: z.string(), title: text, availability: text, price })
const deployment = z.object({ platforms: z.array(z.string()).describe('The assistants that the shop is open to.') })
const anomaly = z.object({
  detector: z.string(),
  anomaly_id: z.string(),
  level: text,
  status: z.string(),
  day: z.string(),
  value: z.number().nullable(),
  z_score: z.number().nullable(),
})
const disabledWebhook = z.object({
  detector: z.literal('webhook_disabled'),
  endpoint_id: z.string(),
  reason: z.enum(['gone', 'failing']),
})

/** Nothing happens under these types yet. */
const open = z.record(z.string(), z.unknown())

/** What the `data` of every type of event holds, in the order of `events.types`. New fields may come; none goes. */
export const eventData = {
  'product.created': product,
  'product.updated': product,
  'product.deleted': z.object({ product_id: z.string() }),
  'product.price_changed': product.extend({ previous_price: price }),
  'product.availability_changed': product.extend({ previous_availability: text }),
  'query.received': z.object({ queryId: z.string(), query: z.string(), platform: text }),
  'query.responded': z.object({ queryId: z.string(), intent: text, total_results: z.int().nullable() }),
  'negotiation.opened': open,
  'negotiation.countered': open,
  'negotiation.accepted': open,
  'negotiation.rejected': open,
  'negotiation.withdrawn': open,
  'negotiation.expired': open,
  'price_hold.created': open,
  'price_hold.consumed': open,
  'price_hold.released': open,
  'price_hold.expired': open,
  'transaction.created': open,
  'transaction.confirmed': open,
  'transaction.fulfilled': open,
  'transaction.completed': open,
  'transaction.cancelled': open,
  'transaction.expired': open,
  'confirmation_window.opened': open,
  'confirmation_window.closed': open,
  'dispute.recorded': open,
  'dispute.updated': open,
  'dispute.closed': open,
  'offer.published': open,
  'bundle.updated': z.object({ bundles: z.int().describe('How many there are now.') }),
  'feedback.received': open,
  'trust.updated': z.object({
    score: z.number().nullable(),
    tier: text,
    previous_score: z.number().nullable(),
    previous_tier: text,
  }),
  'deployment.created': deployment,
  'deployment.updated': deployment,
  'alert.triggered': z.union([anomaly, disabledWebhook]),
  'alert.resolved': anomaly,
} as const satisfies Record<string, z.ZodType>

export type EventType = keyof typeof eventData

/** The body of a webhook of that type, as JSON Schema. */
export function eventSchema(type: EventType): Record<string, unknown> {
  const body = z.looseObject({
    id: z.string().describe('The webhook-id: the same in every attempt.'),
    type: z.literal(type),
    timestamp: z.iso.datetime().describe('When it happened, in UTC.'),
    brand_id: z.string(),
    data: eventData[type],
  })
  // New fields may come at any time, so that a schema allows them.
  return z.toJSONSchema(body, { io: 'input' })
}

import { z } from 'zod'

const text = z.string().nullable()
const price = z.object({ amount: z.number().nullable(), currency: z.string().nullable() })
const product = z.object({ product_id: z.string(), title: text, availability: text, price })
const deployment = z.object({ platforms: z.array(z.string()).describe('The assistants that may read the storefront.') })
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

const negotiation = z.object({
  negotiation_id: z.string(),
  product_id: text,
  bundle_id: text,
  quantity: z.int(),
  round: z.int(),
  status: z.string(),
  resolution: text,
  hold_id: text,
})
const hold = z.object({
  hold_id: z.string(),
  product_id: text,
  bundle_id: text,
  quantity: z.int(),
  source: z.string(),
  negotiation_id: text,
  status: z.string(),
})
const transaction = z.object({
  transaction_id: z.string(),
  status: z.string(),
  merchant_order_id: text,
  completion_reason: text,
  cancellation_reason: text,
})
const confirmationWindow = z.object({ transaction_id: z.string(), status: z.string() })
const dispute = z.object({
  dispute_id: z.string(),
  transaction_id: z.string(),
  reason_code: z.string(),
  status: z.string(),
})

const lookup = {
  operation: z.string().describe('`search`, `query`, `recommend`, `ucp_search`, `ucp_lookup` or `ucp_product`.'),
  sampling_rate: z
    .number()
    .describe('Fraction of lookups that emit events. Each event represents 1 / sampling_rate lookups.'),
}

/** The `data` of each event type, in the order of `events.types`. Fields may be added, but are never removed. */
export const eventData = {
  'product.created': product,
  'product.updated': product,
  'product.deleted': z.object({ product_id: z.string() }),
  'product.price_changed': product.extend({ previous_price: price }),
  'product.availability_changed': product.extend({ previous_availability: text }),
  'query.received': z.object({
    queryId: z.string(),
    query: z
      .string()
      .describe('Query text, or product ids for a lookup or recommendation. Empty for filters without text.'),
    platform: z.string().describe('Name that the agent sent, or "unknown".'),
    ...lookup,
  }),
  'query.responded': z.object({ queryId: z.string(), intent: text, total_results: z.int().nullable(), ...lookup }),
  'negotiation.opened': negotiation,
  'negotiation.countered': negotiation,
  'negotiation.accepted': negotiation,
  'negotiation.rejected': negotiation,
  'negotiation.withdrawn': negotiation,
  'negotiation.expired': negotiation,
  'price_hold.created': hold,
  'price_hold.consumed': hold,
  'price_hold.released': hold,
  'price_hold.expired': hold,
  'transaction.created': transaction,
  'transaction.confirmed': transaction,
  'transaction.fulfilled': transaction,
  'transaction.completed': transaction,
  'transaction.canceled': transaction,
  'transaction.expired': transaction,
  'confirmation_window.opened': confirmationWindow,
  'confirmation_window.closed': confirmationWindow,
  'dispute.recorded': dispute,
  'dispute.updated': dispute,
  'dispute.closed': dispute,
  'offer.published': z.object({ offer_id: z.string(), type: z.string(), title: z.string() }),
  'bundle.updated': z.object({ bundles: z.int().describe('Current number of bundles.') }),
  'feedback.received': z.object({
    feedback_id: z.string(),
    subject: z.object({ type: z.string(), id: z.string() }),
    outcome: z.string(),
    rating: z.int().nullable(),
  }),
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

/** Returns the JSON Schema of the webhook body of an event type. */
export function eventSchema(type: EventType): Record<string, unknown> {
  const body = z.looseObject({
    id: z.string().describe('The webhook-id, equal in every attempt.'),
    type: z.literal(type),
    timestamp: z.iso.datetime().describe('Time of the event, in UTC.'),
    brand_id: z.string(),
    data: eventData[type],
  })
  // Fields may be added at any time, so the schema allows unknown fields.
  return z.toJSONSchema(body, { io: 'input' })
}

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
const staleSource = z.object({
  detector: z.literal('data_stale'),
  source_id: z.string(),
  platform: z.string(),
  account_id: z.string(),
  name: z.string(),
  data_through: text,
  reason: text,
})
const alertOfRule = z.object({
  detector: z.literal('alert_rule'),
  alert_id: z.string(),
  rule_id: z.string(),
  name: text,
  metric: z.string(),
  platform: text,
  campaign_id: text,
  comparison: z.string().describe('`below`, `above`, `falls_by` or `rises_by`.'),
  threshold: z.number().describe('In units of the metric, or a fraction for `falls_by` and `rises_by`.'),
  days: z.int(),
  day: z.string().describe('The last complete day on which the rule held.'),
  value: z.number(),
  base: z.number().optional().describe('The value of the days before, for `falls_by` and `rises_by`.'),
  end_reason: z
    .string()
    .optional()
    .describe('For `alert.resolved`: `no_longer_holds`, `rule_changed` or `rule_removed`.'),
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
    agent: z
      .string()
      .optional()
      .describe(
        'Name of the agent by its verified signature, such as `chatgpt.com`. Absent without a valid signature.',
      ),
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
  'alert.triggered': z.union([anomaly, disabledWebhook, staleSource, alertOfRule]),
  'alert.resolved': z.union([anomaly, staleSource, alertOfRule]),
} as const satisfies Record<string, z.ZodType>

export type EventType = keyof typeof eventData

/** What each event type reports, one sentence each. */
export const eventDescriptions: Readonly<Record<EventType, string>> = {
  'product.created': 'A product was added to the catalog.',
  'product.updated': 'The content of a product changed.',
  'product.deleted': 'A product was removed from the catalog.',
  'product.price_changed': 'The price of a product changed.',
  'product.availability_changed': 'A product went in or out of stock.',
  'query.received': 'An agent searched or queried the storefront.',
  'query.responded': 'The storefront responded to a search or query.',
  'negotiation.opened': 'An agent opened a negotiation.',
  'negotiation.countered': 'A side made a counter-offer.',
  'negotiation.accepted': 'An offer was accepted.',
  'negotiation.rejected': 'An offer was rejected and the negotiation ended.',
  'negotiation.withdrawn': 'The agent withdrew the negotiation.',
  'negotiation.expired': 'A negotiation expired without a response.',
  'price_hold.created': 'A price hold was created.',
  'price_hold.consumed': 'A price hold was used for an order.',
  'price_hold.released': 'A price hold was released.',
  'price_hold.expired': 'A price hold expired.',
  'transaction.created': 'An order was created and handed off to the merchant.',
  'transaction.confirmed': 'The merchant reported that the order was placed.',
  'transaction.fulfilled': 'The merchant reported that the order was delivered.',
  'transaction.completed': 'An order was completed.',
  'transaction.canceled': 'An order was canceled.',
  'transaction.expired': 'The handoff link of an order expired.',
  'confirmation_window.opened': 'The window in which the buyer can confirm or dispute opened.',
  'confirmation_window.closed': 'The window in which the buyer can confirm or dispute closed.',
  'dispute.recorded': 'A dispute was opened.',
  'dispute.updated': 'A side added a statement to a dispute.',
  'dispute.closed': 'A dispute was closed.',
  'offer.published': 'An exclusive offer was published.',
  'bundle.updated': 'The bundles of a shop changed.',
  'feedback.received': 'An agent gave feedback.',
  'trust.updated': 'A trust score or tier changed.',
  'deployment.created': 'A storefront was published.',
  'deployment.updated': 'The published information of a storefront changed.',
  'alert.triggered':
    'An anomaly was detected, an alert rule began to hold, a webhook endpoint was disabled, or the data of a connected account stopped.',
  'alert.resolved': 'An anomaly ended, an alert rule no longer holds, or the data of a connected account continues.',
}

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

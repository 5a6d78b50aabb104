import { z } from 'zod'
import type { Operation } from '../../operation.ts'
import { text } from '../text.ts'
import { storefrontRoot } from './product_card.ts'
import { ucpId } from './ucp.ts'
import { uriOf } from './uri.ts'

/** The version of the Agentic Commerce Protocol that is served. */
export const acpVersion = '2026-04-17'

/** The base address of the protocol below a storefront. Its paths follow it as the original OpenAPI has them. */
export const acpRoot = `${storefrontRoot}/acp`

const uri = z.string().overwrite(uriOf)
const total = z.object({
  type: z.enum(['items_base_amount', 'items_discount', 'subtotal', 'fulfillment', 'discount', 'total']),
  display_text: z.string(),
  amount: z.int(),
  description: z.string().optional(),
})
const totals = z.array(total).describe('In minor units of `currency`.')

const quantityMessage = 'must be a whole number from 1 to 10,000.'
const quantity = z.int(quantityMessage).min(1, quantityMessage).max(10_000, quantityMessage).default(1)

/** The items of a request. `quantity` is that of the RFC, which the published schema of an item does not have. */
export const acpLineItems = z
  .array(z.object({ id: ucpId, quantity }))
  .min(1, 'must have at least one item.')
  .max(50, 'must have at most 50 items.')

export const acpSessionId = text(1, 100)

/** A checkout session (Agentic Commerce Protocol, CheckoutSession). */
export const acpSession = z.object({
  id: z.string(),
  protocol: z.object({ version: z.string() }),
  capabilities: z.object({
    payment: z.object({ handlers: z.array(z.never()).describe('Always empty: no payment takes place here.') }),
    interventions: z.object({ supported: z.array(z.never()), required: z.array(z.never()) }),
  }),
  status: z.enum(['not_ready_for_payment', 'requires_escalation', 'canceled', 'expired']),
  currency: z.string(),
  line_items: z.array(
    z.object({
      id: z.string(),
      item: z.object({ id: z.string() }),
      quantity: z.int(),
      name: z.string(),
      unit_amount: z.int(),
      availability_status: z.literal('out_of_stock').optional(),
      totals,
    }),
  ),
  fulfillment_options: z.array(z.never()).describe('Always empty: the buyer chooses the delivery at the merchant.'),
  totals,
  discounts: z
    .object({
      codes: z.array(z.string()),
      applied: z.array(z.never()),
      rejected: z.array(z.never()),
    })
    .optional()
    .describe('Present if the request has discount codes. None is checked here, so none is applied or rejected.'),
  messages: z.array(
    z.object({
      type: z.enum(['error', 'warning', 'info']),
      code: z.string().optional(),
      resolution: z.string().optional(),
      param: z.string().optional(),
      content_type: z.literal('plain'),
      content: z.string(),
    }),
  ),
  links: z.array(z.object({ type: z.string(), url: uri })),
  created_at: z.string(),
  updated_at: z.string(),
  expires_at: z.string(),
  continue_url: uri.optional().describe('Leads the buyer to the checkout of the merchant.'),
})

const version = { description: 'The version of the protocol.', example: acpVersion }
const key = {
  description: 'At most 255 characters. A key belongs to its caller and path. It is kept for two days.',
  example: '550e8400-e29b-41d4-a716-446655440000',
}

/** What the operations of checkout sessions have in common. */
export const acpOperation = {
  scope: 'read:commerce',
  isPublic: true,
  ignoresUnknown: 'all',
  headers: { 'API-Version': version },
  output: acpSession,
} satisfies Partial<Operation>

/** What their changes have in common. The adapter of the protocol sets the parameters that identify a request. */
export const acpChange = {
  ...acpOperation,
  method: 'post',
  headers: { 'API-Version': version, 'Idempotency-Key': key },
} satisfies Partial<Operation>

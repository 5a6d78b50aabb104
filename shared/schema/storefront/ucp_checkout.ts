import { z } from 'zod'
import { text } from '../text.ts'
import { orUcpError, ucpEnvelope, ucpId, ucpMessages } from './ucp.ts'
import { uriOf } from './uri.ts'

const uri = z.string().overwrite(uriOf)
const totals = z.array(z.object({ type: z.string(), amount: z.int() })).describe('In minor units of `currency`.')

const quantityMessage = 'must be a whole number from 1 to 10,000.'
// The protocol has an integer, and no text of digits (Line Item).
const lineQuantity = z.int(quantityMessage).min(1, quantityMessage).max(10_000, quantityMessage)

/** The items of a request. The business determines titles and prices (Universal Commerce Protocol, Line Item). */
export const ucpLineItems = z
  .array(z.object({ item: z.object({ id: ucpId }), quantity: lineQuantity }))
  .max(50, 'must have at most 50 items.')

export const ucpIdempotencyKey = z
  .uuid('must be a UUID.')
  .optional()
  .describe('Identifies the change. A repeated request with the same key gets the stored response. Kept for two days.')

export const ucpCheckoutId = text(1, 100)
export const ucpCartId = text(1, 100)

/** Where the buyer is. Other members of the protocol are not used. */
const place = {
  address_country: text(1, 100).optional(),
  address_region: text(1, 100).optional(),
  postal_code: text(1, 100).optional(),
}
export const ucpBuyerContext = z
  .object(place)
  .optional()
  .describe('Where the buyer is. Used if no destination is selected.')

export const ucpDiscounts = z
  .object({ codes: z.array(ucpId).max(10, 'must have at most 10 codes.').optional() })
  .optional()
  .describe('Needs the extension `dev.ucp.shopping.discount`. A code is the id of an exclusive offer.')

const chosenId = text(1, 100)

export const ucpFulfillment = z
  .object({
    methods: z
      .array(
        z.object({
          type: z.string().max(100).default('shipping'),
          line_item_ids: z.array(chosenId).max(100).optional(),
          destinations: z
            .array(z.object({ id: chosenId.optional(), ...place }))
            .max(10)
            .optional(),
          selected_destination_id: chosenId.nullish(),
          groups: z
            .array(z.object({ selected_option_id: chosenId.nullish() }))
            .max(10)
            .optional(),
        }),
      )
      .max(10)
      .optional(),
  })
  .optional()
  .describe(
    'Needs the extension `dev.ucp.shopping.fulfillment`. Streets and names are neither used nor stored: the buyer enters them in the checkout of the merchant.',
  )

const fulfillmentOption = z.object({
  id: z.string(),
  title: z.string(),
  description: z
    .union([z.string(), z.object({ plain: z.string() })])
    .optional()
    .describe('An object in 2026-08-22.'),
  totals: totals.describe('Empty if the cost is not known.'),
})

const shownFulfillment = z.object({
  methods: z.array(
    z.object({
      id: z.string(),
      type: z.string(),
      line_item_ids: z.array(z.string()),
      destinations: z.array(
        z.object({ type: z.string().optional().describe('Present in 2026-08-22.'), id: z.string(), ...place }),
      ),
      selected_destination_id: z.string().optional(),
      groups: z.array(
        z.object({
          id: z.string(),
          line_item_ids: z.array(z.string()),
          options: z.array(fulfillmentOption),
          selected_option_id: z.string().optional(),
        }),
      ),
    }),
  ),
})

const lineItem = z.object({
  id: z.string(),
  item: z.object({ id: z.string(), title: z.string(), price: z.int() }),
  quantity: z.int(),
  totals,
})

const shownDiscounts = z.object({
  codes: z.array(z.string()),
  applied: z.array(
    z.object({
      code: z.string(),
      title: z.string(),
      amount: z.int(),
      method: z.string().optional(),
      allocations: z.array(z.object({ path: z.string(), amount: z.int() })).optional(),
    }),
  ),
})

const shownCart = z.object({
  ucp: ucpEnvelope,
  id: z.string(),
  line_items: z.array(lineItem),
  currency: z.string(),
  discounts: shownDiscounts.optional().describe('Present if the extension `dev.ucp.shopping.discount` is negotiated.'),
  totals,
  messages: ucpMessages,
  links: z.array(z.object({ type: z.string(), url: uri })),
  expires_at: z.string(),
  continue_url: uri.optional().describe('Leads the buyer to the checkout of the merchant.'),
})

/** The quotes that price lines of a session (negotiation extension). */
export const ucpAppliedQuotes = z.array(
  z.object({
    line_item_id: z.string(),
    quote_id: z.string(),
    unit_amount: z.int(),
    quantity: z.int(),
    terms: z.record(z.string(), z.unknown()).optional(),
  }),
)

const shownCheckout = shownCart.extend({
  ucp: ucpEnvelope.extend({
    payment_handlers: z.record(z.string(), z.never()).describe('Always empty: no payment takes place here.'),
  }),
  status: z.enum(['incomplete', 'requires_escalation', 'completed', 'canceled']),
  fulfillment: shownFulfillment
    .optional()
    .describe('Present if the extension `dev.ucp.shopping.fulfillment` is negotiated.'),
  negotiation: z
    .object({ applied: ucpAppliedQuotes })
    .optional()
    .describe('The quotes that price lines of the session (negotiation extension).'),
  order: z
    .object({ id: z.string(), label: z.string(), permalink_url: uri })
    .optional()
    .describe('The order of a session with quotes, after the merchant has confirmed it.'),
})

export const ucpCartResponse = orUcpError(shownCart)
export const ucpCheckoutResponse = orUcpError(shownCheckout)

import { z } from 'zod'
import { integer, number } from '../number.ts'
import { productCard, productId } from '../storefront/product_card.ts'
import { text } from '../text.ts'
import { webAddressFault } from '../web_address.ts'

/** An ISO 8601 time between 2000 and 2100, converted to UTC. */
export const moment = z.iso
  .datetime({ offset: true, error: 'must be ISO 8601, such as 2026-11-20T12:00:00Z.' })
  .refine((text) => Date.parse(text) > Date.UTC(2000) && Date.parse(text) < Date.UTC(2100), {
    error: 'must lie between 2000 and 2100.',
  })
  .overwrite((text) => (Number.isNaN(Date.parse(text)) ? text : new Date(text).toISOString()))

/** Schemas that orders and negotiations share. */
export const money = productCard.shape.price
export const amount = number(0, 1e9).refine((value) => value > 0, { error: 'must be above 0.' })
export const currency = text(3, 3).regex(/^[A-Z]{3}$/, 'must be an ISO 4217 code such as USD.')
export const quantity = integer(1, 1_000_000)
/** The availability of a product, which agents check before an order. commerce.product_availability computes it. */
export const availability = z
  .object({
    status: z.enum(['in_stock', 'low_stock', 'out_of_stock', 'preorder']),
    quantity_available: z
      .int()
      .nullable()
      .describe(
        'Units that can still be ordered: the last reported stock minus units ordered since then. Null when the shop ' +
          'reports no number.',
      ),
    is_orderable: z
      .boolean()
      .describe(
        'True when an order of this quantity is currently accepted. Otherwise an order returns 409 `out_of_stock`.',
      ),
  })
  .nullable()
  .describe(
    'Availability for this quantity: the last reported stock minus units ordered since then. Within an order, its ' +
      'own items are not subtracted. Null when the product is no longer in the catalog.',
  )
export const bundleId = text(1, 100).describe('Id of the bundle.')
export const recordId = text(1, 100)
export const version = integer(0, 999_999_999)
  .optional()
  .describe('The version that the caller last read. Another current version returns 409 `version_conflict`.')
export const webAddress = text(1, 2000).refine((link) => webAddressFault(link) === null, {
  error: ({ input }) => webAddressFault(input as string) ?? '',
})
export const evidenceUrls = z.array(webAddress).max(20, 'must have at most 20 addresses.').default([])

export const idempotencyHeader = z
  .string('must be a new value for each operation, and the same value for a retry.')
  .min(1, 'must have at least 1 character.')
  .max(255, 'must have at most 255 characters.')
  .regex(/^[\x21-\x7e]+$/, 'must be printable ASCII without spaces.')
  .describe(
    'Header Idempotency-Key: a new value for each operation, and the same value for a retry. A retry returns the ' +
      'first response with `Idempotent-Replayed: true`. The same key with another request returns 422. A request while ' +
      'the first one is in progress returns 409.',
  )

export const agent = z
  .object({
    platform: text(1, 100).optional().describe('Name of the assistant.'),
    version: text(1, 100).optional(),
    session_id: text(1, 200).optional(),
  })
  .default({})

/** The agent whose signature the service verified (RFC 9421). */
export const verifiedAgent = z
  .string()
  .nullable()
  .describe('Agent that signed the request, verified by HTTP message signature. Null for an unsigned request.')

export const agentAnswer = z.record(z.string(), z.unknown())

export const subject = {
  product_id: productId.optional(),
  bundle_id: bundleId.optional().describe('Use instead of `product_id`.'),
}

export const page = { page: integer(1, 1_000_000).default(1), limit: integer(1, 100).default(20) }

export const pagination = z.object({
  page: z.int(),
  limit: z.int(),
  total: z.int(),
  total_pages: z.int(),
  has_more: z.boolean(),
})

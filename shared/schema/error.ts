import { z } from 'zod'
import { statusOfCode } from '../errors/api_error.ts'

/** Specification, Error envelope (analytics API). */
export const analyticsError = z.object({
  error: z.object({
    code: z.enum(Object.keys(statusOfCode) as [string, ...string[]]),
    message: z.string().describe('Names the offending field and says what to do next.'),
    retry_after: z.int().optional().describe('Seconds to wait; on 429 and on failures worth a retry.'),
  }),
  request_id: z.string(),
})

/** Specification, Errors (storefront API): a plain message, with what a machine wants beside it. */
export const storefrontError = z.object({
  error: z.string().describe('Says what is wrong and what to do next.'),
  code: analyticsError.shape.error.shape.code,
  request_id: z.string(),
  retry_after: z.int().optional(),
  fields: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  from: z.string().optional().describe('With invalid_transition: where it stands,'),
  action: z.string().optional().describe('what was asked of it,'),
  allowed: z.array(z.string()).optional().describe('and what is possible from there.'),
  version: z.int().optional().describe('With version_conflict: the present one.'),
  hold_id: z.string().optional().describe('With hold_exists: the hold that there is.'),
  product_id: z.string().nullish().describe('With out_of_stock: the product that cannot be ordered,'),
  bundle_id: z.string().nullish().describe('or the bundle,'),
  availability: z.unknown().optional().describe('and what the shop reports of it; null where it left the catalog.'),
})

import { z } from 'zod'
import { statusOfCode } from '../errors/api_error.ts'

/** Specification, Error envelope (analytics API). */
export const analyticsError = z.object({
  error: z.object({
    code: z.enum(Object.keys(statusOfCode) as [string, ...string[]]),
    message: z.string().describe('Names the invalid field and explains how to correct the request.'),
    retry_after: z
      .int()
      .optional()
      .describe('Seconds to wait before a retry. Present for 429 and for temporary failures.'),
  }),
  request_id: z.string(),
})

/** Specification, Errors (storefront API): a message, with further fields for machines. */
export const storefrontError = z.object({
  error: z.string().describe('Explains what is wrong and how to correct the request.'),
  code: z.enum(Object.keys(statusOfCode) as [string, ...string[]]),
  request_id: z.string(),
  retry_after: z.int().optional(),
  fields: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  from: z.string().optional().describe('For `invalid_transition`: the current status.'),
  action: z.string().optional().describe('For `invalid_transition`: the requested action.'),
  allowed: z
    .array(z.string())
    .optional()
    .describe('For `invalid_transition`: the actions that are allowed in the current status.'),
  version: z.int().optional().describe('For `version_conflict`: the current version.'),
  hold_id: z.string().optional().describe('For `hold_exists`: the existing price hold.'),
  dispute_id: z.string().optional().describe('For `confirmation_window_closed`: the existing dispute about the order.'),
  dispute_status: z.string().optional().describe('For `confirmation_window_closed`: the status of that dispute.'),
  product_id: z.string().nullish().describe('For `out_of_stock`: the product that cannot be ordered.'),
  bundle_id: z.string().nullish().describe('For `out_of_stock`: the bundle that cannot be ordered.'),
  availability: z
    .unknown()
    .optional()
    .describe('For `out_of_stock`: the reported availability. Null when the product is no longer in the catalog.'),
})

/** Universal Commerce Protocol, Error Handling: the message as `content`, with a code of the protocol or of the storefront API. */
export const ucpError = z.object({
  error: z.string().describe('Explains what is wrong and how to correct the request.'),
  code: z
    .string()
    .describe(
      '`invalid_profile_url`, `profile_unreachable`, `request_too_large` and so on of the protocol, or a code of the storefront API.',
    ),
  content: z.string().describe('The same as `error`.'),
  request_id: z.string(),
  retry_after: z.int().optional(),
  fields: storefrontError.shape.fields,
})

/** Agentic Commerce Protocol, Error. */
export const acpError = z.object({
  type: z.enum(['invalid_request', 'processing_error', 'service_unavailable']),
  code: z.string(),
  message: z.string().describe('Explains what is wrong and how to correct the request.'),
  param: z.string().optional().describe('JSONPath (RFC 9535) of the member that is wrong.'),
  supported_versions: z
    .array(z.string())
    .optional()
    .describe('For `missing_api_version` and `unsupported_api_version`.'),
})

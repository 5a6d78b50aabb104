import { z } from 'zod'
import { eventData } from './event.ts'
import { meta } from './meta.ts'
import { text } from './text.ts'

/** The base path of all operations on endpoints. */
export const webhooksRoot = '/api/webhooks'

export const endpointId = text(1, 100).describe('Id of the endpoint, such as `whe_...`.')
export const endpointUrl = text(1, 2000).describe('An https URL on the public internet, port 443 or 8443.')
export const endpointDescription = text(0, 500).describe('Description for people.')
export const endpointTypes = z
  .array(text(1, 100), 'must be a list of types of events.')
  .min(1, 'must not be empty. Leave it out, or name at least one.')
  .max(Object.keys(eventData).length, `must have at most ${Object.keys(eventData).length} types.`)
  .describe('Event types to send. `["*"]` means all types. GET /api/webhooks/event-types lists them.')

const instant = z.string().nullable()

export const endpoint = z.object({
  id: z.string(),
  url: z.string(),
  description: z.string(),
  brand_id: z.string().nullable().describe('Null: every brand of the account.'),
  types: z.array(z.string()),
  status: z.string().describe('`active` or `disabled`.'),
  disabled_reason: z
    .string()
    .nullable()
    .describe('`by_request`, `gone` (the endpoint returned 410) or `failing` (for five days).'),
  created_at: z.string(),
  failing_since: instant,
  last_attempt_at: instant,
  last_success_at: instant,
  previous_secret_expires_at: instant.describe(
    'Deliveries also carry a signature of the previous secret until this time.',
  ),
})

export const endpointAnswer = z.object({ data: endpoint, meta })
export const endpointWithSecretAnswer = z.object({
  data: endpoint.extend({ secret: z.string().describe('`whsec_` followed by base64. It is shown only once.') }),
  meta,
})

export const delivery = z.object({
  id: z.string(),
  event_id: z.string().describe('The webhook-id, equal in every attempt.'),
  type: z.string(),
  brand_id: z.string(),
  status: z.string().describe('`pending`, `delivered` or `failed`.'),
  created_at: z.string(),
  delivered_at: instant,
  next_attempt_at: instant,
  attempts: z.array(
    z.object({
      attempt: z.int(),
      attempted_at: z.string(),
      status: z.int().nullable(),
      latency_ms: z.int().nullable(),
      answer: z.string().nullable().describe('First 1 KB of the response body.'),
      error: z.string().nullable().describe('Kind of failure. Null for a success.'),
    }),
  ),
})

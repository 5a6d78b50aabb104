import { z } from 'zod'
import { eventData } from './event.ts'
import { meta } from './meta.ts'
import { text } from './text.ts'

/** All operations on endpoints stand below it. */
export const webhooksRoot = '/api/webhooks'

export const endpointId = text(1, 100).describe('Of the endpoint, such as whe_....')
export const endpointUrl = text(1, 2000).describe('https, on the public internet, port 443 or 8443.')
export const endpointDescription = text(0, 500).describe('For people.')
export const endpointTypes = z
  .array(text(1, 100), 'must be a list of types of events.')
  .min(1, 'names nothing. Leave it out, or name at least one.')
  .max(Object.keys(eventData).length, `must have at most ${Object.keys(eventData).length} types.`)
  .describe('The types to be told of; ["*"] for all of them. GET /api/webhooks/event-types lists them.')

const instant = z.string().nullable()

export const endpoint = z.object({
  id: z.string(),
  url: z.string(),
  description: z.string(),
  brand_id: z.string().nullable().describe('Null: every brand of the account.'),
  types: z.array(z.string()),
  status: z.string().describe('active or disabled.'),
  disabled_reason: z.string().nullable().describe('by_request, gone (it answered 410) or failing (for five days).'),
  created_at: z.string(),
  failing_since: instant,
  last_attempt_at: instant,
  last_success_at: instant,
  previous_secret_expires_at: instant.describe('Until when deliveries are signed with the secret before, too.'),
})

export const endpointAnswer = z.object({ data: endpoint, meta })
export const endpointWithSecretAnswer = z.object({
  data: endpoint.extend({ secret: z.string().describe('whsec_ and base64. Shown this once: keep it.') }),
  meta,
})

export const delivery = z.object({
  id: z.string(),
  event_id: z.string().describe('The webhook-id of every attempt.'),
  type: z.string(),
  brand_id: z.string(),
  status: z.string().describe('pending, delivered or failed.'),
  created_at: z.string(),
  delivered_at: instant,
  next_attempt_at: instant,
  attempts: z.array(
    z.object({
      attempt: z.int(),
      attempted_at: z.string(),
      status: z.int().nullable(),
      latency_ms: z.int().nullable(),
      answer: z.string().nullable().describe('The first 1 KB of it.'),
      error: z.string().nullable().describe('The kind of failure; null for a success.'),
    }),
  ),
})

import { z } from 'zod'
import { operation } from '../../operation.ts'
import { choice } from '../../schema/choice.ts'
import { agent, idempotencyHeader } from '../../schema/commerce/commerce.ts'
import { integer } from '../../schema/number.ts'
import { shopId, storefrontRoot } from '../../schema/storefront/product_card.ts'
import { text } from '../../schema/text.ts'

const subjectTypes = ['query', 'product', 'negotiation', 'transaction', 'response'] as const
const outcomes = [
  'purchased',
  'recommended',
  'abandoned',
  'not_relevant',
  'wrong_data',
  'price_mismatch',
  'unavailable',
  'slow',
  'error',
] as const

export const giveFeedback = operation({
  name: 'commerce.give_feedback',
  method: 'post',
  path: `${storefrontRoot}/feedback`,
  scope: 'write:negotiation',
  isIdempotent: 'by header',
  status: 201,
  summary: 'Give feedback',
  description:
    'Records the outcome of a query, product, negotiation, transaction or response. Each subject has one feedback ' +
    'record per key; a new one replaces it. Reported price mismatches lower the trust score of the shop.',
  input: z.object({
    brand_id: shopId,
    subject: z.object({ type: choice(subjectTypes), id: text(1, 200) }, 'must be an object with type and id.'),
    outcome: choice(outcomes),
    rating: integer(1, 5).optional(),
    tags: z.array(text(1, 50)).max(20, 'must have at most 20 tags.').default([]),
    comment: text(1, 1000).optional(),
    agent,
    idempotency_key: idempotencyHeader,
  }),
  output: z.object({
    feedback_id: z.string(),
    status: z.literal('accepted'),
    subject: z.object({ type: z.enum(subjectTypes), id: z.string() }),
    outcome: z.enum(outcomes),
    rating: z.int().nullable(),
    created_at: z.string(),
  }),
})

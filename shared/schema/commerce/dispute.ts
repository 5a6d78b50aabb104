import { z } from 'zod'

export const reasonCodes = [
  'not_received',
  'not_as_described',
  'damaged',
  'wrong_item',
  'incorrect_amount',
  'duplicate',
  'not_authorized',
  'refund_not_processed',
  'other',
] as const

export const disputeStatuses = [
  'open',
  'merchant_responded',
  'resolved_by_parties',
  'withdrawn',
  'closed_unresolved',
] as const

export const disputeAnswer = z.object({
  id: z.string(),
  brand_id: z.string(),
  transaction_id: z.string(),
  status: z.enum(disputeStatuses),
  version: z.int(),
  reason_code: z.enum(reasonCodes),
  adjudicated: z.literal(false).describe('Always false: disputes are recorded, not decided.'),
  statements: z.array(
    z.object({
      party: z.enum(['agent', 'merchant']),
      text: z.string(),
      evidence_urls: z.array(z.string()),
      created_at: z.string(),
    }),
  ),
  next_actions: z.array(z.string()).describe('`state`: POST /statements. `resolve` and `withdraw`: POST /close.'),
  closes_at: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
})

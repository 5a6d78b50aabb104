import { z } from 'zod'

/** A promotion as in responses. */
export const promotionRow = z.object({
  promotion_id: z.string(),
  name: z.string(),
  starts_on: z.string(),
  ends_on: z.string().describe('The last day.'),
  created_at: z.string(),
  created_by: z.string().describe('The key that added the promotion.'),
})

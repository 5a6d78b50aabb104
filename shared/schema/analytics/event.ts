import { z } from 'zod'

/** A holiday or a promotion of the brand in a range of days (`analytics.event_days`). */
export const event = z.object({
  kind: z.string().describe('`holiday` or `promotion`.'),
  name: z.string(),
  date_from: z.string(),
  date_to: z.string(),
})

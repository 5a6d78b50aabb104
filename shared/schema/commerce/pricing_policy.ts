import { z } from 'zod'

const string = z.string().nullable()

export const pricingPolicyAnswer = z.object({
  id: z.string(),
  product_id: string.describe('Null for the default policy of all products without their own policy.'),
  is_enabled: z.boolean(),
  target_percent: z.number(),
  accept_percent: z.number().nullable(),
  decline_percent: z.number().nullable(),
  rounds_max: z.int(),
  answered_by: z.enum(['policy', 'merchant']),
  answer_minutes: z.int(),
  hold_minutes: z.int(),
  negotiations_per_day_max: z.int(),
  quantity_tiers: z.array(z.object({ quantity_min: z.int(), percent_off: z.number() })),
  updated_at: z.string(),
})

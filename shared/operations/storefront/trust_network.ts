import { z } from 'zod'
import { operation } from '../../operation.ts'
import { shopId, storefrontRoot } from '../../schema/product_card.ts'

export const trustNetwork = operation({
  name: 'storefront.trust_network',
  method: 'get',
  path: `${storefrontRoot}/trust/network`,
  scope: 'read:commerce',
  isPublic: true,
  summary: 'Trust over the assistants',
  description:
    'One entry per assistant, all nine always listed; 70 where nothing was seen. Computed by this service alone.',
  input: z.object({ brand_id: shopId }),
  output: z.object({
    network_trust: z.object({
      score: z.number().nullable(),
      tier: z.string(),
      compound_factor: z.number(),
      category_baseline: z.number(),
      network_rank: z.int().nullable(),
      verified_platforms: z.int(),
      total_platforms: z.int(),
      total_signals: z.int(),
      platform_scores: z.array(
        z.object({
          platform: z.string(),
          score: z.number(),
          transactions: z.int(),
          avg_feedback: z.number().nullable(),
          last_activity: z.string().nullable(),
        }),
      ),
      calculated_at: z.string(),
    }),
  }),
})

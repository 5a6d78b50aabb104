import { z } from 'zod'
import { operation } from '../../operation.ts'
import { certification } from '../../schema/certification.ts'
import { shopId, storefrontRoot } from '../../schema/product_card.ts'

const score = z.number().min(0).max(100)

export const trust = operation({
  name: 'storefront.trust',
  method: 'get',
  path: `${storefrontRoot}/trust`,
  scope: 'read:commerce',
  isPublic: true,
  summary: 'How far a shop is to be trusted',
  description:
    'A score of 0 to 100 of seven components, computed from recorded signals of the last 365 days; null below five of them.',
  input: z.object({ brand_id: shopId }),
  output: z.object({
    brand_id: z.string(),
    score: score.nullable(),
    tier: z.enum(['new', 'basic', 'established', 'trusted', 'exemplary']),
    components: z.array(
      z.object({
        key: z.string(),
        score: score.nullable(),
        weight: z
          .number()
          .nullable()
          .describe('Of the whole, after the weight of unknown components went to the others.'),
        signals: z.int(),
        updated_at: z.string().nullable(),
      }),
    ),
    signals_total: z.int(),
    window_days: z.int(),
    dispute_rate: z.number().nullable(),
    certification,
    method_version: z.string(),
    calculated_at: z.string().nullable(),
    history: z.array(z.object({ date: z.string(), score: score.nullable() })),
    statement: z.string(),
  }),
})

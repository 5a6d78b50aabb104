import { z } from 'zod'
import { operation } from '../../operation.ts'
import { brandId } from '../../schema/brand.ts'
import { choice } from '../../schema/choice.ts'
import { meta } from '../../schema/meta.ts'
import { integer } from '../../schema/number.ts'

const number = z.number().nullable()

export const budgetRecommendations = operation({
  name: 'analytics.budget_recommendations',
  method: 'get',
  path: '/v1/budget-recommendations',
  scope: 'read:marketing',
  summary: 'Where the same money would earn more',
  description:
    'A plan in which the last unit spent earns the same everywhere, from response curves of the last weeks, no spend moving by more ' +
    'than max_shift_pct. Advice only: nothing is changed on any platform. Rows without enough data are left out, with a warning.',
  input: z.object({
    level: choice(['campaign', 'adset']).default('campaign'),
    objective: choice(['revenue', 'conversions']).default('revenue'),
    budget_change_pct: integer(-50, 100).default(0).describe('How much more or less to spend in all.'),
    max_shift_pct: integer(1, 100).default(20).describe('How far any one spend may move.'),
    lookback_days: integer(14, 180).default(56),
    status: choice(['open', 'met'])
      .optional()
      .describe('open: a move is advised; met: spend is where it earns the most already. Both unless told.'),
    limit: integer(1, 500).default(50),
    page: integer(1, 1_000_000).default(1),
    brand_id: brandId,
  }),
  output: z.object({
    brand_id: z.string(),
    level: z.string(),
    objective: z.string(),
    data: z.array(
      z.object({
        id: z.string(),
        level: z.string(),
        entity: z.object({ id: z.string(), name: z.string().nullable() }),
        platform: z.string(),
        status: z.string().describe('open or met, as of the reports held now.'),
        current_daily_spend: z.number().describe('Mean of the last 14 days.'),
        recommended_daily_spend: z.number(),
        change_pct: z.number(),
        expected_change: z
          .object({ spend: number, revenue: number, conversions: number, low: number, high: number })
          .describe('A day; low and high bound the objective, four times of five.'),
        marginal_roas: number.describe('What the next unit spent earns.'),
        average_roas: number,
        saturation: z.number().describe('0: every unit earns alike; 1: more brings nothing.'),
        confidence: z.string(),
        reasons: z.array(z.string()),
        options: z.array(z.record(z.string(), z.unknown())),
      }),
    ),
    totals: z.record(z.string(), z.unknown()).nullable().describe('Of the whole plan, whatever status and limit.'),
    meta: meta.extend({
      currency: z.string(),
      timezone: z.string(),
      total_rows: z.int(),
      truncated: z.boolean(),
      warnings: z.array(z.string()),
    }),
  }),
})

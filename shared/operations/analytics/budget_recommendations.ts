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
  summary: 'List budget recommendations',
  description:
    'Recommends how to distribute daily spend so that the marginal return is equal everywhere. The response curves ' +
    'are estimated from the last `lookback_days` days. No budget moves by more than `max_shift_pct` percent. ' +
    'Recommendations are advice only and change nothing on an ad platform. Campaigns or ad sets without enough data ' +
    'are omitted and reported in `meta.warnings`.',
  input: z.object({
    level: choice(['campaign', 'adset']).default('campaign'),
    objective: choice(['revenue', 'conversions']).default('revenue'),
    budget_change_pct: integer(-50, 100).default(0).describe('Change of the total daily spend, in percent.'),
    max_shift_pct: integer(1, 100)
      .default(20)
      .describe('Maximum change of the daily spend of one campaign or ad set, in percent.'),
    lookback_days: integer(14, 180).default(56),
    status: choice(['open', 'met'])
      .optional()
      .describe('`open`: a change is recommended. `met`: the current spend is already optimal. Default: both.'),
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
        status: z.string().describe('`open` or `met`, based on the data reported so far.'),
        current_daily_spend: z.number().describe('Mean of the last 14 days.'),
        recommended_daily_spend: z.number(),
        change_pct: z.number(),
        expected_change: z
          .object({ spend: number, revenue: number, conversions: number, low: number, high: number })
          .describe('Expected change per day. `low` and `high` are the bounds of the 80 % interval of the objective.'),
        marginal_roas: number.describe('Expected revenue of the next unit of spend.'),
        average_roas: number,
        saturation: z.number().describe('0: every unit of spend earns the same. 1: additional spend earns nothing.'),
        confidence: z.string(),
        reasons: z.array(z.string()),
        options: z.array(z.record(z.string(), z.unknown())),
      }),
    ),
    totals: z
      .record(z.string(), z.unknown())
      .nullable()
      .describe('Totals of the whole plan, independent of `status`, `limit` and `page`.'),
    meta: meta.extend({
      currency: z.string(),
      timezone: z.string(),
      total_rows: z.int(),
      truncated: z.boolean(),
      warnings: z.array(z.string()),
    }),
  }),
})

import { z } from 'zod'
import { operation } from '../../operation.ts'
import { brandId } from '../../schema/brand.ts'
import { meta } from '../../schema/meta.ts'
import { integer, number as numberBetween } from '../../schema/number.ts'
import { text } from '../../schema/text.ts'

const number = z.number().nullable()

/** The change of a spend that a scenario supposes. */
export const scenarioChange = z.object({
  platform: text(1, 200)
    .optional()
    .describe('One connected platform. Default: all of the brand. Common names such as facebook are accepted.'),
  campaign_id: text(1, 500).optional().describe('A campaign of the platform. Default: all of its campaigns.'),
  change_pct: numberBetween(-100, 1000).optional().describe('Change of the daily spend of each campaign, in percent.'),
  daily_spend: numberBetween(0, 1_000_000_000)
    .optional()
    .describe(
      'The new daily spend, in place of `change_pct`. That of a platform includes its campaigns with changes of their own. The rest is divided among its other campaigns in proportion to their present spend.',
    ),
})

const outcome = z
  .object({ current: z.number(), planned: z.number(), change: z.number(), low: z.number(), high: z.number() })
  .nullable()
  .describe('Expected outcome of the horizon, and the change with its 80 % interval. Null if it is not known.')

const returned = {
  incremental_roas: z
    .object({ value: z.number(), low: z.number(), high: z.number() })
    .nullable()
    .describe(
      'Change of revenue for each unit of changed spend, with its 80 % interval. Null if it is not known, and for more spend in some campaigns with less in others.',
    ),
  profit: z
    .object({ change: z.number(), low: z.number(), high: z.number() })
    .nullable()
    .describe(
      'Change of `revenue - cogs - spend` in the horizon with its 80 % interval, by the margin of each campaign in the last `lookback_days` days. Null if the cost of some revenue is not known.',
    ),
}

const sum = {
  current_daily_spend: number,
  daily_spend: number,
  campaigns: z.int(),
  campaigns_changed: z.int(),
  campaigns_known: z
    .int()
    .describe(
      'Changed campaigns with an expected outcome. Only these count in `known_spend_change`, `revenue`, `conversions`, `incremental_roas` and `profit`.',
    ),
  spend_change: number.describe('Change of the spend of the horizon, of all campaigns.'),
  known_spend_change: number.describe('Change of the spend of the horizon.'),
  revenue: outcome,
  conversions: outcome,
  ...returned,
}

export const scenario = operation({
  name: 'analytics.scenario',
  method: 'post',
  path: '/v1/scenarios',
  scope: 'read:marketing',
  summary: 'Compute a scenario',
  description:
    'Returns what campaigns are expected to earn in the coming days if their spend changes, by the response curves of ' +
    'GET /v1/budget-recommendations. The change of a campaign precedes that of its platform, and this that of the brand. ' +
    'Where the curve is not known, the outcome is null and `reason` says why: less than 14 days of spend or 30 conversions ' +
    'in the last `lookback_days` days, no recent spend, or a spend more than 20 % outside of what nine of ten days spent. ' +
    'Changes nothing: save a change with `propose_change`.',
  input: z.object({
    changes: z.array(scenarioChange).max(100, 'must have at most 100 changes.').default([]),
    horizon_days: integer(7, 90).default(30),
    lookback_days: integer(14, 180).default(56),
    brand_id: brandId,
  }),
  output: z.object({
    brand_id: z.string(),
    horizon_days: z.int(),
    date_from: z.string(),
    date_to: z.string(),
    data: z
      .array(
        z.object({
          platform: z.string(),
          campaign: z.object({ id: z.string(), name: z.string().nullable() }),
          daily_budget: number.describe('The budget that the platform reported last.'),
          current_daily_spend: z.number().describe('Mean of the last 14 days.'),
          daily_spend: z.number(),
          proposed_daily_budget: number.describe(
            'The daily budget changed by the percentage of the spend, and at least the planned spend, unless a decrease stays above the budget. The planned spend if no budget is known. Null without a change.',
          ),
          is_changed: z.boolean(),
          open_proposals: z
            .array(z.string())
            .describe(
              'Ids of the proposals that wait and change the budget of the campaign. They can contradict the plan.',
            ),
          approved_proposal: z
            .object({ id: z.string(), from: z.number(), to: z.number(), decided_at: z.string() })
            .nullable()
            .describe(
              'The latest approved proposal for the daily budget of the campaign, if `daily_budget` is still the one that it changes.',
            ),
          reason: z.string().nullable().describe('Why an outcome is not known.'),
          revenue: outcome,
          conversions: outcome,
          ...returned,
        }),
      )
      .describe('Campaigns with spend in the last 14 days, and those that `changes` names.'),
    platforms: z.array(z.object({ platform: z.string(), ...sum })),
    totals: z.object(sum),
    meta: meta.extend({
      currency: z.string(),
      timezone: z.string(),
      data_through: z.string(),
      warnings: z.array(z.string()),
    }),
  }),
})

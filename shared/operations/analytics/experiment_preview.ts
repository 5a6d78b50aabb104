import { z } from 'zod'
import { operation } from '../../operation.ts'
import {
  experimentDesign,
  experimentEvents,
  experimentPlan,
  experimentRow,
  experimentStakes,
} from '../../schema/analytics/experiment.ts'
import { brandId } from '../../schema/brand.ts'
import { date } from '../../schema/date.ts'
import { words } from '../../schema/list.ts'
import { meta } from '../../schema/meta.ts'
import { text } from '../../schema/text.ts'

export const experimentPreview = operation({
  name: 'analytics.experiment_preview',
  method: 'get',
  path: '/v1/experiment-preview',
  scope: 'read:marketing',
  summary: 'Preview an experiment',
  description:
    'Returns the smallest effect that a design of a switch-back experiment can detect, from the past orders of the ' +
    'brand, the holidays and promotions in its days, and the experiments that share days with it. With `platform`, ' +
    '`stakes` says whether the plan can find an effect of these ads, and what it costs. Stores nothing. Compare designs with it before you create an experiment.',
  input: z.object({
    ...experimentDesign,
    starts_on: date.optional().describe('The first day. Default: the next Monday.'),
    platform: text(1, 200)
      .optional()
      .describe('The connected platform whose ads are switched. Without it, `stakes` is null.'),
    campaign_ids: words(100, 500)
      .optional()
      .describe(
        'Comma-separated ids of the campaigns of `platform` that are switched. Default: all ads of the platform.',
      ),
    brand_id: brandId,
  }),
  output: z.object({
    brand_id: z.string(),
    currency: z.string(),
    pairs: z.int(),
    block_days: z.int(),
    washout_days: z.int(),
    starts_on: z.string(),
    ends_on: z.string(),
    plan: experimentPlan,
    stakes: experimentStakes.nullable().describe('What the experiment costs and can show. Null without `platform`.'),
    overlaps: z
      .array(experimentRow.pick({ experiment_id: true, name: true, status: true, starts_on: true, ends_on: true }))
      .describe(
        'Planned and running experiments on some of these days. While there is one, the plan cannot be created.',
      ),
    events: experimentEvents,
    meta: meta.extend({ warnings: z.array(z.string()) }),
  }),
})

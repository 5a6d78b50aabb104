import { z } from 'zod'
import { operation } from '../../operation.ts'
import { experimentDesign, experimentEvents, experimentPlan } from '../../schema/analytics/experiment.ts'
import { brandId } from '../../schema/brand.ts'
import { date } from '../../schema/date.ts'
import { meta } from '../../schema/meta.ts'

export const experimentPreview = operation({
  name: 'analytics.experiment_preview',
  method: 'get',
  path: '/v1/experiment-preview',
  scope: 'read:marketing',
  summary: 'Preview an experiment',
  description:
    'Returns the smallest effect that a design of a switch-back experiment can detect, from the past orders of the ' +
    'brand, and the holidays and promotions in its days. Stores nothing. Compare designs with it before you create an experiment.',
  input: z.object({
    ...experimentDesign,
    starts_on: date.optional().describe('The first day. Default: the next Monday.'),
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
    events: experimentEvents,
    meta: meta.extend({ warnings: z.array(z.string()) }),
  }),
})

import { z } from 'zod'
import { operation } from '../../operation.ts'
import { experimentAnswer, experimentDesign } from '../../schema/analytics/experiment.ts'
import { brandId } from '../../schema/brand.ts'
import { choice } from '../../schema/choice.ts'
import { date } from '../../schema/date.ts'
import { text } from '../../schema/text.ts'

export const createExperiment = operation({
  name: 'analytics.create_experiment',
  method: 'post',
  path: '/v1/experiments',
  scope: 'write:experiments',
  status: 201,
  summary: 'Create an experiment',
  description:
    'Plans a switch-back experiment: the ads of a platform, or some of its campaigns, are on in one block of days of each ' +
    'pair and off in the other, in random order. The response has the calendar, which people execute, and the effect that ' +
    'the experiment can detect. Nothing is changed on a platform. A brand has at most one experiment on a day, so a ' +
    'repeated request returns 409.',
  input: z.object({
    name: text(1, 200),
    platform: text(1, 200).describe('One connected platform. Common names such as facebook are accepted.'),
    campaign_ids: z
      .array(text(1, 500))
      .min(1)
      .max(100, 'must have at most 100 ids.')
      .optional()
      .describe('Campaigns of the platform to switch. Default: all ads of the platform.'),
    starts_on: date.describe('The first day of the first block, after today in the time zone of the brand.'),
    ...experimentDesign,
    metric: choice(['orders', 'revenue']).default('orders').describe('The outcome that decides.'),
    brand_id: brandId,
  }),
  output: experimentAnswer,
})

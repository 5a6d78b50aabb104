import { z } from 'zod'
import { operation } from '../../operation.ts'
import { experimentAnswer } from '../../schema/analytics/experiment.ts'
import { brandId } from '../../schema/brand.ts'
import { text } from '../../schema/text.ts'

export const endExperiment = operation({
  name: 'analytics.end_experiment',
  method: 'post',
  path: '/v1/experiments/{experiment_id}/end',
  scope: 'write:experiments',
  summary: 'End an experiment',
  description:
    'Closes a running experiment and reads it out. Pairs that are not over do not count; fewer than 6 pairs have no ' +
    'interval. A repeated request returns the ended experiment.',
  input: z.object({ experiment_id: text(1, 100), brand_id: brandId }),
  output: experimentAnswer,
})

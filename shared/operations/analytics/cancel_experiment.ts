import { z } from 'zod'
import { operation } from '../../operation.ts'
import { experimentAnswer } from '../../schema/analytics/experiment.ts'
import { brandId } from '../../schema/brand.ts'
import { text } from '../../schema/text.ts'

export const cancelExperiment = operation({
  name: 'analytics.cancel_experiment',
  method: 'post',
  path: '/v1/experiments/{experiment_id}/cancel',
  scope: 'write:experiments',
  summary: 'Cancel an experiment',
  description:
    'Closes a planned or running experiment without a read-out. A repeated request returns the canceled experiment.',
  input: z.object({ experiment_id: text(1, 100), brand_id: brandId }),
  output: experimentAnswer,
})

import { z } from 'zod'
import { operation } from '../../operation.ts'
import { experimentAnswer } from '../../schema/analytics/experiment.ts'
import { brandId } from '../../schema/brand.ts'
import { text } from '../../schema/text.ts'

export const startExperiment = operation({
  name: 'analytics.start_experiment',
  method: 'post',
  path: '/v1/experiments/{experiment_id}/start',
  scope: 'write:experiments',
  summary: 'Start an experiment',
  description:
    'Records that people execute the calendar of a planned experiment, at the latest on its first day. A repeated request ' +
    'returns the running experiment.',
  input: z.object({ experiment_id: text(1, 100), brand_id: brandId }),
  output: experimentAnswer,
})

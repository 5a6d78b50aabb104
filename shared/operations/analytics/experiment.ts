import { z } from 'zod'
import { operation } from '../../operation.ts'
import { experimentAnswer } from '../../schema/analytics/experiment.ts'
import { brandId } from '../../schema/brand.ts'
import { text } from '../../schema/text.ts'

export const experiment = operation({
  name: 'analytics.experiment',
  method: 'get',
  path: '/v1/experiments/{experiment_id}',
  scope: 'read:marketing',
  summary: 'Get an experiment',
  description:
    'Returns an experiment with its calendar and the actual spend of each block. After the end, `result` is the read-out ' +
    'from the present data: the effect on orders and revenue, the cost per incremental order, and claimed, attributed and ' +
    'incremental orders side by side. Before the end there is no result, so that no decision depends on an unfinished one.',
  input: z.object({ experiment_id: text(1, 100), brand_id: brandId }),
  output: experimentAnswer,
})

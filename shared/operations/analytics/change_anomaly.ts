import { z } from 'zod'
import { operation } from '../../operation.ts'
import { brandId } from '../../schema/brand.ts'
import { choice } from '../../schema/choice.ts'
import { text } from '../../schema/text.ts'
import { anomalyAnswer } from './anomaly.ts'

export const changeAnomaly = operation({
  name: 'analytics.change_anomaly',
  method: 'patch',
  path: '/v1/anomalies/{anomaly_id}',
  scope: 'write:anomalies',
  summary: 'Set an anomaly status',
  description:
    'Sets the status of an anomaly and returns the anomaly. `active` can become `confirmed`, `false_positive` or `resolved`, and ' +
    '`confirmed` can become `resolved`. `false_positive` cannot be undone: it raises the threshold of the series, so ' +
    'that fewer of its deviations are reported.',
  input: z.object({
    anomaly_id: text(1, 100),
    status: choice(['confirmed', 'false_positive', 'resolved']),
    brand_id: brandId,
  }),
  output: anomalyAnswer,
})

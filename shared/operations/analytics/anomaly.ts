import { z } from 'zod'
import { operation } from '../../operation.ts'
import { brandId } from '../../schema/brand.ts'
import { meta } from '../../schema/meta.ts'
import { text } from '../../schema/text.ts'
import { anomaly as row } from './anomalies.ts'

export const anomalyAnswer = z.object({
  brand_id: z.string(),
  currency: z.string(),
  timezone: z.string(),
  anomaly: row,
  meta,
})

export const anomaly = operation({
  name: 'analytics.anomaly',
  method: 'get',
  path: '/v1/anomalies/{anomaly_id}',
  scope: 'read:marketing',
  summary: 'Get an anomaly',
  description: 'Returns one detected anomaly, as the list of anomalies does.',
  input: z.object({ anomaly_id: text(1, 100), brand_id: brandId }),
  output: anomalyAnswer,
})

import { z } from 'zod'
import { operation } from '../../operation.ts'
import { brandId } from '../../schema/brand.ts'
import { text } from '../../schema/text.ts'

export const anomalyDays = operation({
  name: 'console.anomaly_days',
  method: 'get',
  path: '/console/brands/{brand_id}/anomaly-days',
  scope: 'console',
  summary: 'List the days around anomalies',
  description: 'Returns the reported values of the metric of each anomaly on its days and the days around it.',
  input: z.object({ anomaly_ids: z.array(text(1, 100)).min(1).max(200), brand_id: brandId }),
  output: z.object({
    charts: z.array(
      z.object({ id: z.string(), days: z.array(z.object({ date: z.string(), value: z.number().nullable() })) }),
    ),
  }),
})

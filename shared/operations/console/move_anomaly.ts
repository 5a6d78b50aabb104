import { z } from 'zod'
import { operation } from '../../operation.ts'
import { choice } from '../../schema/choice.ts'
import { shopId } from '../../schema/storefront/product_card.ts'
import { text } from '../../schema/text.ts'

export const moveAnomaly = operation({
  name: 'console.move_anomaly',
  method: 'post',
  path: '/console/brands/{brand_id}/anomalies/{anomaly_id}',
  scope: 'console',
  summary: 'Set an anomaly status',
  description:
    'Sets the status to `confirmed`, `false_positive` or `resolved`. `false_positive` raises the threshold for this ' +
    'series. Requires the role analyst.',
  input: z.object({
    brand_id: shopId,
    anomaly_id: text(1, 100),
    status: choice(['confirmed', 'false_positive', 'resolved']),
  }),
  output: z.object({ id: z.string(), status: z.string() }),
})

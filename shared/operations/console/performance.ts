import { z } from 'zod'
import { operation } from '../../operation.ts'
import { integer } from '../../schema/number.ts'
import { shopId } from '../../schema/storefront/product_card.ts'
import { metrics } from '../analytics/metrics.ts'

export const daysShown = integer(7, 365).default(90).describe('Number of finished days, up to yesterday.')

export const performance = operation({
  name: 'console.performance',
  method: 'get',
  path: '/console/brands/{brand_id}',
  scope: 'console',
  summary: 'Get brand performance',
  description:
    'Returns spend, revenue and derived metrics by day, with the totals of the preceding period of equal length.',
  input: z.object({ brand_id: shopId, days: daysShown }),
  output: metrics.output.extend({ previous: z.record(z.string(), z.unknown()).nullable() }),
})

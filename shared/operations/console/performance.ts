import { z } from 'zod'
import { operation } from '../../operation.ts'
import { integer } from '../../schema/number.ts'
import { shopId } from '../../schema/product_card.ts'
import { metrics } from '../analytics/metrics.ts'

export const daysShown = integer(7, 365).default(90).describe('How many finished days, up to yesterday.')

export const performance = operation({
  name: 'console.performance',
  method: 'get',
  path: '/console/brands/{brand_id}',
  scope: 'console',
  summary: 'How a brand does',
  description: 'Spend, revenue and what follows from them by day, with the totals of as many days before.',
  input: z.object({ brand_id: shopId, days: daysShown }),
  output: metrics.output.extend({ previous: z.record(z.string(), z.unknown()).nullable() }),
})

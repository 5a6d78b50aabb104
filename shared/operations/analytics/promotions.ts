import { z } from 'zod'
import { operation } from '../../operation.ts'
import { promotionRow } from '../../schema/analytics/promotion.ts'
import { brandId } from '../../schema/brand.ts'
import { date } from '../../schema/date.ts'
import { meta } from '../../schema/meta.ts'
import { integer } from '../../schema/number.ts'

export const promotions = operation({
  name: 'analytics.promotions',
  method: 'get',
  path: '/v1/promotions',
  scope: 'read:marketing',
  summary: 'List promotions',
  description:
    'Returns the past and coming promotions of a brand, the latest first. Forecasts learn the effect of the past ones and ' +
    'add it to the days of the coming ones.',
  input: z.object({
    date_from: date.optional().describe('Only promotions that end on this day or later.'),
    date_to: date.optional().describe('Only promotions that start on this day or earlier.'),
    limit: integer(1, 200).default(50),
    page: integer(1, 1_000_000).default(1),
    brand_id: brandId,
  }),
  output: z.object({
    brand_id: z.string(),
    data: z.array(promotionRow),
    meta: meta.extend({ total_rows: z.int(), truncated: z.boolean() }),
  }),
})

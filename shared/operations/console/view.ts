import { z } from 'zod'
import { operation } from '../../operation.ts'
import { date } from '../../schema/date.ts'
import { shopId } from '../../schema/storefront/product_card.ts'

export const view = operation({
  name: 'console.view',
  method: 'get',
  path: '/console/brands/{brand_id}',
  scope: 'console',
  summary: 'Get a view',
  description: 'Returns the days of a page, and the platforms and campaigns that its menus offer.',
  input: z.object({ brand_id: shopId, date_from: date, date_to: date }),
  output: z.object({
    date_from: z.string(),
    date_to: z.string(),
    platforms: z.array(z.string()),
    campaigns: z.array(z.object({ id: z.string(), name: z.string().nullable(), platform: z.string() })),
  }),
})

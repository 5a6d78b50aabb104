import { z } from 'zod'
import { operation } from '../../operation.ts'
import { shopId } from '../../schema/storefront/product_card.ts'

export const brandSettings = operation({
  name: 'console.brand_settings',
  method: 'get',
  path: '/console/brands/{brand_id}/settings/brand',
  scope: 'console',
  summary: 'Get brand settings',
  description: 'Returns the name, currency and time zone of a brand. `GET /v1/brands` returns them for keys.',
  input: z.object({ brand_id: shopId }),
  output: z.object({
    name: z.string(),
    slug: z.string().describe('Short name for the command line. It does not change.'),
    currency: z.string(),
    timezone: z.string(),
    version: z.int(),
    stored_data: z
      .array(z.string())
      .describe('What is stored by the currency and the days of the brand. Both can change while this is empty.'),
  }),
})

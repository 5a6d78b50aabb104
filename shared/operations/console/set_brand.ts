import { z } from 'zod'
import { operation } from '../../operation.ts'
import { integer } from '../../schema/number.ts'
import { shopId } from '../../schema/storefront/product_card.ts'
import { createBrand } from './create_brand.ts'

const { name, currency, timezone } = createBrand.input.shape

export const setBrand = operation({
  name: 'console.set_brand',
  method: 'post',
  path: '/console/brands/{brand_id}/settings/brand',
  scope: 'console',
  summary: 'Change brand settings',
  description:
    'Changes the name of a brand, and its currency and time zone while it has no data. Requires the role admin.',
  input: z.object({
    brand_id: shopId,
    version: integer(1, 999_999_999).describe('The version that the person saw.'),
    name,
    currency,
    timezone,
  }),
  output: z.object({ version: z.int() }),
})

import { z } from 'zod'
import { operation } from '../../operation.ts'
import { flag } from '../../schema/flag.ts'
import { integer } from '../../schema/number.ts'
import { shopId } from '../../schema/storefront/product_card.ts'

export const publishStorefront = operation({
  name: 'console.publish_storefront',
  method: 'post',
  path: '/console/brands/{brand_id}/settings/storefront/publication',
  scope: 'console',
  summary: 'Publish a storefront',
  description:
    'Publishes a storefront, or ends its publication. A storefront that is not published answers only to credentials ' +
    'that reach the brand; for all others it does not exist. Requires the role admin.',
  input: z.object({
    brand_id: shopId,
    version: integer(1, 999_999_999).describe('The version of the brand that the person saw.'),
    is_published: flag,
  }),
  output: z.object({ version: z.int(), is_published: z.boolean() }),
})

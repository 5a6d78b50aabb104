import { z } from 'zod'
import { operation } from '../../operation.ts'
import { integer } from '../../schema/number.ts'
import { shopId } from '../../schema/storefront/product_card.ts'
import { chosenAttribution } from '../analytics/attribution_preview.ts'

export const changeAttribution = operation({
  name: 'console.change_attribution',
  method: 'post',
  path: '/console/brands/{brand_id}/settings/attribution',
  scope: 'console',
  summary: 'Change the attribution settings',
  description:
    'Requests other attribution settings. The worker applies them, because all orders are attributed again. Requires the ' +
    'role admin.',
  input: z.object({
    brand_id: shopId,
    version: integer(1, 999_999_999).describe('The version of the settings that the person saw.'),
    ...chosenAttribution,
  }),
  output: z.object({ requested_at: z.string() }),
})

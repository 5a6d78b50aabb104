import { z } from 'zod'
import { operation } from '../../operation.ts'
import { brandId } from '../../schema/brand.ts'
import { meta } from '../../schema/meta.ts'
import { text } from '../../schema/text.ts'

export const deletePromotion = operation({
  name: 'analytics.delete_promotion',
  method: 'delete',
  path: '/v1/promotions/{promotion_id}',
  scope: 'write:promotions',
  summary: 'Remove a promotion',
  description: 'Removes a past or coming promotion. The next nightly forecast does not use it.',
  input: z.object({ promotion_id: text(1, 100), brand_id: brandId }),
  output: z.object({ brand_id: z.string(), promotion_id: z.string(), deleted: z.boolean(), meta }),
})

import { z } from 'zod'
import { operation } from '../../operation.ts'
import { promotionRow } from '../../schema/analytics/promotion.ts'
import { brandId } from '../../schema/brand.ts'
import { date } from '../../schema/date.ts'
import { meta } from '../../schema/meta.ts'
import { text } from '../../schema/text.ts'

export const createPromotion = operation({
  name: 'analytics.create_promotion',
  method: 'post',
  path: '/v1/promotions',
  scope: 'write:promotions',
  status: 201,
  summary: 'Add a promotion',
  description:
    'Adds a past or coming promotion of a brand. Add past ones too: the nightly forecast learns the effect of a coming ' +
    'promotion from past ones of the same name and, where these are few, from all past promotions. Without a past ' +
    'promotion, the forecast has no effect for it. `warnings` of the forecast say what was learned for each coming promotion. A repeated request returns 409.',
  input: z.object({
    name: text(1, 200).describe(
      'Use the same name for each occurrence of a promotion, such as Summer sale. Spaces at both ends are removed.',
    ),
    starts_on: date.describe('The first day, in the time zone of the brand.'),
    ends_on: date.describe('The last day. A promotion has at most 92 days.'),
    brand_id: brandId,
  }),
  output: z.object({ brand_id: z.string(), promotion: promotionRow, meta }),
})

import { z } from 'zod'
import { operation } from '../../operation.ts'
import { shopId } from '../../schema/storefront/product_card.ts'
import { text } from '../../schema/text.ts'
import { attribution as apiAttribution } from '../analytics/attribution.ts'
import { daysShown } from './performance.ts'

export const attribution = operation({
  name: 'console.attribution',
  method: 'get',
  path: '/console/brands/{brand_id}',
  scope: 'console',
  summary: 'Compare attribution models',
  description: 'Returns attribution by channel under the model of the brand and under a second model.',
  input: z.object({ brand_id: shopId, days: daysShown, compared_model: text(1, 40).optional() }),
  output: z.object({
    own: apiAttribution.output.omit({ meta: true }),
    compared: z.object({ model: z.string(), channels: z.record(z.string(), z.number()) }),
    models: z.array(z.object({ model: z.string(), label: z.string(), rule: z.string() })),
  }),
})

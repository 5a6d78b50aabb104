import { z } from 'zod'
import { operation } from '../../operation.ts'
import { brandId } from '../../schema/brand.ts'
import { meta } from '../../schema/meta.ts'

/** The attribution settings of a brand that a person can change. */
export const shownAttribution = z.object({
  model: z.string(),
  click_days: z.int().describe('Days before an order in which a click counts.'),
  view_days: z.int().describe('Days before an order in which a view counts. 0: views do not count.'),
  half_life_hours: z.int().describe('Half-life of the model `time_decay`.'),
  accounting: z
    .string()
    .describe('`accrual`: a refund counts on the date of its order. `cash`: a refund counts on its own date.'),
})

export const attributionSettings = operation({
  name: 'analytics.attribution_settings',
  method: 'get',
  path: '/v1/attribution-settings',
  scope: 'read:marketing',
  summary: 'Get attribution settings',
  description:
    'Returns the attribution model, windows, half-life and accounting of a brand. An admin or owner of the brand changes ' +
    'them in the console. `change` is a requested change that is not applied yet: all orders are attributed again first.',
  input: z.object({ brand_id: brandId }),
  output: z.object({
    brand_id: z.string(),
    settings: shownAttribution,
    version: z.int().describe('Increases with every change. `model_version` of GET /v1/attribution.'),
    change: z
      .object({
        settings: shownAttribution,
        status: z
          .string()
          .describe(
            '`pending`, or `refused` if the settings changed meanwhile or the journeys do not allow the model.',
          ),
        requested_at: z.string(),
      })
      .nullable(),
    models: z.array(z.object({ model: z.string(), label: z.string(), rule: z.string() })),
    meta,
  }),
})

import { z } from 'zod'
import { operation } from '../../operation.ts'
import { attributionModels } from '../../schema/analytics/attribution_models.ts'
import { brandId } from '../../schema/brand.ts'
import { choice } from '../../schema/choice.ts'
import { meta } from '../../schema/meta.ts'
import { integer } from '../../schema/number.ts'
import { shownAttribution } from './attribution_settings.ts'

const number = z.number().nullable()
const totals = { total: number, unattributed: number.describe('Revenue of orders without a touchpoint.') }
const credit = z.object({
  revenue: z.number().describe('Attributed revenue.'),
  roas: number.describe(
    'Attributed revenue divided by spend, over the days of which both are known. Null for a channel without spend of its own.',
  ),
})

/** The settings to choose, as inputs. */
export const chosenAttribution = {
  model: choice(attributionModels),
  click_days: integer(1, 365),
  view_days: integer(0, 365),
  half_life_hours: integer(1, 8760),
  accounting: choice(['accrual', 'cash']),
}

export const attributionPreview = operation({
  name: 'analytics.attribution_preview',
  method: 'get',
  path: '/v1/attribution-preview',
  scope: 'read:marketing',
  summary: 'Preview attribution settings',
  description:
    'Returns the attributed revenue and ROAS of each channel over the days up to yesterday, under the settings of the ' +
    'brand (`stored`) and under the given ones (`chosen`). Stores nothing. Settings that are not given are those of the ' +
    'brand. `markov` can be previewed with the windows, half-life and accounting of the brand only.',
  input: z.object({
    model: chosenAttribution.model.optional(),
    click_days: chosenAttribution.click_days.optional(),
    view_days: chosenAttribution.view_days.optional(),
    half_life_hours: chosenAttribution.half_life_hours.optional(),
    accounting: chosenAttribution.accounting.optional(),
    days: integer(1, 92).default(28).describe('Number of days up to yesterday, in the time zone of the brand.'),
    brand_id: brandId,
  }),
  output: z.object({
    brand_id: z.string(),
    date_from: z.string(),
    date_to: z.string(),
    currency: z.string(),
    stored: shownAttribution.extend(totals),
    chosen: shownAttribution.extend(totals),
    channels: z.array(z.object({ channel: z.string(), stored: credit, chosen: credit })),
    data_through: z.string(),
    partial: z.boolean().describe('True when days of the range are missing or not finished.'),
    warnings: z.array(z.string()),
    meta,
  }),
})

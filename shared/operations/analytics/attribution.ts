import { z } from 'zod'
import { operation } from '../../operation.ts'
import { brandId } from '../../schema/brand.ts'
import { choice } from '../../schema/choice.ts'
import { columnsOf } from '../../schema/columns.ts'
import { date } from '../../schema/date.ts'
import { attributionModels } from '../../schema/attribution_models.ts'
import { words } from '../../schema/list.ts'
import { meta } from '../../schema/meta.ts'
import { adScope } from '../../schema/scope_of_ads.ts'

const number = z.number().nullable()

const row = z.object({
  channel: z.string(),
  platform: z.string().nullable().describe('The ad platform whose spend buys it.'),
  attributed_value: number.describe('The metric asked for.'),
  share: number.describe('Of the total; null for ratios.'),
  attributed_revenue: number,
  attributed_conversions: number,
  assisted_conversions: number.describe('Orders that it touched without being the last to.'),
  first_touches: number,
  last_touches: number,
  spend: number,
  roas: number,
  cac: number.describe('Spend by new customer attributed.'),
})

export const attribution = operation({
  name: 'analytics.attribution',
  method: 'get',
  path: '/v1/attribution',
  scope: 'read:marketing',
  summary: 'What each channel did for the orders',
  description:
    "The orders of a range, shared out among channels by the brand's own model, or another, and its windows. Credits and unattributed add up " +
    'to the total to the cent. channels and platform hide rows and never change a credit.',
  input: z.object({
    date_from: date.describe('First day of orders, inclusive.'),
    date_to: date.describe('Last day of orders, inclusive.'),
    metric: choice(['purchases', 'revenue', 'spend', 'roas', 'cac']).default('revenue'),
    channels: words(50, 100).optional().describe('Comma-separated channels to show.'),
    model: choice(attributionModels).optional().describe("Instead of the brand's own."),
    platform: adScope.platform.describe('Shows the channels that these platforms sell, comma-separated.'),
    brand_id: brandId,
  }),
  csv: { rows: 'channels', columns: () => columnsOf(row) },
  output: z.object({
    brand_id: z.string(),
    date_from: z.string(),
    date_to: z.string(),
    metric: z.string(),
    model: z.string(),
    model_version: z.int().describe("Rises with every change of the brand's settings."),
    window: z.object({ click_days: z.int(), view_days: z.int(), basis: z.literal('conversion_time') }),
    accounting: z.string().describe('accrual: refunds count on the day of their order; cash: on their own.'),
    channels: z.array(row),
    total: number,
    unattributed: z
      .object({ value: number, conversions: number, share: number })
      .describe('Orders that no touch led to; of spend, what no single channel stands for.'),
    conversions_considered: z.int().nullable().describe('Null, as the total, where no orders were ingested.'),
    touchpoints_considered: z.int().nullable(),
    currency: z.string(),
    timezone: z.string(),
    computed_at: z.string().nullable(),
    data_through: z.string(),
    partial: z.boolean().describe('Whether days of the range are missing or not over; see warnings.'),
    warnings: z.array(z.string()),
    meta,
  }),
})

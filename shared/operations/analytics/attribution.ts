import { z } from 'zod'
import { operation } from '../../operation.ts'
import { attributedMetrics } from '../../schema/analytics/metric_names.ts'
import { brandId } from '../../schema/brand.ts'
import { choice } from '../../schema/choice.ts'
import { columnsOf } from '../../schema/columns.ts'
import { date } from '../../schema/date.ts'
import { attributionModels } from '../../schema/analytics/attribution_models.ts'
import { words } from '../../schema/list.ts'
import { meta } from '../../schema/meta.ts'
import { adScope } from '../../schema/analytics/scope_of_ads.ts'

const number = z.number().nullable()

const row = z.object({
  channel: z.string(),
  platform: z.string().nullable().describe('The ad platform of this channel, or null when the channel is not paid.'),
  attributed_value: number.describe('The value of the requested metric for this channel.'),
  share: number.describe('Fraction of the total. Null for ratio metrics.'),
  attributed_revenue: number,
  attributed_conversions: number,
  assisted_conversions: number.describe(
    'Number of orders with a touchpoint of this channel that was not the last one.',
  ),
  first_touches: number,
  last_touches: number,
  spend: number,
  roas: number,
  cac: number.describe('Spend divided by attributed new customers.'),
})

export const attribution = operation({
  name: 'analytics.attribution',
  method: 'get',
  path: '/v1/attribution',
  scope: 'read:marketing',
  summary: 'Get attribution',
  description:
    'Distributes the orders of a date range among channels. Uses the attribution model and windows of the brand, or ' +
    'the model in `model`. Attributed credits plus `unattributed` equal the total to the cent. `channels` and ' +
    '`platform` filter the returned rows and never change a credit.',
  input: z.object({
    date_from: date.describe('First order date, inclusive.'),
    date_to: date.describe('Last order date, inclusive.'),
    metric: choice(attributedMetrics).default('revenue'),
    channels: words(50, 100).optional().describe('Comma-separated channels to return.'),
    model: choice(attributionModels).optional().describe('Attribution model to use instead of the model of the brand.'),
    platform: adScope.platform.describe('Comma-separated ad platforms. Returns only the channels of these platforms.'),
    brand_id: brandId,
  }),
  csv: { rows: 'channels', columns: () => columnsOf(row) },
  output: z.object({
    brand_id: z.string(),
    date_from: z.string(),
    date_to: z.string(),
    metric: z.string(),
    model: z.string(),
    model_version: z.int().describe('Increases with every change of the attribution settings of the brand.'),
    window: z.object({ click_days: z.int(), view_days: z.int(), basis: z.literal('conversion_time') }),
    accounting: z
      .string()
      .describe('`accrual`: a refund counts on the date of its order. `cash`: a refund counts on its own date.'),
    channels: z.array(row),
    total: number,
    unattributed: z
      .object({ value: number, conversions: number, share: number })
      .describe('Orders without a touchpoint. For spend, the spend that belongs to no single channel.'),
    conversions_considered: z.int().nullable().describe('Null, like the total, when no orders were ingested.'),
    touchpoints_considered: z.int().nullable(),
    currency: z.string(),
    timezone: z.string(),
    computed_at: z.string().nullable(),
    data_through: z.string(),
    partial: z.boolean().describe('True when days of the range are missing or not finished. See `warnings`.'),
    warnings: z.array(z.string()),
    meta,
  }),
})

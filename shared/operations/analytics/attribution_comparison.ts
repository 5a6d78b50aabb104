import { z } from 'zod'
import { operation } from '../../operation.ts'
import { attributionModels } from '../../schema/analytics/attribution_models.ts'
import { windows } from '../../schema/analytics/windows.ts'
import { adScope } from '../../schema/analytics/scope_of_ads.ts'
import { brandId } from '../../schema/brand.ts'
import { choice } from '../../schema/choice.ts'
import { words } from '../../schema/list.ts'
import { date } from '../../schema/date.ts'
import { meta } from '../../schema/meta.ts'
import { integer } from '../../schema/number.ts'

const number = z.number().nullable()
const string = z.string().nullable()

const figures = z.object({
  revenue: z.number(),
  share: number.describe('Part of the revenue of all orders.'),
  conversions: z.number(),
  new_customers: z.number().describe('Credited orders of new customers.'),
  roas: number,
})
const ordersOf = z.object({ orders: number, revenue: number })

const levels = ['channel', 'campaign', 'ad', 'creative'] as const

export const attributionComparison = operation({
  name: 'analytics.attribution_comparison',
  method: 'get',
  path: '/v1/attribution/comparison',
  scope: 'read:marketing',
  summary: 'Compare attribution models',
  description:
    'Distributes the orders of a date range among channels, campaigns, ads or creatives under two or more models, with the windows of ' +
    'the brand or others, also for single channels. Without `platform`, the revenues of all rows and of ' +
    '`unattributed` add up to `total` to the cent; with it, the rows of other platforms are left out. `models` lists the models and ' +
    'whether each is available: markov needs journeys without an order and the windows of the brand. `customers` divides ' +
    'the orders among new and returning customers.',
  input: z.object({
    date_from: date.describe('First order date, inclusive.'),
    date_to: date.describe('Last order date, inclusive.'),
    level: choice(levels).default('channel'),
    model: choice(attributionModels).optional().describe('Default: the model of the brand.'),
    compared_model: choice(attributionModels)
      .optional()
      .describe('Default: last_touch, or first_touch if `model` is last_touch.'),
    models: z
      .preprocess(
        (value) => (typeof value === 'string' ? value.split(',').map((name) => name.trim()) : value),
        z.array(choice(attributionModels)).min(1).max(attributionModels.length),
      )
      .optional()
      .describe('Comma-separated models. Each row has the figures of all of them in `by_model`.'),
    ...windows,
    channel_windows: words(20, 120)
      .optional()
      .describe(
        'Windows of single channels in place of the others: comma-separated `channel:click_days` or ' +
          '`channel:click_days/view_days`, such as email:7,meta:28/1.',
      ),
    platform: adScope.platform.describe('Comma-separated ad platforms. Returns only the rows of these platforms.'),
    limit: integer(1, 500).default(100).describe('Maximum number of rows in `data`, by revenue.'),
    brand_id: brandId,
  }),
  output: z.object({
    brand_id: z.string(),
    date_from: z.string(),
    date_to: z.string(),
    level: choice(levels),
    model: z.string(),
    compared_model: z.string(),
    models: z.array(
      z.object({
        model: z.string(),
        label: z.string(),
        rule: z.string(),
        is_own: z.boolean().describe('Whether it is the model of the brand.'),
        is_available: z.boolean(),
      }),
    ),
    window: z.object({
      click_days: z.int(),
      view_days: z.int(),
      is_own: z.boolean().describe('Whether these are the windows of the brand.'),
      own_click_days: z.int(),
      own_view_days: z.int(),
      channels: z
        .record(z.string(), z.object({ click_days: z.int().optional(), view_days: z.int().optional() }))
        .describe('The windows of single channels.'),
    }),
    data: z.array(
      z.object({
        channel: z.string(),
        platform: string,
        campaign_id: string.describe(
          'The id of the campaign at its platform. Null if the touchpoints name no known campaign.',
        ),
        campaign: string.describe('The name of the campaign, or what the touchpoints name.'),
        ad_id: string.describe('Null if the touchpoints name no known ad, and at other levels.'),
        ad: string.describe('The name of the ad, or what the touchpoints name.'),
        creative_id: string.describe('Null if the touchpoints name no known creative, and at other levels.'),
        creative: string.describe('The name of the creative, or what the touchpoints name.'),
        spend: number.describe('Null for a channel without a platform of its own, and for an unknown campaign.'),
        attributed: figures.describe('Under `model`.'),
        compared: figures.describe('Under `compared_model`.'),
        by_model: z.record(z.string(), figures).nullable().describe('Under each of `models`. Null without `models`.'),
      }),
    ),
    total: z
      .object({
        revenue: number,
        conversions: number,
        mer: number.describe(
          'Marketing efficiency ratio: revenue of all orders divided by the spend of all ad accounts, on the days of which both are known.',
        ),
        new_customer_roas: number.describe(
          'Revenue of the orders of new customers divided by the same spend. Null if an order does not say whether its customer is new.',
        ),
        ratio_days: z
          .object({
            date_from: z.string(),
            date_to: z.string(),
            is_whole: z.boolean().describe('Whether no known order and no known spend of the range is on another day.'),
          })
          .nullable()
          .describe('The days of which orders and spend are known, which `mer` and `new_customer_roas` cover.'),
      })
      .describe('Null, as `unattributed` and `customers`, for a range outside the known orders.'),
    unattributed: z
      .object({ revenue: number, conversions: number })
      .describe('Orders without a touchpoint in the windows.'),
    customers: z
      .object({ new: ordersOf, returning: ordersOf, unknown: ordersOf })
      .describe('The orders by whether the store marks the customer as new, as returning, or not at all.'),
    partial: z.boolean().describe('True when orders of the range are missing or not finished.'),
    meta: meta.extend({
      currency: z.string(),
      timezone: z.string(),
      data_through: z.string().describe('Last day with orders.'),
      total_rows: z.int(),
      truncated: z.boolean(),
      warnings: z.array(z.string()),
    }),
  }),
})

import { z } from 'zod'
import { operation } from '../../operation.ts'
import { windows } from '../../schema/analytics/windows.ts'
import { brandId } from '../../schema/brand.ts'
import { date } from '../../schema/date.ts'
import { meta } from '../../schema/meta.ts'
import { integer } from '../../schema/number.ts'

export const attributionPaths = operation({
  name: 'analytics.attribution_paths',
  method: 'get',
  path: '/v1/attribution/paths',
  scope: 'read:marketing',
  summary: 'List paths to orders',
  description:
    'Returns the paths of channels that led to the orders of a date range, most frequent first. By default, consecutive ' +
    'touchpoints of one channel count as one. Orders without a touchpoint in the windows have no path.',
  input: z.object({
    date_from: date.describe('First order date, inclusive.'),
    date_to: date.describe('Last order date, inclusive.'),
    ...windows,
    limit: integer(1, 500).default(50),
    page: integer(1, 1_000_000).default(1),
    brand_id: brandId,
  }),
  output: z.object({
    brand_id: z.string(),
    date_from: z.string(),
    date_to: z.string(),
    window: z.object({ click_days: z.int(), view_days: z.int() }),
    data: z.array(
      z.object({
        path: z.array(z.string()).describe('The channels from the first touchpoint to the last.'),
        orders: z.number().describe('Number of orders, less full refunds.'),
        share: z.number().nullable().describe('Part of the orders with a path.'),
        revenue: z.number().describe('Less refunds.'),
        new_customers: z.number(),
        days_to_order: z.number().describe('Average days from the first touchpoint to the order.'),
      }),
    ),
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

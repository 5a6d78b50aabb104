import { z } from 'zod'
import { contract } from '../../operation.ts'
import { brandId } from '../../schema/brand.ts'
import { choice } from '../../schema/choice.ts'
import { cursor, marketingMeta, page } from '../../schema/connector.ts'
import { date } from '../../schema/date.ts'
import { integer } from '../../schema/number.ts'

const number = z.number().nullable()
const string = z.string().nullable()

const profitable = z.object({
  revenue: number,
  cogs: number.describe('Reported cost of goods sold.'),
  ad_spend: number,
  fees: number.describe('Always null: fees are not recorded.'),
  gross_profit: number.describe('revenue - cogs.'),
  contribution_profit: number.describe('gross_profit - ad_spend, before fees.'),
  margin: number.describe('contribution_profit / revenue.'),
  mer: number.describe('Store revenue / total ad spend. Null by channel and campaign.'),
  break_even_roas: number.describe('The roas at which contribution_profit is 0.'),
  missing_cost_share: number.describe(
    'Fraction of revenue without a reported cost. Profit is null when it is above 0.',
  ),
})

export const profit = contract({
  name: 'connector.profit',
  scope: 'read:marketing',
  input: z.object({
    date_from: date.describe('First day, inclusive.'),
    date_to: date.describe('Last day, inclusive. Days after today are omitted.'),
    granularity: choice(['day', 'week', 'month', 'none']).default('none'),
    by: choice(['channel', 'campaign', 'none']).default('none'),
    limit: integer(1, 500).default(50),
    cursor,
    brand_id: brandId,
  }),
  output: z.object({
    brand_id: z.string(),
    date_from: z.string(),
    date_to: z.string(),
    granularity: z.string(),
    by: z.string(),
    data: z.array(
      profitable.extend({
        date: string.describe('First day of the period. Null with granularity none.'),
        channel: string.describe('The ad platform.'),
        campaign_id: string,
        campaign_name: string,
      }),
    ),
    totals: profitable.nullable().describe('Null when data is empty.'),
    ...page,
    meta: marketingMeta.extend({
      data_through: string,
      attribution_setting: z.string().describe('Source of the revenue: platform or store.'),
      warnings: z.array(z.string()),
    }),
  }),
})

import { z } from 'zod'
import { operation } from '../../operation.ts'
import { choice } from '../../schema/choice.ts'
import { cursor, marketingMeta, page, toolBrandId, toolRoot } from '../../schema/connector.ts'
import { date } from '../../schema/date.ts'
import { integer } from '../../schema/number.ts'

const number = z.number().nullable()
const string = z.string().nullable()

const profitable = z.object({
  revenue: number,
  cogs: number.describe('Cost of goods sold, as far as it was reported.'),
  ad_spend: number,
  fees: number.describe('Not held: null.'),
  gross_profit: number.describe('revenue - cogs.'),
  contribution_profit: number.describe('gross_profit - ad_spend, before fees.'),
  margin: number.describe('contribution_profit / revenue.'),
  mer: number.describe('Store revenue / all ad spend; null by channel and campaign.'),
  break_even_roas: number.describe('The return on ad spend at which contribution_profit is 0.'),
  missing_cost_share: number.describe(
    'Of revenue, the part whose cost was not reported. Above 0 there is no profit to tell.',
  ),
})

export const profit = operation({
  name: 'connector.profit',
  method: 'post',
  path: `${toolRoot}/get_profit`,
  scope: 'read:marketing',
  summary: 'What is left of revenue',
  description:
    'Revenue, costs and profit, in all or by channel or campaign, over a range or by day, week from Monday or month. Null where a base is ' +
    'missing. Dates are inclusive, money is in units of meta.currency, shares are fractions. totals are of the whole range.',
  input: z.object({
    date_from: date.describe('First day, inclusive.'),
    date_to: date.describe('Last day, inclusive. Days after today are left out.'),
    granularity: choice(['day', 'week', 'month', 'none']).default('none'),
    by: choice(['channel', 'campaign', 'none']).default('none'),
    limit: integer(1, 500).default(50),
    cursor,
    brand_id: toolBrandId,
  }),
  output: z.object({
    brand_id: z.string(),
    date_from: z.string(),
    date_to: z.string(),
    granularity: z.string(),
    by: z.string(),
    data: z.array(
      profitable.extend({
        date: string.describe('First day of the period; null with granularity none.'),
        channel: string.describe('The platform.'),
        campaign_id: string,
        campaign_name: string,
      }),
    ),
    totals: profitable.nullable().describe('Null when data is empty.'),
    ...page,
    meta: marketingMeta.extend({
      data_through: string,
      attribution_setting: z.string().describe('Whose revenue this is: platform or store.'),
      warnings: z.array(z.string()),
    }),
  }),
})

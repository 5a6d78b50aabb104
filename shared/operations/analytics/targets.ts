import { z } from 'zod'
import { operation } from '../../operation.ts'
import { brandId } from '../../schema/brand.ts'
import { meta } from '../../schema/meta.ts'

const number = z.number().nullable()

/** A month as YYYY-MM. */
export const monthText = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'must be a month as YYYY-MM, such as 2026-11.')

const target = z.object({
  version: z.int().describe('Increases with every change. 0: no target was ever set.'),
  roas_target: number.describe('The lowest ROAS that the brand wants. Null: not set.'),
  cpa_target: number.describe('The highest cost per conversion that the brand wants. Null: not set.'),
  budget: number.describe('The budget of the month. Null: not set.'),
  spend_to_date: number,
  roas: number.describe('Return on ad spend (ROAS) in the month so far.'),
  cpa: number.describe('Cost per conversion in the month so far.'),
  pacing_percent: number.describe('100 means that the month ends exactly on budget.'),
  projected_end_of_period: number.describe('Spend to date and the forecast of the rest, or the pace of the weekdays.'),
  projected_low: number.describe('80 % interval of the projection. Null without a forecast.'),
  projected_high: number,
  status: z
    .enum(['on_track', 'under', 'over'])
    .nullable()
    .describe('on_track: 90 to 110 percent, or the interval has the budget. over if it is exceeded.'),
})

export const targets = operation({
  name: 'analytics.targets',
  method: 'get',
  path: '/v1/targets',
  scope: 'read:marketing',
  summary: 'List targets',
  description:
    'Returns the ROAS and CPA targets and the budgets that a brand set for a month, for the whole brand and for campaigns, ' +
    'beside the results of the month so far. An admin or owner of the brand sets them in the console. `get_budgets` uses ' +
    'the budgets of campaigns.',
  input: z.object({
    month: monthText.optional().describe('As YYYY-MM. Default: the current month of the brand.'),
    brand_id: brandId,
  }),
  output: z.object({
    brand_id: z.string(),
    month: z.string(),
    currency: z.string(),
    data_through: z.string().nullable().describe('Last day of the results. Null: no day of the month is complete.'),
    brand: target,
    campaigns: z
      .array(
        target.extend({
          campaign: z.string().describe('Platform, account id and campaign id.'),
          campaign_id: z.string(),
          account_id: z.string(),
          platform: z.string(),
          name: z.string().nullable(),
        }),
      )
      .describe('The campaigns with a target or a budget in this month.'),
    meta: meta.extend({ warnings: z.array(z.string()) }),
  }),
})

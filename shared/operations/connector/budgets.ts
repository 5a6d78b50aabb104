import { z } from 'zod'
import { operation } from '../../operation.ts'
import { choice } from '../../schema/choice.ts'
import { cursor, marketingMeta, page, platform, toolBrandId, toolRoot } from '../../schema/connector.ts'
import { integer } from '../../schema/number.ts'
import { text } from '../../schema/text.ts'

const number = z.number().nullable()
const string = z.string().nullable()

const pacing = z.object({
  budget: number.describe('Budget of the whole month: the last reported daily budget for each of its days.'),
  spend_to_date: number,
  pacing_percent: number.describe('100 means that the month ends exactly on budget.'),
  projected_end_of_period: number,
  status: z.enum(['on_track', 'under', 'over']).nullable().describe('on_track: 90 to 110 percent.'),
})

export const budgets = operation({
  name: 'connector.budgets',
  method: 'post',
  path: `${toolRoot}/get_budgets`,
  scope: 'read:marketing',
  summary: 'Get budgets',
  description:
    'Returns budget, spend to date, pacing and projected spend at the end of the month for each account, campaign or ' +
    'ad set, by spend. Counts through the last finished day that every account reported. Unknown budgets are null, ' +
    'never 0. Money is in meta.currency. For recommended changes use list_budget_recommendations.',
  input: z.object({
    month: text(7, 7)
      .regex(/^(199\d|20\d\d)-(0[1-9]|1[0-2])$/, 'must be a month as YYYY-MM.')
      .optional()
      .describe('Default: the current month of the brand. Budgets of earlier months are not recorded.'),
    level: choice(['account', 'campaign', 'adset']).default('campaign'),
    platform: platform.optional(),
    limit: integer(1, 200).default(50),
    cursor,
    brand_id: toolBrandId,
  }),
  output: z.object({
    brand_id: z.string(),
    month: z.string(),
    level: z.string(),
    days_elapsed: z.int(),
    days_in_month: z.int(),
    data: z.array(
      pacing.extend({
        id: z.string(),
        name: string,
        platform: z.string(),
        status_on_platform: string,
        account_id: z.string(),
        campaign_id: string,
        campaign_name: string,
        daily_budget: number,
      }),
    ),
    totals: pacing
      .extend({
        budgets_known: z.int().describe('Number of rows with a known budget.'),
        budgets_unknown: z.int().describe('Number of rows without a budget, or with an unknown one.'),
        spend_without_budget: number.describe('The part of spend_to_date of rows without a known budget.'),
      })
      .nullable()
      .describe(
        'Totals of all rows, independent of the page. budget is the sum of the known budgets; pacing_percent and status ' +
          'compare it with the spend of the same rows. spend_to_date and projected_end_of_period cover all rows.',
      ),
    ...page,
    meta: marketingMeta.extend({ data_through: string, warnings: z.array(z.string()) }),
  }),
})

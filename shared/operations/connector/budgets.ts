import { z } from 'zod'
import { contract } from '../../operation.ts'
import { brandId } from '../../schema/brand.ts'
import { choice } from '../../schema/choice.ts'
import { cursor, marketingMeta, page, platform } from '../../schema/connector.ts'
import { integer } from '../../schema/number.ts'
import { text } from '../../schema/text.ts'

const number = z.number().nullable()
const string = z.string().nullable()

const pacing = z.object({
  budget: number.describe('Budget of the month: as set by the brand, or the last daily budget of each day.'),
  spend_to_date: number,
  pacing_percent: number.describe('100 means that the month ends exactly on budget.'),
  projected_end_of_period: number.describe('Spend to date, and the rest of the month at the pace of the weekdays.'),
  status: z
    .enum(['on_track', 'under', 'over'])
    .nullable()
    .describe(
      'on_track: 90 to 110 percent, or the budget is within the interval of the projection. over if it is exceeded.',
    ),
})

export const budgets = contract({
  name: 'connector.budgets',
  scope: 'read:marketing',
  input: z.object({
    month: text(7, 7)
      .regex(/^(199\d|20\d\d)-(0[1-9]|1[0-2])$/, 'must be a month as YYYY-MM.')
      .optional()
      .describe('Default: the current month of the brand. Budgets of earlier months are not recorded.'),
    level: choice(['account', 'campaign', 'adset']).default('campaign'),
    platform: platform.optional(),
    limit: integer(1, 200).default(50),
    cursor,
    brand_id: brandId,
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
        account_name: string,
        campaign_id: string,
        campaign_name: string,
        daily_budget: number,
      }),
    ),
    totals: pacing
      .extend({
        projected_end_of_period: number.describe(
          'Spend to date and the forecast of the brand, if the rows have all its spend. It need not be the sum of the rows, ' +
            'which are projected at the pace of their weekdays.',
        ),
        budgets_known: z.int().describe('Rows with a known budget.'),
        budgets_unknown: z.int().describe('Rows without a known budget.'),
        spend_without_budget: number.describe('The part of spend_to_date of rows without a known budget.'),
      })
      .nullable()
      .describe(
        'Totals of all rows, independent of the page. pacing_percent and status compare the known budgets with the spend ' +
          'of the same rows.',
      ),
    ...page,
    meta: marketingMeta.extend({ data_through: string, warnings: z.array(z.string()) }),
  }),
})

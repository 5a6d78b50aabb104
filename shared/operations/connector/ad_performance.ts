import { z } from 'zod'
import { operation } from '../../operation.ts'
import { choice } from '../../schema/choice.ts'
import { cursor, page, platform, platformId, toolBrandId, toolRoot } from '../../schema/connector.ts'
import { date } from '../../schema/date.ts'
import { meta } from '../../schema/meta.ts'
import { defaultMetricNames, metricNames } from '../../schema/metric_names.ts'
import { integer } from '../../schema/number.ts'
import { text } from '../../schema/text.ts'

const values = z.record(z.string(), z.unknown())
const deltas = z.record(z.string(), z.number().nullable())

export const adPerformance = operation({
  name: 'connector.ad_performance',
  method: 'post',
  path: `${toolRoot}/get_ad_performance`,
  scope: 'read:marketing',
  summary: 'Ad performance at any level, of a range or beside an earlier one',
  description:
    'Spend, revenue, roas and any other metric by account, campaign, ad set or ad and by hour, day, week or month, or none for one row of the ' +
    'whole range, with totals of all rows whatever the page. deltas are relative changes as fractions against the compared days, null where there ' +
    "is nothing to compare. Days are the brand's, inclusive; money is in meta.currency, ratios are fractions, roas is a multiple. Gaps are days " +
    "without a report, not zeroes. For orders by channel under the brand's own model there is get_attribution. At most 1127 days (31 by hour).",
  input: z.object({
    date_from: date.describe('First day, inclusive.'),
    date_to: date.describe('Last day, inclusive. Days after today are left out.'),
    level: choice(['account', 'campaign', 'adset', 'ad']).default('account'),
    metrics: metricNames.default(defaultMetricNames),
    granularity: choice(['hour', 'day', 'week', 'month', 'none']).default('day'),
    platform: platform.optional(),
    campaign_ids: z.array(platformId).min(1).max(100).optional().describe('Only these; list_campaigns has the ids.'),
    compare_to: choice(['none', 'previous_period', 'previous_year'])
      .default('none')
      .describe(
        'As many days just before (the same part of the one before, of a week, month, quarter or year that is not over), or the same dates a year ' +
          'earlier. Rows have deltas with granularity none.',
      ),
    sort_by: text(1, 64).optional().describe('Metric to sort all rows by; without it rows are by date.'),
    order: choice(['desc', 'asc']).default('desc'),
    limit: integer(1, 500).default(50),
    cursor,
    brand_id: toolBrandId,
  }),
  output: z.object({
    brand_id: z.string(),
    level: z.string(),
    granularity: z.string(),
    date_from: z.string(),
    date_to: z.string(),
    data: z
      .array(values)
      .describe('date, partial (only when true), ids and names of the level, the metrics asked for, and deltas.'),
    totals: values.nullable().describe('Of all rows. Null when there are none.'),
    compared: z
      .object({
        date_from: z.string(),
        date_to: z.string(),
        until: z.string().nullable().describe('Of today alone: both days are compared before this time.'),
        totals: values.nullable(),
        of: z
          .object({ date_from: z.string(), date_to: z.string(), totals: values.nullable() })
          .describe('The days of the range that are compared: those that are complete.'),
      })
      .nullable(),
    deltas: deltas.nullable().describe('Of compared.of.totals against compared.totals.'),
    ...page,
    meta: meta.extend({
      currency: z.string(),
      timezone: z.string(),
      week_start: z.literal('monday'),
      data_through: z.string().describe('Last day with data.'),
      ready_from: z.string().describe('First day with data.'),
      attribution_setting: z.string().describe('Whose revenue this is: platform or store.'),
      warnings: z.array(z.string()),
    }),
  }),
})

import { z } from 'zod'
import { operation } from '../../operation.ts'
import { brandId } from '../../schema/brand.ts'
import { comparisons } from '../../schema/analytics/comparison.ts'
import { comparison } from '../../schema/analytics/comparison.ts'
import { choice } from '../../schema/choice.ts'
import { date } from '../../schema/date.ts'
import { meta } from '../../schema/meta.ts'
import { defaultMetricNames, metricNames } from '../../schema/analytics/metric_names.ts'
import { integer } from '../../schema/number.ts'
import { entityScope } from '../../schema/analytics/scope_of_ads.ts'
import { text } from '../../schema/text.ts'

const values = z.record(z.string(), z.unknown())

export const breakdown = operation({
  name: 'analytics.breakdown',
  method: 'get',
  path: '/v1/breakdown',
  scope: 'read:marketing',
  summary: 'Get a breakdown',
  description:
    'Returns one row for each ad account, campaign, ad set or ad, with the metrics of the whole range. Entities without ' +
    'a report in the range are absent. `totals` covers all rows, independent of the page. `partial: true` marks rows ' +
    'and totals with missing days; `meta.warnings` lists these days. With `compare_to`, `deltas` has the relative ' +
    'change of each metric: 0.1 is an increase of 10 %. Nothing is compared (`not_compared`) if no day of the range is ' +
    'complete, or if days of a period have not been read from an account.',
  input: z.object({
    date_from: date.describe('First day, inclusive.'),
    date_to: date.describe('Last day, inclusive. Days after today are omitted.'),
    level: choice(['ad_account', 'campaign', 'adset', 'ad']).default('campaign'),
    metrics: metricNames.default(defaultMetricNames),
    ...entityScope,
    search: text(1, 200).optional().describe('Part of the name at this level, or the complete id.'),
    compare_to: choice(['none', ...comparisons])
      .default('none')
      .describe(
        'Compares the complete days of the range. previous_period: the calendar week, month, quarter or year ' +
          'before (the same part of it, if the range is unfinished); for any other range the same number of days before. ' +
          'previous_days: the same number of days directly before, for every range, as for the last 28 days. ' +
          'previous_year: the same dates one year earlier. previous_year_weekdays: the days 364 days earlier, which are the same weekdays.',
      ),
    trend: text(1, 64)
      .optional()
      .describe(
        'A metric that each row gets as a time series, `trend`: by day, or by week for ranges of more than 92 days.',
      ),
    sort: text(1, 64).default('spend').describe('Metric to sort by. Rows without a value are last.'),
    order: choice(['desc', 'asc']).default('desc'),
    limit: integer(1, 500).default(50).describe('Maximum number of rows in `data`.'),
    page: integer(1, 1_000_000).default(1).describe('Page number, with `limit` rows per page.'),
    brand_id: brandId,
  }),
  csv: { rows: 'data', columns: (_, answer) => answer.columns as string[] },
  output: z.object({
    brand_id: z.string(),
    level: z.string(),
    date_from: z.string(),
    date_to: z.string(),
    data: z
      .array(values)
      .describe(
        'Each row has `partial` (only when true), the ids and names of the level, the metrics, `deltas` and `trend`.',
      ),
    totals: values.nullable().describe('Totals of all rows. Null when there are no rows.'),
    ratio_bases: z
      .record(z.string(), z.record(z.string(), z.number().nullable()))
      .nullable()
      .describe(
        'For each ratio of `totals` that covers only a part of the amounts beside it: the sums that it is computed from. ' +
          'Reports without one of its bases are left out of it. Null if there is none.',
      ),
    ...comparison,
    not_compared: choice(['no_complete_day', 'not_read_yet', 'no_longer_kept', 'before_first_report'])
      .nullable()
      .describe(
        'Why `compared` is null: no day of the range is complete, or days of a period have not been read from an ' +
          'account yet, or cannot be read, because the platform no longer keeps them, or are before the first report.',
      ),
    trend_granularity: choice(['day', 'week']).nullable(),
    meta: meta.extend({
      currency: z.string(),
      timezone: z.string(),
      data_through: z.string().describe('Last day with data.'),
      ready_from: z.string().describe('First day with data.'),
      total_rows: z.int(),
      truncated: z.boolean().describe('True when there are more rows after this page.'),
      attribution_setting: z.string().describe('Source of the revenue: `platform` or `store`.'),
      warnings: z.array(z.string()),
    }),
  }),
})

import { z } from 'zod'
import { operation } from '../../operation.ts'
import { brandId } from '../../schema/brand.ts'
import { choice } from '../../schema/choice.ts'
import { date } from '../../schema/date.ts'
import { meta } from '../../schema/meta.ts'
import { defaultMetricNames, metricNames } from '../../schema/analytics/metric_names.ts'
import { integer } from '../../schema/number.ts'
import { entityScope } from '../../schema/analytics/scope_of_ads.ts'

export const metrics = operation({
  name: 'analytics.metrics',
  method: 'get',
  path: '/v1/metrics',
  scope: 'read:marketing',
  summary: 'Get metrics',
  description:
    'Returns ad performance by period and level: one row per period and, below the account level, per campaign, ad ' +
    'set or ad. Hours, days, weeks (from Monday) and months are in the time zone of the brand. Periods without a ' +
    'report are absent, not 0. `totals` covers the whole range, independent of the page. `partial: true` marks rows ' +
    'and totals with missing days; `meta.warnings` lists these days. Money is in units of `meta.currency`, rates are ' +
    'fractions, and `roas` is a multiple.',
  input: z.object({
    date_from: date.describe('First day, inclusive.'),
    date_to: date.describe('Last day, inclusive. Days after today are omitted.'),
    level: choice(['account', 'campaign', 'adset', 'ad']).default('account'),
    metrics: metricNames.default(defaultMetricNames),
    granularity: choice(['hour', 'day', 'week', 'month']).default('day'),
    ...entityScope,
    limit: integer(1, 500).default(50).describe('Maximum number of rows in `data`.'),
    page: integer(1, 1_000_000).default(1).describe('Page number, with `limit` rows per page.'),
    as_of: date
      .optional()
      .describe(
        'Returns the numbers that were stored by the end of this day of the brand, before later reports changed them. ' +
          'Must not be after today.',
      ),
    brand_id: brandId,
  }),
  csv: { rows: 'data', columns: (_, answer) => answer.columns as string[] },
  output: z.object({
    brand_id: z.string(),
    level: z.string(),
    granularity: z.string(),
    date_from: z.string(),
    date_to: z.string(),
    data: z
      .array(z.record(z.string(), z.unknown()))
      .describe(
        'Each row has `date`, `partial` (only when true), the ids and names of the level, and the requested metrics, in ' +
          'this order.',
      ),
    totals: z.record(z.string(), z.unknown()).nullable().describe('Totals of all rows. Null when there are no rows.'),
    meta: meta.extend({
      currency: z.string(),
      timezone: z.string(),
      week_start: z.literal('monday'),
      data_through: z.string().describe('Last day with data.'),
      ready_from: z.string().describe('First day with data.'),
      total_rows: z.int(),
      truncated: z.boolean().describe('True when there are more rows after this page.'),
      attribution_setting: z.string().describe('Source of the revenue: `platform` or `store`.'),
      as_of: z.string().nullable().describe('The requested `as_of`. Null for the numbers of now.'),
      warnings: z.array(z.string()),
    }),
  }),
})

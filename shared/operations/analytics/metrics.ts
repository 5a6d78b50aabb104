import { z } from 'zod'
import { operation } from '../../operation.ts'
import { brandId } from '../../schema/brand.ts'
import { choice } from '../../schema/choice.ts'
import { date } from '../../schema/date.ts'
import { meta } from '../../schema/meta.ts'
import { defaultMetricNames, metricNames } from '../../schema/metric_names.ts'
import { integer } from '../../schema/number.ts'
import { adScope } from '../../schema/scope_of_ads.ts'

export const metrics = operation({
  name: 'analytics.metrics',
  method: 'get',
  path: '/v1/metrics',
  scope: 'read:marketing',
  summary: 'Ad performance at any level',
  description:
    'One row per period and, below account level, per campaign, ad set or ad. Periods are days, weeks from Monday, ' +
    "months and hours in the brand's time zone. Only what was reported is there: gaps are not filled with zeroes. " +
    'totals cover the whole range whatever the page. A row or totals with partial: true lack days; meta.warnings says which. Money is in units of meta.currency, ratios are fractions, roas is a multiple.',
  input: z.object({
    date_from: date.describe('First day, inclusive.'),
    date_to: date.describe('Last day, inclusive. Days after today are left out.'),
    level: choice(['account', 'campaign', 'adset', 'ad']).default('account'),
    metrics: metricNames.default(defaultMetricNames),
    granularity: choice(['hour', 'day', 'week', 'month']).default('day'),
    ...adScope,
    limit: integer(1, 500).default(50).describe('Rows in data.'),
    page: integer(1, 1_000_000).default(1).describe('Page of that many rows.'),
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
        'date, partial (only when true), the ids and names of the level, and the metrics asked for, in that order.',
      ),
    totals: z.record(z.string(), z.unknown()).nullable().describe('Of all rows. Null when there are none.'),
    meta: meta.extend({
      currency: z.string(),
      timezone: z.string(),
      week_start: z.literal('monday'),
      data_through: z.string().describe('Last day with data.'),
      ready_from: z.string().describe('First day with data.'),
      total_rows: z.int(),
      truncated: z.boolean().describe('True when there are rows after this page.'),
      attribution_setting: z.string().describe('Whose revenue this is: platform or store.'),
      warnings: z.array(z.string()),
    }),
  }),
})

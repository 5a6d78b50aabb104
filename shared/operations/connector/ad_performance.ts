import { z } from 'zod'
import { contract } from '../../operation.ts'
import { brandId } from '../../schema/brand.ts'
import { comparison } from '../../schema/analytics/comparison.ts'
import { choice } from '../../schema/choice.ts'
import { cursor, page, platform, platformId } from '../../schema/connector.ts'
import { date } from '../../schema/date.ts'
import { meta } from '../../schema/meta.ts'
import { defaultMetricNames, metricNames } from '../../schema/analytics/metric_names.ts'
import { integer } from '../../schema/number.ts'
import { text } from '../../schema/text.ts'

const values = z.record(z.string(), z.unknown())

export const adPerformance = contract({
  name: 'connector.ad_performance',
  scope: 'read:marketing',
  input: z.object({
    date_from: date.describe('First day, inclusive.'),
    date_to: date.describe('Last day, inclusive. Days after today are omitted.'),
    level: choice(['account', 'campaign', 'adset', 'ad']).default('account'),
    metrics: metricNames.default(defaultMetricNames),
    granularity: choice(['hour', 'day', 'week', 'month', 'none']).default('day'),
    platform: platform.optional(),
    campaign_ids: z
      .array(platformId)
      .min(1)
      .max(100)
      .optional()
      .describe('Returns only these campaigns; list_campaigns returns ids.'),
    compare_to: choice(['none', 'previous_period', 'previous_year'])
      .default('none')
      .describe(
        'previous_period: the calendar week, month, quarter or year before (the same part of it, if the range is ' +
          'unfinished); for any other range the same number of days before. previous_year: the same dates one year earlier. Rows have deltas only with ' +
          'granularity none.',
      ),
    sort_by: text(1, 64).optional().describe('Metric to sort by. Default: by date.'),
    order: choice(['desc', 'asc']).default('desc'),
    limit: integer(1, 500).default(50),
    cursor,
    brand_id: brandId,
  }),
  output: z.object({
    brand_id: z.string(),
    level: z.string(),
    granularity: z.string(),
    date_from: z.string(),
    date_to: z.string(),
    data: z
      .array(values)
      .describe(
        'Each row has date, partial (only when true), ids and names of the level, the requested metrics, and deltas.',
      ),
    totals: values.nullable().describe('Totals of all rows. Null when there are no rows.'),
    ...comparison,
    ...page,
    meta: meta.extend({
      currency: z.string(),
      timezone: z.string(),
      week_start: z.literal('monday'),
      data_through: z.string().describe('Last day with data.'),
      ready_from: z.string().describe('First day with data.'),
      attribution_setting: z.string().describe('Source of the revenue: platform or store.'),
      warnings: z.array(z.string()),
    }),
  }),
})

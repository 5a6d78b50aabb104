import { z } from 'zod'
import { operation } from '../../operation.ts'
import { brandId } from '../../schema/brand.ts'
import { choice } from '../../schema/choice.ts'
import { columnsOf } from '../../schema/columns.ts'
import { date } from '../../schema/date.ts'
import { meta } from '../../schema/meta.ts'
import { defaultMetricNames, metricNames } from '../../schema/analytics/metric_names.ts'
import { integer } from '../../schema/number.ts'
import { adScope } from '../../schema/analytics/scope_of_ads.ts'
import { text } from '../../schema/text.ts'

const string = z.string().nullable()
const number = z.number().nullable()

const row = z
  .object({
    creative_id: z.string(),
    platform: z.string(),
    format: string,
    name: string,
    headline: string,
    body: string,
    call_to_action: string,
    landing_url: string,
    thumbnail_url: string,
    ad_ids: z.array(z.string()),
    partial: z.literal(true).optional().describe('Present when days of the range are missing. See `meta.warnings`.'),
    ad_count: z.int(),
    first_seen: z.string(),
    last_seen: z.string(),
    days_active: z.int(),
    rank: z.int(),
    fatigue: z.object({
      state: z.string(),
      score: number.describe('From 0 to 1.'),
      frequency_7d: number.describe(
        'Impressions per person reached in the last 7 days. Null unless a single report covers all 7 days.',
      ),
      ctr_change_pct: number,
      cpa_change_pct: number,
      since: string,
    }),
  })
  .catchall(z.unknown())

export const creatives = operation({
  name: 'analytics.creatives',
  method: 'get',
  path: '/v1/creatives',
  scope: 'read:marketing',
  summary: 'List creatives',
  description:
    'Returns one row per creative, with metrics over all ads that use it. A creative is fatigued when its ' +
    'click-through rate of the last 7 days is significantly lower than in its best 7 days.',
  input: z.object({
    date_from: date,
    date_to: date,
    ...adScope,
    format: choice(['image', 'video', 'carousel', 'text', 'catalog']).optional(),
    status: choice(['fresh', 'stable', 'fatiguing', 'fatigued', 'insufficient_data']).optional(),
    sort: text(1, 64).default('spend').describe('Metric to sort by.'),
    order: choice(['desc', 'asc']).default('desc'),
    metrics: metricNames.default(defaultMetricNames),
    limit: integer(1, 500).default(50),
    page: integer(1, 1_000_000).default(1),
    brand_id: brandId,
  }),
  csv: {
    rows: 'data',
    columns: (input) =>
      columnsOf(row).flatMap((name) => (name === 'rank' ? [...(input.metrics as string[]), name] : [name])),
  },
  output: z.object({
    brand_id: z.string(),
    date_from: z.string(),
    date_to: z.string(),
    data: z.array(row),
    totals: z.record(z.string(), z.unknown()).nullable(),
    meta: meta.extend({
      currency: z.string(),
      timezone: z.string(),
      total_rows: z.int(),
      truncated: z.boolean(),
      warnings: z.array(z.string()),
    }),
  }),
})

import { z } from 'zod'
import { operation } from '../../operation.ts'
import { detectedMetrics } from '../../schema/analytics/metric_names.ts'
import { brandId } from '../../schema/brand.ts'
import { choice } from '../../schema/choice.ts'
import { columnsOf } from '../../schema/columns.ts'
import { meta } from '../../schema/meta.ts'
import { integer } from '../../schema/number.ts'
import { adScope } from '../../schema/analytics/scope_of_ads.ts'

const row = z.object({
  id: z.string(),
  metric: z.string(),
  value: z.number(),
  z_score: z.number().nullable(),
  severity: z.number().describe('From 1 (least severe) to 5 (most severe).'),
  status: z.string(),
  detected_at: z.string(),
  detector: z.string().describe('`cpa_spike`, `roas_drop` or `spend_surge`.'),
  direction: z.string().describe('`spike` or `drop`.'),
  date: z.string().describe('The day with the largest deviation.'),
  date_from: z.string(),
  date_to: z.string(),
  expected: z.number(),
  expected_low: z.number(),
  expected_high: z.number(),
  change_pct: z.number().nullable(),
  impact: z.number().describe('Estimated cost or loss on the worst day, in units of `meta.currency`.'),
  level: z.string(),
  entity: z.object({ platform: z.string(), id: z.string(), name: z.string().nullable() }),
  method: z.string(),
  window_days: z.int(),
  grouped_count: z.int().describe('The number of series that deviated together and were merged into this anomaly.'),
  preliminary: z
    .boolean()
    .describe('True when the platform is expected to change the numbers of `date` by more than 2 %.'),
  dedupe_key: z.string(),
})

export const anomalies = operation({
  name: 'analytics.anomalies',
  method: 'get',
  path: '/v1/anomalies',
  scope: 'read:marketing',
  summary: 'List anomalies',
  description:
    'Returns detected anomalies of campaigns and ad accounts with their expected values: cost per conversion that ' +
    'spiked, return on ad spend that dropped, and spend that surged. Detection runs every night against the last 180 ' +
    'days. Each row is one episode and shows its worst day.',
  input: z.object({
    days: integer(1, 365).default(30).describe('Number of days to look back, including today.'),
    status: choice(['active', 'confirmed', 'false_positive', 'resolved']).optional(),
    metric: choice(detectedMetrics).optional(),
    ...adScope,
    limit: integer(1, 200).default(50),
    page: integer(1, 1_000_000).default(1),
    brand_id: brandId,
  }),
  csv: { rows: 'data', columns: () => columnsOf(row) },
  output: z.object({
    brand_id: z.string(),
    data: z.array(row),
    meta: meta.extend({
      currency: z.string(),
      timezone: z.string(),
      total_rows: z.int(),
      truncated: z.boolean(),
      detected_from: z
        .string()
        .nullable()
        .describe(
          'First day of the period in which every day was checked for anomalies. Null when no day was checked.',
        ),
      detected_through: z
        .string()
        .nullable()
        .describe(
          'Last day that was checked for anomalies with the data reported so far. Null when no day was checked.',
        ),
      warnings: z.array(z.string()),
    }),
  }),
})

import { z } from 'zod'
import { operation } from '../../operation.ts'
import { event } from '../../schema/analytics/event.ts'
import { detectedMetrics } from '../../schema/analytics/metric_names.ts'
import { brandId } from '../../schema/brand.ts'
import { choice } from '../../schema/choice.ts'
import { columnsOf } from '../../schema/columns.ts'
import { date } from '../../schema/date.ts'
import { meta } from '../../schema/meta.ts'
import { integer } from '../../schema/number.ts'
import { adScope, entityScope } from '../../schema/analytics/scope_of_ads.ts'

const part = {
  share: z.number().nullable().describe('`contribution` as a fraction of the deviation.'),
  contribution: z.number().describe('Part of the deviation, in the unit of the metric.'),
}

export const anomaly = z.object({
  id: z.string(),
  metric: z.string(),
  value: z.number(),
  is_lower_limit: z
    .boolean()
    .describe(
      'True for a cost on a day without a conversion or click: `value` is the spend, as if there had been one.',
    ),
  z_score: z.number().nullable(),
  severity: z.number().describe('1 (least severe) to 5, by the largest `z_score` of the episode.'),
  status: z.string(),
  detected_at: z.string(),
  false_alarm_rate: z.number().describe('Fraction of ordinary days that deviate as far.'),
  detector: z.string(),
  also: z
    .array(z.string())
    .describe('The other detectors of the episode. The filter `metric` finds the episode by their metrics too.'),
  direction: z.string(),
  date: z.string().describe('The worst day: the one with the largest `impact`.'),
  date_from: z.string(),
  date_to: z.string(),
  expected: z.number(),
  expected_low: z.number(),
  expected_high: z.number(),
  change_pct: z.number().nullable(),
  impact: z.number().describe('Estimated cost or loss on the worst day.'),
  total_impact: z
    .number()
    .nullable()
    .describe('Sum of the estimated costs or losses of the days that deviated. Null if they were not recorded.'),
  deviating_days: z.number().nullable().describe('Number of days of `total_impact`, from `date_from` to `date_to`.'),
  level: z.string(),
  entity: z.object({
    platform: z.string(),
    id: z.string(),
    name: z.string().nullable(),
    account_id: z.string(),
    account_name: z.string().nullable(),
  }),
  events: z.array(event).describe('Holidays and promotions in the episode, which may explain it.'),
  neighbors: z
    .array(
      z.object({
        kind: z.enum(['proposal', 'budget', 'stock_out', 'restatement']),
        date: z.string(),
        statement: z.string(),
      }),
    )
    .describe(
      'What else happened from 3 days before to 3 days after the episode, at most 10: decided proposals for the entity, ' +
        'monthly budgets that differ from the month before, and products that ran out, which are known for 7 days; and ' +
        'corrections of the days of the episode by later reports. None is shown to be the cause.',
    ),
  contributors: z
    .object({
      data: z.array(z.object({ id: z.string(), name: z.string().nullable(), ...part })),
      level: z.string().describe('`campaign`, `adset` or `ad`.'),
      other: z.object({ count: z.int().describe('The number of the remaining children.'), ...part }),
    })
    .nullable()
    .describe(
      'The parts of `value - expected` on `date`: the five children with the largest parts, and the rest. Null for an ' +
        'entity with fewer than two children.',
    ),
  method: z.string(),
  window_days: z.int(),
  grouped_count: z.int().describe('Number of series that deviated together.'),
  preliminary: z.boolean().describe('True when `date` is expected to change by more than 2 %.'),
  dedupe_key: z.string(),
  unit: z.enum(['money', 'count', 'fraction', 'multiple']).describe('Of `value` and of the expected values.'),
})

export const anomalies = operation({
  name: 'analytics.anomalies',
  method: 'get',
  path: '/v1/anomalies',
  scope: 'read:marketing',
  summary: 'List anomalies',
  description:
    'Returns detected anomalies of campaigns and ad accounts with their expected values: cost per conversion that ' +
    'spiked, ROAS that dropped, and spend that surged. Detectors for spend that dropped, and for revenue, conversions, ' +
    'ctr and cpc, run for brands that choose them with `vitrine brands detectors`. Detection runs every night against the last 180 ' +
    'days. Each row is one episode and shows its worst day.',
  input: z.object({
    days: integer(1, 365).optional().describe('Number of days to look back, including today. Default: 30.'),
    date_from: date.optional().describe('First day, in place of `days`. Episodes that overlap the days are returned.'),
    date_to: date.optional().describe('Last day, with `date_from`.'),
    level: choice(['account', 'campaign']).optional().describe('Only anomalies of ad accounts, or of campaigns.'),
    status: choice(['active', 'confirmed', 'false_positive', 'resolved']).optional(),
    metric: choice(detectedMetrics).optional(),
    ...adScope,
    account_ids: entityScope.account_ids,
    limit: integer(1, 200).default(50),
    page: integer(1, 1_000_000).default(1),
    brand_id: brandId,
  }),
  adapt: () => ({ has_neighbors: true }),
  csv: { rows: 'data', columns: () => columnsOf(anomaly) },
  output: z.object({
    brand_id: z.string(),
    data: z.array(anomaly),
    meta: meta.extend({
      currency: z.string(),
      timezone: z.string(),
      total_rows: z.int(),
      truncated: z.boolean(),
      detected_from: z.string().nullable().describe('Days from here to detected_through were checked.'),
      detected_through: z.string().nullable().describe('Null when no day was checked.'),
      detectors: z
        .array(
          z.object({
            detector: z.string(),
            detected_from: z
              .string()
              .nullable()
              .describe('Every day from here to detected_through was checked by it. Null if it has not run yet.'),
          }),
        )
        .describe('The detectors that run for the brand.'),
      reliability: z.string().nullable().describe('How many false alarms are expected.'),
      warnings: z.array(z.string()),
    }),
  }),
})

/** The list without `neighbors`, which take several queries for each anomaly. */
export const listedAnomalies = {
  ...anomalies,
  adapt: undefined,
  output: anomalies.output.extend({ data: z.array(anomaly.omit({ neighbors: true })) }),
}

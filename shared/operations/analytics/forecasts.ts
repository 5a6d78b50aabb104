import { z } from 'zod'
import { operation } from '../../operation.ts'
import { brandId } from '../../schema/brand.ts'
import { choice } from '../../schema/choice.ts'
import { meta } from '../../schema/meta.ts'
import { integer } from '../../schema/number.ts'
import { text } from '../../schema/text.ts'

const number = z.number().nullable()
const interval = z.object({ low: number, high: number }).describe('Null ends where earlier forecasts do not tell them.')

export const forecasts = operation({
  name: 'analytics.forecasts',
  method: 'get',
  path: '/v1/forecasts',
  scope: 'read:marketing',
  summary: 'What is to be expected',
  description:
    'The forecast that was stored last night, day by day, with intervals that are as wide as earlier forecasts were wrong. ' +
    'accuracy is that of forecasts made from earlier days. Days beyond what is stored are not invented.',
  input: z.object({
    type: choice(['revenue', 'cac', 'roas', 'conversions', 'custom']),
    horizon_days: integer(7, 365).default(30),
    include_confidence: z
      .preprocess((value) => value ?? 'true', choice(['true', 'false']))
      .transform((value) => value === 'true')
      .describe('true (default) or false.'),
    metric: text(1, 64).optional().describe('With type=custom: any metric of GET /v1/metrics/definitions.'),
    brand_id: brandId,
  }),
  output: z.object({
    type: z.string(),
    horizon_days: z.number(),
    granularity: z.string(),
    points: z.array(
      z.object({
        date: z.string(),
        predicted_value: number,
        confidence_interval: interval.optional().describe('Holds four days of five.'),
        confidence_interval_95: interval.optional(),
      }),
    ),
    factors: z.array(
      z.object({
        name: z.string(),
        kind: z.string(),
        effect: z
          .number()
          .describe(
            'Part of the difference between the next 30 days and the last 30: of their sums, or of their averages where the metric is a ratio.',
          ),
        unit: z.string(),
        period: z.string(),
        description: z.string(),
      }),
    ),
    accuracy: z.object({
      mape: number.describe('Percent; null when a day was 0 or nearly.'),
      model: z.string(),
      smape: number,
      mase: number.describe('Below 1: better than repeating last week.'),
      coverage_80: number,
      coverage_95: number,
      origins: z.int(),
      horizon_evaluated: z.int(),
    }),
    meta: meta.extend({
      brand_id: z.string(),
      metric: z.string(),
      unit: z.string(),
      currency: z.string(),
      timezone: z.string(),
      confidence_level: z.number(),
      trained_from: z.string(),
      trained_through: z.string(),
      warnings: z.array(z.string()),
    }),
  }),
})

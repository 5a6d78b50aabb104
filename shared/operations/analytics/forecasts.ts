import { z } from 'zod'
import { operation } from '../../operation.ts'
import { brandId } from '../../schema/brand.ts'
import { choice } from '../../schema/choice.ts'
import { meta } from '../../schema/meta.ts'
import { integer } from '../../schema/number.ts'
import { text } from '../../schema/text.ts'

const number = z.number().nullable()
const interval = z
  .object({ low: number, high: number })
  .describe('A bound is null when there are not enough earlier forecasts to estimate it.')

export const forecasts = operation({
  name: 'analytics.forecasts',
  method: 'get',
  path: '/v1/forecasts',
  scope: 'read:marketing',
  summary: 'List forecasts',
  description:
    'Returns the daily forecast that the nightly job stored, with prediction intervals. The width of the intervals ' +
    'is calibrated on the errors of earlier forecasts. `accuracy` is measured in a backtest. The response contains ' +
    'no days beyond the stored forecast. With less than 28 days of history the status is 409 `data_not_ready`.',
  input: z.object({
    type: choice(['revenue', 'cac', 'roas', 'conversions', 'custom']),
    horizon_days: integer(7, 365).default(30),
    include_confidence: z
      .preprocess((value) => value ?? 'true', choice(['true', 'false']))
      .transform((value) => value === 'true')
      .describe('`true` (default) or `false`.'),
    metric: text(1, 64).optional().describe('Required for `type=custom`: any metric of GET /v1/metrics/definitions.'),
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
        confidence_interval: interval.optional().describe('80 % prediction interval.'),
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
            'Contribution to the difference between the next 30 days and the last 30 days: of sums, or of averages when the ' +
              'metric is a ratio.',
          ),
        unit: z.string(),
        period: z.string(),
        description: z.string(),
      }),
    ),
    accuracy: z.object({
      mape: number.describe(
        'Mean absolute percentage error, in percent. Null when a day of the backtest was 0 or close to 0.',
      ),
      model: z.string(),
      smape: number,
      mase: number.describe('Mean absolute scaled error. Below 1: more accurate than repeating the last week.'),
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

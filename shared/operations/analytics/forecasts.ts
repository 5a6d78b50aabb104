import { z } from 'zod'
import { operation } from '../../operation.ts'
import { brandId } from '../../schema/brand.ts'
import { forecastTotal, interval } from '../../schema/analytics/forecast.ts'
import { choice } from '../../schema/choice.ts'
import { meta } from '../../schema/meta.ts'
import { integer, number as numberBetween } from '../../schema/number.ts'
import { text } from '../../schema/text.ts'

const number = z.number().nullable()

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
    total: z
      .preprocess((value) => value ?? 'false', choice(['true', 'false']))
      .transform((value) => value === 'true')
      .describe('`true` adds the total of the horizon.'),
    planned_spend: numberBetween(0, 1_000_000_000)
      .optional()
      .describe(
        'For `type=revenue`: what if the brand spends this mean amount a day, in place of the mean of the last 28 days.',
      ),
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
        event: z.string().optional().describe('The holiday or promotion that changes the day by 3 % or more.'),
      }),
    ),
    total: forecastTotal.nullish().describe('Sum or ratio of sums, with intervals, for total=true.'),
    planned_spend: z
      .object({
        per_day: z.number(),
        usual_per_day: z.number().describe('Mean of the last 28 days of training.'),
        elasticity: z.number().describe('Revenue changes by this many percent for one percent of spend.'),
        elasticity_interval: z.object({ low: z.number(), high: z.number() }).describe('80 % interval.'),
        weeks: z.int().describe('Weeks that the elasticity was learned from.'),
        multiple: z.number().describe('By which the forecast was multiplied.'),
      })
      .optional()
      .describe('The effect of `planned_spend`.'),
    factors: z.array(
      z.object({
        name: z.string(),
        kind: z.string(),
        effect: z
          .number()
          .describe(
            'Part of the difference between the next and the last 30 days: of sums, or of averages of a ratio.',
          ),
        unit: z.string(),
        period: z.string(),
        description: z.string(),
      }),
    ),
    accuracy: z.object({
      mape: number.describe('Mean absolute percentage error, in percent. Null when a day was close to 0.'),
      model: z.string(),
      smape: number,
      mase: number.describe('Mean absolute scaled error, relative to repeating the week before, one week on.'),
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

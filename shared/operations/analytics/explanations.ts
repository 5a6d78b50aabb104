import { z } from 'zod'
import { operation } from '../../operation.ts'
import { comparisons } from '../../schema/analytics/comparison.ts'
import { explanation } from '../../schema/analytics/explanation.ts'
import { explainedMetricNames } from '../../schema/analytics/metric_names.ts'
import { adScope } from '../../schema/analytics/scope_of_ads.ts'
import { brandId } from '../../schema/brand.ts'
import { choice } from '../../schema/choice.ts'
import { date } from '../../schema/date.ts'
import { meta } from '../../schema/meta.ts'
import { integer } from '../../schema/number.ts'

export const explanations = operation({
  name: 'analytics.explanations',
  method: 'get',
  path: '/v1/explanations',
  scope: 'read:marketing',
  summary: 'Explain a change',
  description:
    'Divides the change of a metric between two periods among factors and campaigns by the log-mean Divisia index: ' +
    'revenue into spend, cost per click, conversion rate and revenue per conversion, a ratio into its factors and the ' +
    'mix of campaigns. The contributions add up to the change exactly. `facts` lists what happened in both periods; ' +
    'changes of prices and stock are known for the last 7 days. A contribution describes the numbers; neither it nor a fact proves a cause. Compares complete days only. ' +
    '`explanation` is null if no day is complete, or if days of a period have not been read from an account.',
  input: z.object({
    metric: choice(explainedMetricNames),
    date_from: date.describe('First day, inclusive.'),
    date_to: date.describe('Last day, inclusive.'),
    compare_to: choice(comparisons).optional().describe('As in GET /v1/breakdown. Default: previous_period.'),
    compared_from: date.optional().describe('First day to compare with, in place of `compare_to`.'),
    compared_to: date.optional().describe('Last day to compare with, in place of `compare_to`.'),
    expected_direction: choice(['up', 'down'])
      .optional()
      .describe('The change that you presume. `summary` and `is_as_expected` say if the metric went the other way.'),
    ...adScope,
    limit: integer(1, 100).default(10).describe('Maximum number of rows in `campaigns` and in `contributions`.'),
    brand_id: brandId,
  }),
  output: z.object({
    brand_id: z.string(),
    date_from: z.string(),
    date_to: z.string(),
    explanation: explanation.nullable(),
    meta: meta.extend({
      currency: z.string(),
      timezone: z.string(),
      data_through: z.string().describe('Last day with data.'),
      attribution_setting: z.string().describe('Source of the revenue: `platform` or `store`.'),
      warnings: z.array(z.string()),
    }),
  }),
})

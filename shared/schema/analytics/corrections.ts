import { z } from 'zod'
import { choice } from '../choice.ts'
import { date } from '../date.ts'
import { integer } from '../number.ts'
import { text } from '../text.ts'
import { attributionModels } from './attribution_models.ts'
import { comparisons } from './comparison.ts'
import { knownMetricNames } from './metric_names.ts'

/** What the rows of an answer in numbers can be. */
export const groupings = ['total', 'platform', 'campaign', 'adset', 'ad', 'day', 'week', 'month', 'weekday'] as const
export type Grouping = (typeof groupings)[number]

/** Parts of the interpretation of a question that replace what the question says. */
export const corrections = z
  .object({
    metrics: z
      .array(choice(knownMetricNames))
      .min(1, 'must not be empty. Leave it out, or name at least one.')
      .max(10, 'must have at most 10 metrics.'),
    date_from: date.describe('First day, inclusive. Requires date_to.'),
    date_to: date.describe('Last day, inclusive. Requires date_from.'),
    compare_to: choice(['none', ...comparisons]).describe('As in GET /v1/breakdown.'),
    group_by: choice(groupings).describe('`total` is one row. `day`, `week` and `month` are a time series.'),
    platforms: z.array(text(1, 100)).max(50).describe('The only platforms of the answer. Empty: all platforms.'),
    campaigns: z
      .array(text(1, 500))
      .max(50)
      .describe('Names of the only campaigns of the answer. Empty: all campaigns and ad sets.'),
    sort: choice(['desc', 'asc']),
    limit: integer(1, 50).describe('Maximum number of rows of a ranking or breakdown.'),
    model: choice(attributionModels).describe('For answers about attribution.'),
  })
  .partial()

export const correctionNames = Object.keys(corrections.shape) as (keyof Corrections)[]

export type Corrections = z.output<typeof corrections>

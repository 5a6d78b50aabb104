import { z } from 'zod'
import { meta } from '../meta.ts'
import { event } from './event.ts'
import { integer } from '../number.ts'

const number = z.number().nullable()

/** The design of a switch-back experiment, as inputs. */
export const experimentDesign = {
  pairs: integer(6, 60).describe('Pairs of an "on" block and an "off" block.'),
  block_days: integer(2, 28).describe(
    'Days of a block. Multiples of 7 need the shortest experiments for the same precision.',
  ),
  washout_days: integer(0, 27)
    .default(1)
    .describe('The first days of each block, which do not count, because ads of the block before still act.'),
}

const planned = z.object({
  metric: z.enum(['orders', 'revenue']),
  per_day: number.describe('Mean of the last 28 days of the history.'),
  noise: number.describe('Standard deviation of the difference of a pair without any effect.'),
  detectable: number.describe(
    'The smallest effect a day that the experiment detects with the stated power. Null if past days are all alike (`noise` is 0).',
  ),
  detectable_percent: number.describe('`detectable` as percent of `per_day`.'),
})

/** What a design can detect, as it was known before the start. */
export const experimentPlan = z.object({
  level: z.number().describe('Level of the intervals, 0.9: the test is two-sided at 10 %.'),
  power: z.number().describe('Probability that the test finds an effect of the size `detectable`, 0.8.'),
  days: z.int().describe('Days of the whole experiment.'),
  history_from: z.string(),
  history_to: z.string(),
  effects: z.array(planned),
})

/** What an experiment on the ads of a platform costs, and what it can show. */
export const experimentStakes = z.object({
  platform: z.string(),
  campaign_ids: z.array(z.string()).nullable().describe('Null: all ads of the platform.'),
  days: z
    .int()
    .describe(
      'Days of the means: those of the last 28 days with known orders whose reports are known, from the first report of these ads on.',
    ),
  date_from: z.string().nullable(),
  date_to: z.string().nullable(),
  off_days: z.int().describe('Days without the ads: half of the experiment.'),
  spend_per_day: number.describe('Mean spend of these ads. Null without reports.'),
  spend: number.describe('Estimated spend that is switched off: `spend_per_day` times `off_days`.'),
  model: z.string().describe('The attribution model of the brand.'),
  conversions_are_orders: z
    .boolean()
    .describe(
      'Whether an account reports no purchases, so that its conversions count as claimed orders. They may be leads.',
    ),
  outcomes: z.array(
    z.object({
      metric: z.enum(['orders', 'revenue']),
      claimed_per_day: number.describe('Mean of what the platform claims for these ads. Null without reports.'),
      attributed_per_day: number.describe('Mean of what `model` attributes to these ads. Null without credits.'),
      at_stake: number.describe(
        'Estimate of the most that is lost: the larger one of `claimed_per_day` and `attributed_per_day`, times `off_days`. It includes orders that would come without the ads.',
      ),
      detectable_percent: number.describe(
        'The smallest effect that the plan detects, as percent of the larger one of `claimed_per_day` and `attributed_per_day`. Null without reports, and if nothing is credited to the ads.',
      ),
      verdict: z
        .enum(['can_find', 'cannot_find', 'is_unknown'])
        .describe(
          '`cannot_find`: the smallest effect that the plan detects is larger than all that is credited to the ads. `is_unknown`: without reports, or without a detectable effect.',
        ),
      statement: z.string().describe('What the plan can and cannot show.'),
    }),
  ),
})

const effect = z
  .object({
    per_day: z.number().describe('Mean of the days with the ads minus mean of the days without them.'),
    lower: z.number(),
    upper: z.number(),
    level: z.number().describe('Level of the interval from `lower` to `upper`.'),
    p_value: z.number().describe('Two-sided p value of the randomization test.'),
    is_exact: z.boolean().describe('False for more than 12 pairs: 4,095 random subsets of the stored seed.'),
    off_per_day: number.describe('Mean of the days without the ads.'),
    percent: number.describe('`per_day` as percent of `off_per_day`.'),
  })
  .nullable()
  .describe('Null with fewer than 6 pairs, and if the difference is the same in all pairs.')

const interval = z
  .object({
    value: z.number(),
    lower: number.describe('Lower bound, from the interval of the effect.'),
    upper: number.describe('Upper bound, from the interval of the effect.'),
  })
  .nullable()

const compared = z.object({
  claimed: number.describe(
    'What the platform of the ads claims: as orders its purchases, or its conversions if an account reports no purchases.',
  ),
  attributed: number.describe('What `model` attributes to the ads. Null without credits.'),
  incremental: interval.describe('What the experiment finds to be caused by the ads. 0 may be in the interval.'),
  incremental_per_claimed: interval,
  claimed_beyond_orders: number.describe(
    'What all platforms claim together, minus all orders. Above 0, at least so much is claimed twice or was no order. Null if a platform has not reported all days.',
  ),
})

export const experimentResult = z.object({
  as_of: z.string().describe('Time of the data. Orders and ad reports may be restated later.'),
  pairs: z.int().describe('Pairs that were over and whose orders are known. All of them count.'),
  conclusion: z
    .enum(['causes', 'no_effect', 'not_conclusive', 'not_executed', 'spend_unknown', 'too_few_pairs'])
    .describe(
      'What the outcome that decides says. `not_executed`: the spend of the off blocks shows that the ads were not switched. `spend_unknown`: the spend is not reported. In both cases the effects say nothing about the ads.',
    ),
  orders: effect,
  revenue: effect,
  spend: z.object({
    on_per_day: number.describe('Mean of the on blocks, over the pairs with two reported blocks.'),
    off_per_day: number.describe('Mean of the off blocks, over the same pairs.'),
    difference_per_day: number,
    differs_as_planned: z.boolean().nullable().describe('Whether the off blocks spent at most half of the on blocks.'),
    blocks: z.int().describe('Blocks of the pairs that count.'),
    blocks_reported: z.int().describe('Those of them whose spend is known.'),
    blocks_not_as_planned: z.int(),
  }),
  cost_per_incremental_order: interval.describe(
    'Difference of the actual spend per incremental order. Null if the interval of orders is not above 0, or if the spend did not differ.',
  ),
  incremental_roas: interval.describe('Null if the spend did not differ or is not known.'),
  calibration: z
    .object({
      days_on: z.int().describe('Counted days with the ads whose reports are known. The numbers below cover them.'),
      model: z.string().describe('The attribution model of the brand.'),
      conversions_as_orders_of: z
        .array(z.string())
        .describe('Platforms without reported purchases. Their conversions count as orders and may be leads.'),
      claims_unknown_of: z
        .array(z.string())
        .describe('Platforms with another account that has not reported all of these days.'),
      orders: compared,
      revenue: compared,
    })
    .nullable()
    .describe('Null with fewer than 6 pairs, and if no pair has two reported blocks.'),
})

export const experimentRow = z.object({
  experiment_id: z.string(),
  name: z.string(),
  status: z.enum(['planned', 'running', 'ended', 'canceled']),
  platform: z.string(),
  campaign_ids: z.array(z.string()).nullable().describe('Null: all ads of the platform.'),
  metric: z.enum(['orders', 'revenue']).describe('The outcome that decides.'),
  starts_on: z.string(),
  ends_on: z.string(),
  pairs: z.int(),
  block_days: z.int(),
  washout_days: z.int(),
  seed: z.int().describe('Decides the order of each pair, and the random subsets of more than 12 pairs.'),
  next_switch: z
    .object({ day: z.string(), state: z.enum(['on', 'off']) })
    .nullable()
    .describe(
      'The next day, today included, at whose beginning people switch the ads. Null after the last switch, and for an experiment that was ended, canceled or not started in time.',
    ),
  plan: experimentPlan,
  created_at: z.string(),
  created_by: z.string().describe('The person or the key that planned it.'),
  started_at: z.string().nullable(),
  started_by: z.string().nullable(),
  closed_at: z.string().nullable().describe('When it was ended or canceled.'),
  closed_by: z.string().nullable(),
  closed_on: z.string().nullable().describe('The day of `closed_at` in the time zone of the brand.'),
  result_at_end: experimentResult
    .nullable()
    .describe('The read-out when the experiment was ended. It does not change.'),
})

export const experimentEvents = z
  .array(event)
  .describe(
    'Holidays and promotions in the days of the experiment. The test stays valid, but such days make the result less precise than planned.',
  )

/** The day of which the calendar of an experiment says what to do. */
export const today = z.string().describe('The present day in the time zone of the brand.')

/** An experiment with its calendar and read-out. */
export const experimentAnswer = z.object({
  brand_id: z.string(),
  currency: z.string(),
  today,
  experiment: experimentRow,
  campaigns: z
    .array(
      z.object({
        id: z.string(),
        name: z
          .string()
          .nullable()
          .describe('Null if no campaign has the id, or campaigns of several accounts have it.'),
      }),
    )
    .nullable()
    .describe('The campaigns whose ads are switched. Null: all ads of the platform.'),
  blocks: z.array(
    z.object({
      pair: z.int(),
      state: z.enum(['on', 'off']),
      is_switch: z.boolean().describe('Whether the block before has the other state. True for the first block.'),
      first_on: z.string(),
      counted_from: z.string().describe('The first day after the washout.'),
      last_on: z.string(),
      spend_per_day: number.describe('Mean actual spend of the counted days. Null if not all of them are reported.'),
      as_planned: z
        .boolean()
        .nullable()
        .describe('Whether the spend agrees with the state. Null if the spend is not known.'),
    }),
  ),
  events: experimentEvents,
  result: experimentResult
    .nullable()
    .describe('The read-out from the present data. Null unless the experiment was ended.'),
  data_through: z.string().nullable().describe('Last day with known orders.'),
  meta: meta.extend({ warnings: z.array(z.string()) }),
})

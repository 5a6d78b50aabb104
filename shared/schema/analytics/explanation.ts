import { z } from 'zod'
import { choice } from '../choice.ts'

const number = z.number().nullable()
const string = z.string().nullable()

const contribution = {
  contribution: z.number().describe('Part of the change, in the unit of the metric.'),
  share_of_change: number.describe('Fraction of the change. Negative for a part that went the other way.'),
}
const campaign = { platform: string, account_id: string, campaign_id: string, campaign_name: string }

const period = z.object({
  date_from: z.string(),
  date_to: z.string(),
  value: number.describe('Null if nothing was reported, or if the denominator of a ratio is 0.'),
})

const factors = z
  .array(
    z.object({
      factor: z
        .string()
        .describe(
          'days, spend, a ratio of two metrics such as cpc or cvr, order_value (revenue per conversion), mix (the part of ' +
            'each campaign in the denominator of a ratio), or undivided (campaigns without factors).',
        ),
      unit: string,
      current: number,
      previous: number,
      ...contribution,
    }),
  )
  .describe('All factors, by size. Their contributions add up to `change`.')

const contributions = z.array(z.object({ ...campaign, factor: z.string(), ...contribution }))
const other = z.object({ count: z.int(), ...contribution }).nullable()

const facts = z
  .array(
    z.object({
      kind: choice([
        'proposal',
        'budget',
        'stock_out',
        'holiday',
        'promotion',
        'experiment',
        'price_change',
        'restatement',
        'source',
        'anomaly',
      ]),
      period: choice(['current', 'previous']),
      happened_on: string,
      statement: z.string(),
      anomaly_id: z.string().optional().describe('Only for an anomaly: its id.'),
    }),
  )
  .describe('What happened in the two periods. None is shown to be a cause.')

/** What every explanation has (sql/analytics/explanations/explanation.sql). */
const explained = {
  metric: z.string(),
  unit: choice(['money', 'count', 'fraction', 'multiple']),
  current: period,
  previous: period,
  change: number.describe('Null if the metric has no value in one of the periods. Then nothing is divided.'),
  change_rate: number.describe('Fraction of the previous value. Null if that is not above 0.'),
  direction: choice(['up', 'down', 'none']).nullable(),
  is_as_expected: z
    .boolean()
    .nullable()
    .describe('Whether the metric went in the expected direction. Null if none is given.'),
  summary: z.string().describe('The explanation in sentences.'),
}

export const explanation = z.object({
  ...explained,
  factors,
  campaigns: z
    .array(
      z.object({
        ...campaign,
        status: choice(['continued', 'new', 'ended']).describe('new and ended: reported in one of the periods only.'),
        current: number,
        previous: number,
        ...contribution,
        factors: z.record(z.string(), z.number()).nullable().describe('Contributions of the factors, each rounded.'),
      }),
    )
    .describe('The campaigns with the largest contributions. With `other_campaigns` they add up to `change`.'),
  other_campaigns: other,
  contributions: contributions.describe(
    'The largest contributions of one factor of one campaign. With `other_contributions` they add up to `change`.',
  ),
  other_contributions: other,
  facts,
})

/** An explanation in an answer to a question, whose rows are the campaigns. */
export const explanationInAnswer = z.object({ ...explained, factors, facts })

/** The same as agents see it in the list of tools, where each listed word of an enumeration costs every conversation. */
export const explanationForAgents = explanationInAnswer.extend({
  unit: z.string(),
  direction: string,
  facts: z.array(facts.element.extend({ kind: z.string(), period: z.string() })),
})

import { choice } from '../choice.ts'
import { date } from '../date.ts'
import { text } from '../text.ts'

export const periods = [
  'last_7_days',
  'last_28_days',
  'last_90_days',
  'last_180_days',
  'last_365_days',
  'this_week',
  'last_week',
  'this_month',
  'last_month',
  'this_quarter',
  'last_quarter',
  'this_year',
  'last_year',
] as const
export const defaultPeriod = 'last_90_days' satisfies (typeof periods)[number]

export const comparisons = ['previous_period', 'previous_year', 'previous_year_weekdays', 'none'] as const
export const defaultComparison = 'previous_period' satisfies (typeof comparisons)[number]

/** The days, the comparison and the platforms of a page. They are in its address, so that every view has a link. */
export const view = {
  period: choice(periods).default(defaultPeriod).describe('A named period. `date_from` and `date_to` replace it.'),
  date_from: date.optional().describe('First day, inclusive.'),
  date_to: date.optional().describe('Last day, inclusive.'),
  compare_to: choice(comparisons).default(defaultComparison),
  platform: text(1, 200).optional().describe('One or more connected platforms, separated by commas.'),
}

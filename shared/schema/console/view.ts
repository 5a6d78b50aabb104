import type { z } from 'zod'
import { comparisons as named } from '../analytics/comparison.ts'
import { choice } from '../choice.ts'

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

/** The parameters of the address of a page for its days, comparison and platform. Every view of numbers is a link. */
export const viewParameters = ['period', 'date_from', 'date_to', 'compare_to', 'platform'] as const

export const comparisons = [...named, 'none'] as const
export const defaultComparison = 'previous_period' satisfies (typeof comparisons)[number]

/** Returns the input of an operation with a named period instead of its dates. The database replaces the period by its dates. */
export function inPeriod(input: z.ZodObject): z.ZodObject {
  return input.omit({ date_from: true, date_to: true }).extend({ period: choice(periods) })
}

import { z } from 'zod'

const totals = z.record(z.string(), z.unknown()).nullable()

/** The earlier period that an answer is compared with. Null if nothing is compared. */
export const comparison = {
  compared: z
    .object({
      date_from: z.string(),
      date_to: z.string(),
      until: z.string().nullable().describe('For a comparison of today: both days are compared up to this time.'),
      totals,
      of: z
        .object({ date_from: z.string(), date_to: z.string(), totals })
        .describe('The days of the range that are compared: the complete ones.'),
    })
    .nullable(),
  deltas: z
    .record(z.string(), z.number().nullable())
    .nullable()
    .describe('Change from compared.totals to compared.of.totals.'),
}

/** The comparisons of a range. `analytics.compared_range` returns their days. */
export const comparisons = ['previous_period', 'previous_days', 'previous_year', 'previous_year_weekdays'] as const
export type Comparison = (typeof comparisons)[number]

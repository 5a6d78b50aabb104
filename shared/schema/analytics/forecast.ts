import { z } from 'zod'

const number = z.number().nullable()

/** A prediction interval. */
export const interval = z.object({ low: number, high: number }).describe('Null with too few earlier forecasts.')

/** The forecast of a sum, or of a ratio of sums, over days. */
export const forecastTotal = z.object({
  date_from: z.string(),
  date_to: z.string(),
  predicted_value: number,
  confidence_interval: interval.optional().describe('80 % prediction interval.'),
  confidence_interval_95: interval.optional(),
})

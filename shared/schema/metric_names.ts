import { z } from 'zod'
import { text } from './text.ts'

/** Comma-separated metric names, in the order in which they are answered. */
export const metricNames = z
  .preprocess(
    (value) => (typeof value === 'string' ? value.split(',').map((name) => name.trim()) : value),
    z
      .array(text(1, 64).regex(/^[a-z0-9_]+$/, 'metric names are lower case, for example spend,roas.'))
      .min(1, 'names nothing. Leave it out, or name at least one.')
      .max(100, 'at most 100 names in one request.'),
  )
  .describe('Comma-separated metric names; GET /v1/metrics/definitions lists them.')

export const defaultMetricNames = ['spend', 'revenue', 'roas', 'cpa', 'conversions']

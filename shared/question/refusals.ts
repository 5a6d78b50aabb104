import type { Interpretation } from './interpret.ts'

export type Reason =
  | 'off_topic'
  | 'write_not_supported'
  | 'unknown_metric'
  | 'unsupported_entity'
  | 'empty'
  | 'ambiguous'
  | 'impossible_date'
  | 'ambiguous_date'
  | 'unclear_exclusion'

const suggestions = [
  'What was our ROAS last week?',
  'Top 5 campaigns by spend last month',
  'Any anomalies in the last 30 days?',
]

/** What is answered where nothing can be: nulls, why, and what could be asked instead. */
export function refuse(reason: Reason, more: Partial<Interpretation> = {}): Interpretation {
  return {
    intent: null,
    metrics: null,
    level: null,
    time: null,
    filters: {},
    group_by: null,
    sort: null,
    limit: null,
    threshold: null,
    thresholds: [],
    model: null,
    confidence: 0,
    unmatched: [],
    suggestions,
    reason,
    warnings: [],
    ...more,
  }
}

/** A time that there is not, or a date that can be read in several ways, given as the question with each of them. */
export function refuseDate(text: string, readings: readonly string[]): Interpretation {
  return readings.length === 0
    ? refuse('impossible_date', {
        unmatched: [text],
        warnings: [`"${text}" is not a time that can be answered for. Dates are best written as 2026-11-05.`],
      })
    : refuse('ambiguous_date', {
        unmatched: [text],
        suggestions: [...readings],
        warnings: [`"${text}" can be read in several ways. Write the date as 2026-11-05.`],
      })
}

/** Something to leave out that was not understood: with it the number would be of something else. */
export function refuseExclusion(text: string): Interpretation {
  return refuse('unclear_exclusion', {
    unmatched: [text],
    warnings: [`What "${text}" leaves out is not clear. Platforms and names of campaigns and ad sets can be left out.`],
  })
}

import type { Interpretation } from '../interpretation.ts'
import type { FoundRange } from './dates.ts'

/**
 * Suggests the period before for a change in one that has only today, which is never complete: "why did revenue go up this week" on
 * a Monday.
 */
export function withPeriodBefore(
  given: Interpretation,
  { plain, ranges }: { plain: string; ranges: readonly FoundRange[] },
  today: string,
): Interpretation {
  const [range, ...others] = ranges
  if (given.intent !== 'explain_change' || range?.date_from !== today || range.date_to < today || others.length > 0)
    return given
  const before = range.text.replace(/\b(?:this|current)\b/, 'last').replace(/\btoday\b/, 'yesterday')
  return {
    ...given,
    suggestions: before === range.text ? [] : [plain.trim().replace(range.text, before)],
    warnings: [
      ...given.warnings,
      range.text === 'today'
        ? 'Today is not complete.'
        : `"${range.text}" has only today so far, which is not complete.`,
    ],
  }
}

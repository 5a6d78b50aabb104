import { analyticsWarnings } from './analytics.ts'
import { anomalyWarnings } from './anomalies.ts'
import { attributionWarnings } from './attribution.ts'
import { budgetWarnings } from './budgets.ts'
import { connectorWarnings } from './connector.ts'
import { forecastWarnings } from './forecasts.ts'
import { importWarnings } from './imports.ts'
import { jobWarnings } from './jobs.ts'
import { questionWarnings } from './questions.ts'

/** A warning in a result that SQL returns (sql/platform/warning.sql), or a sentence that TypeScript has stored. */
export type Warning = string | { reason: string; values: Record<string, unknown> }

/** The sentence of each reason of a warning. */
export const warningSentences: Readonly<Record<string, (values: never) => string>> = {
  ...analyticsWarnings,
  ...anomalyWarnings,
  ...attributionWarnings,
  ...budgetWarnings,
  ...connectorWarnings,
  ...forecastWarnings,
  ...importWarnings,
  ...jobWarnings,
  ...questionWarnings,
}

/**
 * Returns the sentence of a warning. For a reason that only a newer database has, it returns the name of the reason as
 * words.
 */
export function sentenceOfWarning(warning: Warning): string {
  if (typeof warning === 'string') return warning
  const { reason, values } = warning
  const words = Object.entries(values).map(([name, value]) => [
    name,
    isReason(value) ? sentenceOfWarning(value) : value,
  ])
  return warningSentences[reason]?.(Object.fromEntries(words) as never) ?? `${reason.replaceAll('_', ' ')}.`
}

function isReason(value: unknown): value is Exclude<Warning, string> {
  return typeof value === 'object' && value !== null && 'reason' in value
}

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
export type Warning = string | Reason

export interface Reason {
  reason: string
  values: Record<string, unknown>
}

type Sentences = Readonly<Record<string, (values: never) => string>>

/** The sentence of each reason of a warning. */
export const warningSentences: Sentences = {
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

/** Returns the sentence of a warning. */
export function sentenceOfWarning(warning: Warning): string {
  return typeof warning === 'string' ? warning : sentenceFrom(warningSentences, warning)
}

/**
 * Returns the sentence of a reason. A value can have a warning in place of a text. For a reason that only a newer
 * database has, it returns the name of the reason as words.
 */
export function sentenceFrom(sentences: Sentences, { reason, values }: Reason): string {
  const words = Object.entries(values).map(([name, value]) => [
    name,
    isReason(value) ? sentenceOfWarning(value) : value,
  ])
  return sentences[reason]?.(Object.fromEntries(words) as never) ?? `${reason.replaceAll('_', ' ')}.`
}

export function isReason(value: unknown): value is Reason {
  return typeof value === 'object' && value !== null && 'reason' in value && 'values' in value
}

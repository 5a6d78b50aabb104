import type { Audience } from '../audience.ts'
import { adRowRejections } from '../rejections/ad_rows.ts'
import { analyticsWarnings } from './analytics.ts'
import { anomalyWarnings } from './anomalies.ts'
import { attributionWarnings } from './attribution.ts'
import { budgetWarnings } from './budgets.ts'
import { catalogRowRejections } from '../rejections/catalog_rows.ts'
import { connectorWarnings } from './connector.ts'
import { forecastWarnings } from './forecasts.ts'
import { importWarnings } from './imports.ts'
import { jobWarnings } from './jobs.ts'
import { questionWarnings } from './questions.ts'
import { rowRejections } from '../rejections/rows.ts'
import { trainingWarnings } from './training.ts'

/**
 * A warning in a result that SQL returns (sql/platform/warning.sql), or a text that needs no audience, such as the
 * message of a schema.
 */
export type Warning = string | Reason

export interface Reason {
  reason: string
  values: Record<string, unknown>
}

export type Sentences = Readonly<Record<string, (values: never, audience: Audience) => string>>

const sentences = {
  ...adRowRejections,
  ...analyticsWarnings,
  ...anomalyWarnings,
  ...attributionWarnings,
  ...budgetWarnings,
  ...catalogRowRejections,
  ...connectorWarnings,
  ...forecastWarnings,
  ...importWarnings,
  ...jobWarnings,
  ...questionWarnings,
  ...rowRejections,
  ...trainingWarnings,
}

/** The sentences by reason, with the types of their values. */
export type KnownSentences = typeof sentences

/** The sentence of each reason of a warning, of a recommendation, and of the rejection of an imported row. */
export const warningSentences: Sentences = sentences

/** Returns the sentence of a warning. */
export function sentenceOfWarning(warning: Warning, audience: Audience): string {
  return typeof warning === 'string' ? warning : sentenceFrom(warningSentences, warning, audience)
}

/**
 * Returns the sentence of a reason. A value can have a warning in place of a text. For a reason that only a newer
 * database has, it returns the name of the reason as words.
 */
export function sentenceFrom(known: Sentences, { reason, values }: Reason, audience: Audience): string {
  const words = Object.entries(values).map(([name, value]) => [
    name,
    isReason(value) ? sentenceOfWarning(value, audience) : value,
  ])
  return known[reason]?.(Object.fromEntries(words) as never, audience) ?? `${reason.replaceAll('_', ' ')}.`
}

export function isReason(value: unknown): value is Reason {
  return typeof value === 'object' && value !== null && 'reason' in value && 'values' in value
}

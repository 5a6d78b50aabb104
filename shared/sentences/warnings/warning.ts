import type { Audience } from '../audience.ts'
import { adRowRejections } from '../rejections/ad_rows.ts'
import { analyticsWarnings } from './analytics.ts'
import { anomalyWarnings } from './anomalies.ts'
import { attributionWarnings } from './attribution.ts'
import { budgetWarnings } from './budgets.ts'
import { catalogRowRejections } from '../rejections/catalog_rows.ts'
import { connectorWarnings } from './connector.ts'
import { experimentWarnings } from './experiments.ts'
import { forecastWarnings } from './forecasts.ts'
import { groupedSentences } from './grouped.ts'
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
  ...experimentWarnings,
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
 * Returns the sentences of the warnings of a result: one for each reason of `groupedSentences`, at the place of its first warning, so that
 * many accounts do not make many sentences. For a page, the most important ones are first.
 */
export function sentencesOfWarnings(warnings: readonly Warning[], audience: Audience): string[] {
  const ordered =
    audience.reader === 'page' ? warnings.toSorted((one, other) => importanceOf(one) - importanceOf(other)) : warnings
  const groups = Map.groupBy(ordered, (warning) => groupOf(warning, audience))
  return [...groups.values()].flatMap((all) => sentencesOfGroup(all, audience))
}

/** Warnings that numbers of the result are incomplete, which a reader needs first. */
const incomplete = new Set([
  'account_is_not_read_completely',
  'account_no_longer_has_days',
  'account_waits_for_rates',
  'source_needs_attention',
  'account_has_a_gap',
  'account_lacks_exchange_rates',
  'unreported_days_are_left_out',
  'account_is_late',
  'account_reported_too_early',
  'data_ends_earlier',
  'today_is_not_over',
  'today_is_not_reported',
  'day_has_no_report_as_of',
  'data_begins_later',
])

/** Returns the place of a warning in the list of a page: missing numbers, then how numbers are computed, then the comparison. */
function importanceOf(warning: unknown): number {
  const reason = typeof warning === 'object' && warning !== null && 'reason' in warning ? String(warning.reason) : ''
  if (incomplete.has(reason)) return 0
  return reason.startsWith('compared_') || reason === 'account_is_not_compared' ? 2 : 1
}

function sentencesOfGroup([first, ...others]: readonly Warning[], audience: Audience): string[] {
  if (first === undefined) return []
  if (others.length === 0 || typeof first === 'string') return [sentenceOfWarning(first, audience)]
  const all = [first, ...(others as Reason[])].map(({ values }) => values)
  const grouped = groupedSentences[first.reason]
  if (grouped) return [grouped(all as never[], audience)]
  if (!isReason(first.values.warning)) return [sentenceOfWarning(first, audience)]
  const nested = sentencesOfWarnings(
    all.map(({ warning }) => warning as Warning),
    audience,
  )
  return nested.map((warning) => sentenceOfWarning({ ...first, values: { ...first.values, warning } }, audience))
}

/** Returns the same value for warnings that are said in one sentence. */
function groupOf(warning: Warning, audience: Audience): unknown {
  if (typeof warning === 'string') return warning
  const { reason, values } = warning
  if (reason in groupedSentences) return reason
  // The compared days are the same for all warnings of a result.
  if (reason === 'compared_days_are_incomplete' && isReason(values.warning)) return reason
  return sentenceOfWarning(warning, audience)
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

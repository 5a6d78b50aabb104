import type { z } from 'zod'
import type { query } from '../../../shared/operations/analytics/query.ts'
import type { metricDefinitions } from '../../../shared/operations/analytics/metric_definitions.ts'
import type { view } from '../../../shared/operations/console/view.ts'
import { isInNumbers } from '../../../shared/question/corrections/correctable.ts'
import type { Interpretation } from '../../../shared/question/interpretation.ts'
import type { PageContext } from '../page_context.ts'
import type { Query } from '../parts/view.ts'

export type Definition = z.output<(typeof metricDefinitions)['output']>['data'][number]
export type Answer = Omit<z.output<(typeof query)['output']>, 'interpretation'>
export type Row = Record<string, unknown>

/** A question with its answer, and what the menus of the page offer. */
export interface Asked {
  pageContext: PageContext
  /** The parameters of the address. */
  query: Query
  /** The platforms of the brand, and its campaigns with the highest spend. */
  offered: z.output<(typeof view)['output']>
  definitions: readonly Definition[]
  /** Metrics of orders that no report of the brand has. */
  unreported: readonly string[]
  today: string
  interpretation: Interpretation
  answer: Answer
}

/** Returns the definition of a metric. Metrics of an interpretation are always defined. */
export function definitionOf({ definitions }: Pick<Asked, 'definitions'>, name: string): Definition | undefined {
  return definitions.find((definition) => definition.name === name)
}

/** Whether a menu offers a metric: it has data, or the answer has it. Answers of orders have the metrics that reports lack. */
export function isReported({ unreported, interpretation }: Asked, name: string): boolean {
  const { intent, metrics } = interpretation
  return intent === 'orders' || !unreported.includes(name) || (metrics ?? []).includes(name)
}

/** Returns the value of a column. A dot separates the names of a nested member. */
export function valueAt(row: Row, column: string): unknown {
  return column.split('.').reduce<unknown>((value, name) => (value as Row | null | undefined)?.[name], row)
}

const levels: Record<string, string> = { adset: 'ad set', ad: 'ad', platform: 'platform', campaign: 'campaign' }

/** Returns the word for a level or a unit of time in sentences. */
export function levelWord(name: string): string {
  return levels[name] ?? name
}

/** Returns the label of a metric inside a sentence: "spend", but "ROAS". */
export function inSentence(label: string): string {
  return /^[A-Z][a-z]/.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label
}

/** Whether the rows of an answer are metrics of the reported days. */
export function showsMetrics(intent: string | null): boolean {
  return isInNumbers(intent) || intent === 'creatives' || intent === 'orders'
}

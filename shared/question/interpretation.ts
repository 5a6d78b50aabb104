import type { SpendChange } from './answer/scenario_changes.ts'
import type { LostPart } from './corrections/lost_part.ts'
import type { Intent } from './intent/intent.ts'
import type { Operation } from './metrics/operations.ts'
import type { Merit } from './intent/turn.ts'
import type { Threshold } from './metrics/threshold.ts'
import type { Time } from './time/time.ts'

/** Why a question is not answered. */
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
  | 'unknown_brand'
  | 'unknown_name'
  | 'unknown_platform'
  | 'unsupported_currency'
  | 'unsupported_target'
  | 'unsupported_explanation'
  | 'unsupported_advice'
  | 'unsupported_calculation'
  | 'unsupported_scenario'

export interface Interpretation {
  intent: Intent | null
  metrics: string[] | null
  level: string | null
  /** Null for answers without a time, such as a list. */
  time: Time | null
  filters: Record<string, unknown>
  group_by: string | null
  /** The level whose members each have their own ranking: "top campaign per platform". */
  within: string | null
  /** What is computed from the metrics. */
  operation: Operation | null
  /** The ROAS at which nothing is lost, for the operation `loss`. */
  break_even?: number
  /** The spend a day that a forecast of revenue supposes. */
  planned_spend?: number
  /** The changes of spend that a scenario supposes, and its days. */
  spend_changes?: SpendChange[]
  horizon_days?: number
  sort: 'asc' | 'desc' | null
  /** The end of the order that the question names by merit, from which another metric derives its `sort`. */
  merit?: Merit | null
  limit: number | null
  /** 2 selects only the second row. */
  rank: number | null
  /** The first of `thresholds`. */
  threshold: Threshold | null
  thresholds: Threshold[]
  model: string[] | null
  /** The direction of change that a "why" question presupposes. */
  direction?: 'up' | 'down' | null
  /** From 0 to 1; below .5 if a word of the question is unmatched. */
  confidence: number
  unmatched: string[]
  /** The parts of the question that corrections removed. Absent without corrections. */
  lost?: LostPart[]
  suggestions: string[]
  reason: Reason | null
  /** Sentences for `meta.warnings`. */
  warnings: string[]
}

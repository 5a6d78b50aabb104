import type { Intent } from './intent/intent.ts'
import type { Operation } from './metrics/operations.ts'
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
  | 'unknown_name'
  | 'unknown_platform'
  | 'unsupported_currency'

export interface Interpretation {
  intent: Intent | null
  metrics: string[] | null
  level: string | null
  /** Null for what has no time, such as a list. */
  time: Time | null
  filters: Record<string, unknown>
  group_by: string | null
  /** The best of each of these: "top campaign per platform". */
  within: string | null
  /** What is computed beyond the metrics. */
  operation: Operation | null
  sort: 'asc' | 'desc' | null
  limit: number | null
  /** 2: only the second of the order. */
  rank: number | null
  /** The first of the bounds. */
  threshold: Threshold | null
  thresholds: Threshold[]
  model: string[] | null
  /** Which way a question for a cause says that its metric went. */
  direction?: 'up' | 'down' | null
  /** Below .5 where a word of the question is not in the answer. */
  confidence: number
  unmatched: string[]
  suggestions: string[]
  reason: Reason | null
  /** What the reader of the answer must know: said in meta. */
  warnings: string[]
}

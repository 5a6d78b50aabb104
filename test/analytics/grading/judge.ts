import type { Interpretation } from '../../../shared/question/interpret.ts'

interface Range {
  date_from: string
  date_to: string
}

/** What a question set expects of one question. See README of the question sets for the meaning of every key. */
export interface Expectation {
  intent: string | null
  intent_also_accepted?: (string | null)[]
  metrics: string[] | null
  metrics_also_accepted?: (string[] | null)[]
  metrics_any?: boolean
  level: string | null
  level_also_accepted?: (string | null)[]
  time: Range | null
  time_also_accepted?: Range[]
  time_any?: boolean
  compare?: Range
  compare_also_accepted?: Range[]
  filters?: Record<string, string | string[]>
  group_by?: string
  sort?: string
  limit?: number
  granularity?: string
  rank?: number
  threshold?: boolean
  model?: string[]
  operation?: string
  unsupported?: string
  flag_ok?: boolean
}

export interface Question {
  id: string
  question: string
  now: string
  expect: Expectation
}

export type Grade = 'right' | 'refused' | 'flagged' | 'wrong and confident'

export interface Judgment {
  grade: Grade
  /** The slots that differ from the expectation, for the report. */
  wrong: string[]
}

const derived = new Set(['rpc', 'revenue_per_click', 'epc', 'cac', 'aov'])

/**
 * Grades one interpretation. `right` includes a refusal, or a flagged answer, where the expectation says that the question
 * cannot be answered. `flagged` is an answer that differs and says so: unmatched words or a confidence below .5.
 */
export function judge(given: Interpretation, expected: Expectation): Judgment {
  const intents = [expected.intent, ...(expected.intent_also_accepted ?? [])]
  const isFlagged = given.unmatched.length > 0 || given.confidence < 0.5
  if (given.intent === null) return { grade: intents.includes(null) ? 'right' : 'refused', wrong: ['intent'] }
  if (expected.intent === null && isFlagged) return { grade: 'right', wrong: [] }
  const wrong = differences(given, expected, intents)
  if (wrong.length === 0 && !isFlagged) return { grade: 'right', wrong }
  if (!isFlagged) return { grade: 'wrong and confident', wrong }
  return { grade: expected.flag_ok ? 'right' : 'flagged', wrong: wrong.length > 0 ? wrong : ['unmatched'] }
}

function differences(given: Interpretation, expected: Expectation, intents: (string | null)[]): string[] {
  const wrong: string[] = []
  const check = (slot: string, isRight: boolean) => isRight || wrong.push(slot)
  check('intent', intents.includes(given.intent))
  const metricSets = [expected.metrics, ...(expected.metrics_also_accepted ?? [])]
  check('metrics', expected.metrics_any === true || metricSets.some((metrics) => sameSet(metrics, given.metrics)))
  check('level', [expected.level, ...(expected.level_also_accepted ?? [])].includes(given.level))
  if (expected.time !== null && expected.time_any !== true)
    check('time', among(given.time, [expected.time, ...(expected.time_also_accepted ?? [])]))
  const compare = given.time?.compare_from
    ? { date_from: given.time.compare_from, date_to: given.time.compare_to as string }
    : null
  const compares = [expected.compare, ...(expected.compare_also_accepted ?? [])].filter((range) => range !== undefined)
  if (compares.length > 0) check('compare', compare !== null && among(compare, compares))
  // "Growth week over week" may be answered as a series; a comparison by its nature has two periods.
  else check('compare', compare === null || expected.intent === 'comparison' || given.intent === 'explain_change')
  check('filters', sameFilters(given.filters, expected.filters ?? {}))
  if (expected.group_by !== undefined)
    check('group_by', given.group_by === expected.group_by || given.within === expected.group_by)
  if (expected.sort !== undefined) check('sort', given.sort === expected.sort)
  if (expected.limit !== undefined) check('limit', given.limit === expected.limit)
  if (expected.rank !== undefined) check('rank', given.rank === expected.rank)
  if (expected.granularity !== undefined)
    check('granularity', [given.time?.granularity, given.group_by].includes(expected.granularity))
  check('threshold', given.thresholds.length > 0 === (expected.threshold === true))
  if (expected.model !== undefined) check('model', sameSet(expected.model, given.model))
  if (expected.operation !== undefined) check('operation', hasOperation(given, expected.operation))
  else check('operation', given.operation === null || ['difference', 'growth', 'ratio'].includes(given.operation))
  return wrong
}

function hasOperation(given: Interpretation, expected: string): boolean {
  // Every comparison of two periods is answered with its change and the rate of it.
  if (['difference', 'growth'].includes(expected) && given.time?.compare_from) return true
  // A ratio that the catalogue has a name for is that metric.
  if (expected === 'ratio' && given.metrics?.some((metric) => derived.has(metric))) return true
  return given.operation === expected
}

function among(given: Range | null, accepted: readonly Range[]): boolean {
  return accepted.some(({ date_from, date_to }) => given?.date_from === date_from && given.date_to === date_to)
}

function sameSet(a: readonly string[] | null, b: readonly string[] | null): boolean {
  return JSON.stringify(a && a.toSorted()) === JSON.stringify(b && b.toSorted())
}

function sameFilters(given: Record<string, unknown>, expected: Record<string, string | string[]>): boolean {
  const plain = (filters: Record<string, unknown>) =>
    Object.entries(filters)
      .map(([key, value]) => [key.replace(/^channel/, 'platform'), listOf(value)] as const)
      .filter(([, values]) => values.length > 0)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
  return JSON.stringify(plain(given)) === JSON.stringify(plain(expected))
}

function listOf(value: unknown): string[] {
  return (Array.isArray(value) ? value : [value]).map((one) => String(one).toLowerCase()).toSorted()
}

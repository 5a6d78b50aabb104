import type { Interpretation } from '../../../shared/question/interpretation.ts'
import type { Reason } from '../../../shared/question/interpretation.ts'
import type { Threshold } from '../../../shared/question/metrics/threshold.ts'

interface Range {
  date_from: string
  date_to: string
}

/**
 * What a question set expects of one question. A key with `_also_accepted` lists alternatives. A key that is absent is not
 * compared, except `compare`, `filters`, `model`, `operation` and `thresholds`: the answer must then have none.
 */
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
  thresholds?: Threshold[]
  model?: string[]
  operation?: string
  operation_also_accepted?: (string | null)[]
  /** What the question names that the product does not have: a key of `reasons`. */
  unsupported?: keyof typeof reasons
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

/** The reasons with which a question may be refused, for everything that a question set calls unsupported. */
const reasons = {
  currency: ['unsupported_currency'],
  'date does not exist': ['impossible_date'],
  'exclusion is not known': ['unclear_exclusion'],
  'exclusion of days is not known': ['unclear_exclusion'],
  future: ['impossible_date'],
  'grouping is not known': ['unsupported_entity'],
  hypothetical: [],
  'lift is not known': ['unsupported_entity', 'unknown_metric'],
  'nothing asked': ['off_topic'],
  'nothing understood': ['off_topic'],
  'off topic': ['off_topic'],
  'platform is not connected': ['unknown_platform'],
  'product is not a dimension of ads': ['unsupported_entity', 'unknown_name'],
  'second question is not known': [],
  'target is not known': ['unsupported_target'],
  'two questions': [],
  unknown: ['unsupported_entity', 'unknown_metric'],
  'unknown brand': ['unknown_name'],
  'unknown campaign': ['unknown_name'],
  'unknown channel': ['unknown_platform'],
  'unknown condition': ['unknown_name'],
  'unknown dimension': ['unsupported_entity', 'unknown_name'],
  'unknown level': ['unsupported_entity'],
  'unknown metric': ['unknown_metric'],
  'unknown metric or condition': ['unknown_metric', 'unsupported_calculation'],
  'unknown name': ['unknown_name'],
  'unknown operator': [],
  'unknown time': ['impossible_date'],
  write: ['write_not_supported'],
} as const satisfies Record<string, readonly Reason[]>

/**
 * Grades one interpretation. `right` includes a refusal for the expected reason, or an answer that lists unmatched words,
 * where the expectation says that the question cannot be answered. `refused` is any other refusal. `flagged` is an answer
 * that differs and says so: unmatched words or a confidence below .5.
 */
export function judge(given: Interpretation, expected: Expectation): Judgment {
  const intents = [expected.intent, ...(expected.intent_also_accepted ?? [])]
  const isFlagged = given.unmatched.length > 0 || given.confidence < 0.5
  if (given.intent === null) {
    if (!intents.includes(null)) return { grade: 'refused', wrong: ['intent'] }
    const isForReason = expected.unsupported === undefined || isExpected(given.reason, expected.unsupported)
    return isForReason ? { grade: 'right', wrong: [] } : { grade: 'refused', wrong: ['reason'] }
  }
  if (expected.intent === null && given.unmatched.length > 0) return { grade: 'right', wrong: [] }
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
  check('thresholds', sameSet(inWords(given.thresholds), inWords(expected.thresholds ?? [])))
  check('model', sameSet(expected.model ?? null, given.model))
  check(
    'operation',
    [expected.operation ?? null, ...(expected.operation_also_accepted ?? [])].includes(given.operation),
  )
  return wrong
}

function isExpected(reason: Reason | null, unsupported: keyof typeof reasons): boolean {
  const accepted: readonly (Reason | null)[] = reasons[unsupported]
  return accepted.includes(reason)
}

function inWords(thresholds: readonly Threshold[]): string[] {
  return thresholds.map(({ metric, operator, value }) => `${metric} ${operator} ${value}`)
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

import { leadsWithLevel } from '../entities/level.ts'
import { unique } from '../language/spans.ts'
import type { QuestionParts } from '../read_question.ts'
import { futureOf } from './choose_intent.ts'
import type { Evidence } from './choose_intent.ts'

/** Returns what the parts of a question say about its intent. */
export function evidenceOf(parts: QuestionParts): Evidence {
  const { metrics, levels, ranges, isBounded, operation, ranksGrowth, isByWeekday } = parts
  return {
    isFuture: futureOf(ranges) !== undefined,
    cues: parts.cues,
    metrics,
    levels,
    platforms: unique([...parts.platformSpans, ...parts.placements].map(({ name }) => name)),
    names: parts.names.filter((name) => !parts.excluded.names.includes(name)),
    ranges,
    models: unique(parts.modelSpans.map(({ name }) => name)),
    channels: unique(parts.channels.spans.map(({ name }) => name)),
    isBounded,
    operation,
    ranksGrowth,
    ranksPeriods: parts.ranked !== null,
    isByWeekday,
    hasBase: parts.base !== null,
    leadsWithLevel: parts.isOfEach || leadsWithLevel(parts.text, parts.levelSpans, parts.metricSpans),
  }
}

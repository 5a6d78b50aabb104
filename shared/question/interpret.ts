import { isComputed, takeUsed, confidenceOf } from './answer/leftovers.ts'
import { asksOfBrand, ordersElsewhere, refuse, refuseDate, refuseFuture, unsupportedReason } from './answer/refusals.ts'
import { loneBase, remainingWords, unansweredWords } from './answer/unmatched.ts'
import { readFatigue } from './entities/formats.ts'
import { isOne, leadsWithLevel, levelOf } from './entities/level.ts'
import { scopeOf } from './entities/scope.ts'
import { chooseIntent, comparesThings, forecastWarning, futureOf, isPast, isSorted } from './intent/choose_intent.ts'
import type { Evidence } from './intent/choose_intent.ts'
import type { Intent } from './intent/intent.ts'
import { directionOf } from './intent/premise.ts'
import type { Interpretation } from './interpretation.ts'
import { unique } from './language/spans.ts'
import { chooseMetrics, growthSort, meritOf, rankingOf } from './metrics/metrics.ts'
import type { QuestionContext } from './question_context.ts'
import { readQuestion } from './read_question.ts'
import type { QuestionParts } from './read_question.ts'
import { ambiguousTime } from './time/ambiguous_times.ts'
import { chooseTime } from './time/time.ts'

/**
 * Interprets a question without a language model. It removes names, times, comparisons, metrics, platforms and levels
 * from the text, one kind after another, and derives the intent from all of them. `unmatched` lists the remaining words
 * with a meaning. The confidence is then below .5, so that callers can detect an answer that ignores a part of the
 * question.
 */
export function interpret(question: string, context: QuestionContext): Interpretation {
  const parts = readQuestion(question, context)
  if ('reason' in parts) return parts
  const evidence = evidenceOf(parts)
  const intent = chooseIntent(evidence)
  const refusal = refusalOf(parts, intent, context)
  if (refusal) return refusal
  if (intent === null) {
    return refuse(asksOfBrand(parts.text, parts.levels, parts.ranges) ? 'unknown_metric' : 'off_topic')
  }
  return answer(parts, evidence, intent, context)
}

function evidenceOf(parts: QuestionParts): Evidence {
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
    isBounded,
    operation,
    ranksGrowth,
    ranksPeriods: parts.ranked !== null,
    isByWeekday,
    hasBase: parts.base !== null,
    leadsWithLevel: parts.isOfEach || leadsWithLevel(parts.text, parts.levelSpans, parts.metricSpans),
  }
}

/** Returns the refusal of a question with a time or a word that no answer can cover, or null. */
function refusalOf(parts: QuestionParts, intent: Intent | null, { today }: QuestionContext): Interpretation | null {
  const { ranges, cues, text, plain, metrics, levels, reading } = parts
  const ahead = futureOf(ranges) ?? ranges.find(({ date_from }) => date_from > today)
  if (ahead && !cues.forecast && isPast(text)) return refuseFuture(ahead.text)
  const ambiguous = ambiguousTime(loneBase(parts), intent === 'comparison' ? [] : ranges, plain, today)
  if (ambiguous) return refuseDate(ambiguous.text, ambiguous.readings)
  const reason = intent === 'definition' ? null : unsupportedReason(reading.text, metrics.length + levels.length > 0)
  return reason === null ? null : refuse(reason)
}

function answer(parts: QuestionParts, evidence: Evidence, intent: Intent, context: QuestionContext): Interpretation {
  const { text, reading, cues, metrics, ranges, bounds, ranked, operation, ranksGrowth, placements, hasDays } = parts
  const isBeside = intent === 'comparison' && !ranksGrowth && comparesThings(evidence)
  const { level, groupBy, within } = levelOf(intent, { ...evidence, isBeside, ranked, hasDays })
  const chosen = chooseMetrics(intent, metrics, text)
  const scope = scopeOf(intent, {
    platforms: [...parts.platformSpans, ...placements],
    names: evidence.names.map(({ name, level: of }) => ({ name, level: of })),
    excluded: parts.excluded,
    bounds,
    metrics: chosen ?? [],
    hasRows: groupBy !== null || intent === 'timeseries' || intent === 'creatives' || hasDays,
    isYesNo:
      /^(?:please |hey |hi |so |and )*(?:was|were|is|are|did|do|does|have|has|had)\b/.test(text) &&
      bounds.metrics.length === metrics.length,
    knownNames: context.names,
  })
  const chosenTime = chooseTime(intent, ranges, context, {
    cues,
    base: parts.base,
    operation,
    ranked: ranked?.unit ?? (groupBy === 'weekday' ? groupBy : null),
    comparesThings: isBeside,
    text: parts.beforeTimes,
  })
  const { time } = chosenTime
  const fatigue = readFatigue(text, intent === 'creatives', isSorted(cues) && metrics.length === 0)
  const hasFilters = Object.keys(scope.filters).length > 0
  const isDone = operation === null || isComputed(operation, intent, time, isBeside, groupBy, hasFilters)
  takeUsed(reading, intent, { cues, groupBy, within, isVersus: metrics.length > 1, isDone, time })
  const remaining = remainingWords(parts)
  // A number with a separator is an unread date. It must not be replaced by the default time.
  const date = time.defaulted ? remaining.find((word) => /^\d+[./-]\d/.test(word)) : undefined
  if (date !== undefined) return refuseDate(date, [])
  const unreported = metrics.filter((name) => intent !== 'definition' && context.unreported?.includes(name))
  const decided = { intent, level, groupBy, within, isBeside, isDone, scope, chosenTime, unreadFatigue: fatigue.unread }
  const unmatched = unique([...remaining, ...unansweredWords(parts, evidence, decided, context.today), ...unreported])
  const isRanking = intent === 'ranking' || intent === 'creatives'
  const rank = rankingOf(cues, metrics)
  return {
    intent,
    metrics: chosen && scope.metrics,
    level,
    time: intent === 'list' ? null : time,
    filters: {
      ...scope.filters,
      ...(parts.formats.length > 0 && intent === 'creatives' ? { format: parts.formats } : {}),
      ...(fatigue.states.length > 0 ? { fatigue: fatigue.states } : {}),
    },
    group_by: groupBy,
    within,
    operation: ranked && intent === 'ranking' ? 'best_period' : isDone ? operation : null,
    sort: ranksGrowth ? growthSort(cues, parts.isImproved, metrics) : isRanking ? rank.sort : null,
    merit: ranksGrowth || isRanking ? meritOf(cues, ranksGrowth ? parts : null) : null,
    limit: rank.limit ?? (hasOneRow() ? 1 : null),
    rank: parts.rank,
    threshold: scope.thresholds[0] ?? null,
    thresholds: scope.thresholds,
    model: intent === 'attribution' && evidence.models.length > 0 ? [...evidence.models] : null,
    direction: intent === 'explain_change' ? directionOf(text) : null,
    confidence: confidenceOf(unmatched.length, intent !== 'list' && time.defaulted),
    unmatched,
    suggestions: [],
    reason: null,
    warnings: [
      ...scope.warnings,
      ...placements.map(
        (placement) =>
          `"${placement.text}" is a part of ${placement.name} that its reports do not separate. The answer covers all of ${placement.name}.`,
      ),
      ...chosenTime.warnings,
      ...(intent === 'list' ? ['A list has no time. It contains everything that was ever reported.'] : []),
      ...unreported.map(ordersElsewhere),
      ...(intent === 'forecast' && !cues.forecast ? forecastWarning(futureOf(ranges)) : []),
    ],
  }

  function hasOneRow(): boolean {
    if (!(intent === 'ranking' || ranksGrowth) || (parts.isBounded && !isSorted(cues))) return false
    const shown = parts.levelSpans.filter(({ name }) => [level, groupBy].includes(name))
    return isOne(ranked, text, shown, cues)
  }
}

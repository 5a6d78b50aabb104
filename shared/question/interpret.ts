import { startOf } from '../calendar/days.ts'
import { answerAdvice, asksUnreadAdvice } from './intent/advice.ts'
import { isComputed, takeUsed, confidenceOf } from './answer/leftovers.ts'
import { channelRefusal } from './answer/channel_refusal.ts'
import { attributedMetricOf, comparisonLeft } from './entities/channels.ts'
import {
  asksOfBrand,
  ordersElsewhere,
  refuse,
  refuseAdvice,
  refuseAmbiguous,
  refuseDate,
  refuseFuture,
  refuseOutside,
  shopRefusal,
  unsupportedRefusal,
} from './answer/refusals.ts'
import { comparedRefusal, derivedRefusal, emptyWarning, misreadRefusal } from './answer/misread_questions.ts'
import { readScenario } from './answer/scenario_question.ts'
import {
  anomaliesNote,
  explainedNote,
  growthNote,
  listedNote,
  listNote,
  loneBase,
  noteOf,
  remainingWords,
  unansweredWords,
  withPeriodBefore,
} from './answer/unmatched.ts'
import { readFatigue } from './entities/formats.ts'
import { partsOfQuestion } from './entities/name_words.ts'
import type { EntityName, NamePart } from './entities/names.ts'
import { asksOfActive, isOne, levelOf } from './entities/level.ts'
import { scopeOf } from './entities/scope.ts'
import { readStatuses } from './entities/statuses.ts'
import { unknownNameRefusal } from './entities/unknown_name.ts'
import { evidenceOf } from './intent/evidence.ts'
import { chooseIntent, comparesThings, forecastWarning, futureOf, isPast, isSorted } from './intent/choose_intent.ts'
import type { Evidence } from './intent/choose_intent.ts'
import type { Intent } from './intent/intent.ts'
import { budgetChangeOf } from './intent/cues.ts'
import { withOrders } from './intent/orders.ts'
import { readPrice } from './intent/price.ts'
import { lossThreshold, lossWarnings } from './intent/loss.ts'
import { readTargets } from './intent/targets.ts'
import { trueRoasNote } from './intent/true_roas.ts'
import { directionOf } from './intent/premise.ts'
import type { Interpretation } from './interpretation.ts'
import { unique } from './language/spans.ts'
import { chooseMetrics, growthSort, meritOf, rankingOf } from './metrics/metrics.ts'
import { withText } from './metrics/threshold.ts'
import type { QuestionContext } from './question_context.ts'
import { readQuestion } from './read_question.ts'
import type { QuestionParts } from './read_question.ts'
import { ambiguousTime } from './time/ambiguous_times.ts'
import { listedTime } from './time/dates.ts'
import { chooseTime, isCompared } from './time/time.ts'

/**
 * Interprets a question without a language model. It removes names, times, comparisons, metrics, platforms and levels
 * from the text, one kind after another, and derives the intent from all of them. `unmatched` lists the remaining words
 * with a meaning. The confidence is then below .5, so that callers can detect an answer that ignores a part of the
 * question.
 */
export function interpret(question: string, context: QuestionContext): Interpretation {
  const first = read(question, context, [])
  if (first.interpretation.reason === 'write_not_supported')
    return withScenario(first.interpretation, question, context)
  if (first.parts === null || (first.interpretation.reason !== null && !isUnread(first.interpretation))) {
    return first.interpretation
  }
  // Names are matched by their words only after every rule of the grammar.
  const found = partsOfQuestion(first.parts.reading, [...context.names, ...(context.other_names ?? [])])
  const open = found.find(({ names }) => names.length > 1)
  if (open) return refuseAmbiguous(open.text, open.names)
  const outside = found.find(({ names: [name] }) => name?.level === 'account' || name?.level === 'ad')
  if (outside) return refuseOutside(outside.text, outside.names[0] as EntityName)
  const last = found.length === 0 ? first : read(question, context, found)
  const isAnswered = last.parts !== null && last.interpretation.reason === null
  return (isAnswered && unknownNameRefusal(last.parts as QuestionParts, context)) || last.interpretation
}

/** Suggests the scenario of a change that the question asks to make: "pause TikTok". */
function withScenario(refused: Interpretation, question: string, context: QuestionContext): Interpretation {
  const instead = `what if we ${question.trim().replace(/^please /i, '')}`
  return interpret(instead, context).intent === 'scenario' ? { ...refused, suggestions: [instead] } : refused
}

/** Whether the words that were not matched can be why a question was refused. */
function isUnread({ reason }: Interpretation): boolean {
  return (
    reason !== null && ['off_topic', 'unknown_metric', 'unsupported_advice', 'unsupported_scenario'].includes(reason)
  )
}

interface ReadResult {
  interpretation: Interpretation
  /** Null if the words were not read at all. */
  parts: QuestionParts | null
}

function read(question: string, context: QuestionContext, named: readonly NamePart[]): ReadResult {
  const parts = readQuestion(question, context, named)
  if ('reason' in parts) return { interpretation: parts, parts: null }
  return { interpretation: interpretParts(parts, context), parts }
}

function interpretParts(read: QuestionParts, context: QuestionContext): Interpretation {
  const price = readPrice(read)
  const evidence = evidenceOf(price?.parts ?? read)
  const intent = chooseIntent(evidence)
  const isOfTwo = intent === 'comparison' || intent === 'explain_change'
  const listed = isOfTwo ? null : listedTime(read.ranges, read.beforeTimes)
  const parts = { ...(price?.parts ?? read), ...(listed && { ranges: [listed] }) }
  const whole = readScenario(parts, context.today) ?? refusalOf(parts, intent, context)
  if (whole) return whole
  if (intent === null) {
    return refuse(asksOfBrand(parts.text, parts.levels, parts.ranges) ? 'unknown_metric' : 'off_topic')
  }
  const given = withPeriodBefore(withOrders(answer(parts, evidence, intent, context), context), parts, context.today)
  const direction = price && intent === 'comparison' ? { direction: price.direction } : {}
  return { ...given, ...direction, warnings: [...(price?.warnings ?? []), ...listedNote(listed), ...given.warnings] }
}

/** Returns the refusal of a question with a time or a word that no answer can cover, or null. */
function refusalOf(parts: QuestionParts, intent: Intent | null, context: QuestionContext): Interpretation | null {
  const { today } = context
  const { ranges, cues, text, plain, reading } = parts
  const ahead = futureOf(ranges) ?? ranges.find(({ date_from }) => date_from > today)
  if (ahead && !cues.forecast && isPast(text)) return refuseFuture(ahead.text)
  const misread =
    misreadRefusal(parts, intent, context) ?? (intent === 'explain_change' ? comparedRefusal(parts) : null)
  if (misread) return misread
  const isComparison = intent === 'comparison' || (intent === 'explain_change' && ranges.length > 1)
  const ambiguous = ambiguousTime(loneBase(parts), ranges, { question: plain, isComparison }, today)
  if (ambiguous) return refuseDate(ambiguous.text, ambiguous.readings)
  const channel = channelRefusal(parts, intent)
  if (channel) return channel
  if (intent === 'definition') return null
  const derived = shopRefusal(parts.reading.text, context.names) ?? derivedRefusal(parts) ?? readTargets(parts, context)
  if (derived) return derived
  return unsupportedRefusal(reading.text, parts, context.names)
}

function answer(parts: QuestionParts, evidence: Evidence, intent: Intent, context: QuestionContext): Interpretation {
  const { text, reading, cues, metrics, ranges, bounds, ranked, operation, ranksGrowth, placements, hasDays } = parts
  const isBeside = intent === 'comparison' && !ranksGrowth && comparesThings(evidence)
  const { level, groupBy, within } = levelOf(intent, { ...evidence, isBeside, ranked, hasDays })
  const { channels } = evidence
  const attributed =
    channels.length > 0 ? unique(metrics.map((metric) => attributedMetricOf(metric) ?? metric)) : metrics
  const isEarlier = ranges.length > 0 && ranges.every(({ date_to }) => date_to < startOf('month', context.today))
  const advised = parts.advice && answerAdvice(parts.advice, metrics, groupBy ?? level, { ...context, isEarlier })
  const chosen =
    advised && metrics.length === 0 && intent === 'ranking'
      ? advised.metrics
      : chooseMetrics(intent, ranksGrowth && metrics.length === 0 ? ['roas'] : attributed, text)
  const scope = scopeOf(intent, {
    platforms: [...parts.platformSpans, ...placements],
    channels,
    names: evidence.names.map(({ name, level: of }) => ({ name, level: of })),
    excluded: parts.excluded,
    bounds: parts.loss
      ? { ...bounds, read: [...bounds.read, lossThreshold] }
      : advised
        ? { ...bounds, read: [...bounds.read, ...advised.thresholds.map(withText)] }
        : bounds,
    metrics: chosen ?? [],
    hasRows: groupBy !== null || intent === 'timeseries' || intent === 'creatives' || hasDays,
    isYesNo:
      parts.loss !== null ||
      (/^(?:please |hey |hi |so |and )*(?:was|were|is|are|did|do|does|have|has|had)\b/.test(text) &&
        bounds.metrics.length === metrics.length),
    knownNames: context.names,
  })
  const chosenTime = chooseTime(intent, ranges, context, {
    cues,
    base: parts.base,
    operation,
    ranked: ranked?.unit ?? (groupBy === 'weekday' ? groupBy : null),
    comparesThings: isBeside,
    ranksGrowth,
    text: parts.beforeTimes,
  })
  const { time } = chosenTime
  // "Top 3 campaigns by spend vs last month" orders by the spend, and "by increase of spend" by the change.
  const isOfLater =
    intent === 'comparison' &&
    groupBy !== null &&
    isCompared(time) &&
    isSorted(cues) &&
    metrics.length > 0 &&
    !cues.changed &&
    !ranksGrowth
  const fatigue = readFatigue(
    parts.advice?.kind === 'refresh' ? 'fatigued' : text,
    intent === 'creatives',
    isSorted(cues) && metrics.length === 0 && parts.advice === null,
  )
  const hasFilters = Object.keys(scope.filters).length > 0
  const statuses = readStatuses(reading.text.trim(), intent, text)
  const isTimeless = intent === 'list' || intent === 'experiments'
  const isDone =
    operation === null ||
    (intent === 'experiments' && operation === 'count') ||
    isComputed(operation, intent, time, isBeside, groupBy, hasFilters)
  // Without names: a campaign can be called Wrong turn.
  const cueText = reading.text
  takeUsed(reading, intent, { cues, groupBy, within, isVersus: metrics.length > 1, isDone, time })
  const remaining = remainingWords(parts).map((word) => parts.typed.get(word) ?? word)
  if (asksUnreadAdvice(remaining) && intent !== 'budget_recommendations')
    return refuseAdvice(remaining, level, evidence.names[0]?.name)
  // A number with a separator is an unread date. It must not be replaced by the default time.
  const date = time.defaulted ? remaining.find((word) => /^\d+[./-]\d/.test(word)) : undefined
  if (date !== undefined) return refuseDate(date, [])
  const unreported = attributed.filter(
    (name) => intent !== 'definition' && intent !== 'experiments' && context.unreported?.includes(name),
  )
  const decided = {
    intent,
    level,
    groupBy,
    within,
    isBeside,
    isDone,
    isOfLater,
    scope,
    chosenTime,
    unreadFatigue: fatigue.unread,
  }
  const compared = channels.length > 0 ? comparisonLeft(text, channels.length + parts.platformSpans.length) : []
  const unmatched = unique([...remaining, ...compared, ...unansweredWords(parts, evidence, decided, context.today)])
  const isOfActive = intent === 'list' && asksOfActive(text, parts.names)
  const isRanking = intent === 'ranking' || intent === 'creatives' || isOfLater
  const loss = intent === 'ranking' ? advised?.breakEven : undefined
  const rank = rankingOf(cues, advised ? scope.metrics : metrics)
  return {
    intent,
    metrics: chosen && scope.metrics,
    level,
    time: isTimeless ? null : time,
    filters: {
      ...scope.filters,
      ...(parts.formats.length > 0 && intent === 'creatives' ? { format: parts.formats } : {}),
      ...(statuses.length > 0 ? { status: statuses } : {}),
      ...(fatigue.states.length > 0 ? { fatigue: fatigue.states } : {}),
      ...(intent === 'budget_recommendations' ? budgetChangeOf(text) : {}),
      ...((intent === 'ranking' && advised?.isActive) || isOfActive ? { is_active: true } : {}),
    },
    group_by: groupBy,
    within,
    operation: ranked && intent === 'ranking' ? 'best_period' : loss ? 'loss' : isDone ? operation : null,
    ...(loss ? { break_even: loss } : {}),
    ...(typeof parts.planned?.perDay === 'number' && intent === 'forecast'
      ? { planned_spend: parts.planned.perDay }
      : {}),
    sort: loss ? 'desc' : ranksGrowth ? growthSort(cues, parts, metrics) : isRanking ? rank.sort : null,
    merit: (ranksGrowth || isRanking) && !loss ? meritOf(cues, ranksGrowth ? parts : null) : null,
    limit: rank.limit ?? (loss ? 10 : hasOneRow() ? 1 : null),
    rank: parts.rank,
    threshold: scope.thresholds[0] ?? null,
    thresholds: scope.thresholds,
    model: intent === 'attribution' && evidence.models.length > 0 ? [...evidence.models] : null,
    direction: intent === 'explain_change' ? directionOf(text, chosen?.[0]) : null,
    confidence: confidenceOf(unmatched.length + unreported.length, !isTimeless && time.defaulted),
    unmatched,
    suggestions: [],
    reason: null,
    warnings: [
      ...(advised?.warnings ?? []),
      ...(parts.loss ? lossWarnings(parts.loss) : []),
      ...(intent === 'anomalies' ? anomaliesNote(cueText, text) : []),
      ...(intent === 'explain_change' ? explainedNote(metrics, scope.metrics) : []),
      ...scope.warnings,
      ...emptyWarning(parts.excluded.platforms, context.platforms),
      ...placements.map(
        (placement) =>
          `"${placement.text}" is a part of ${placement.name} that its reports do not separate. The answer covers all of ${placement.name}.`,
      ),
      ...chosenTime.warnings,
      ...(intent === 'list' ? [listNote(isOfActive)] : []),
      ...unreported.map(ordersElsewhere),
      ...noteOf(text),
      ...trueRoasNote(parts.trueRoas),
      ...growthNote(parts),
      ...(isOfLater ? [`The order is by ${metrics[0]?.replaceAll('_', ' ')} of the later of the two times.`] : []),
      ...(intent === 'forecast' ? forecastWarning(futureOf(ranges), cues.forecast, context.today) : []),
    ],
  }

  function hasOneRow(): boolean {
    if (!(intent === 'ranking' || ranksGrowth) || (parts.isBounded && !isSorted(cues))) return false
    const shown = parts.levelSpans.filter(({ name }) => [level, groupBy].includes(name))
    return isOne(ranked, text, shown, cues)
  }
}

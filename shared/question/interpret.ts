import { ambiguousTime } from './time/ambiguous_times.ts'
import { isUncompared, readBase } from './time/compared_times.ts'
import { readCues, readLimit } from './intent/cues.ts'
import type { Cues } from './intent/cues.ts'
import { foreignCurrency } from './metrics/currencies.ts'
import { findRanges } from './time/dates.ts'
import { isTurned, readExclusions, unreadExclusion } from './entities/exclusions.ts'
import {
  chooseIntent,
  comparesThings,
  forecastWarning,
  futureOf,
  isPast,
  isSorted,
  isWrite,
} from './intent/choose_intent.ts'
import type { Interpretation } from './interpretation.ts'
import {
  aloneLeft,
  budgetLeft,
  changeOrderLeft,
  confidenceOf,
  conditionLeft,
  contradiction,
  hourLeft,
  isComputed,
  levelsLeft,
  takeTimes,
  takeUsed,
} from './answer/leftovers.ts'
import { asksOfEach, isOne, leadsWithLevel, levelOf, namedLevels } from './entities/level.ts'
import { levelPhrases, metricPhrases, modelPhrases } from './language/lexicon.ts'
import {
  chooseMetrics,
  growthSort,
  keepsMetric,
  orderedFirst,
  orderLeft,
  rankingOf,
  withoutVerbs,
} from './metrics/metrics.ts'
import { findNames } from './entities/names.ts'
import { normalise, repair, withoutMotion } from './language/normalize.ts'
import { unreadDate } from './time/numeric_dates.ts'
import { readOperation } from './metrics/operations.ts'
import { platformPhrases, takePlatforms } from './entities/platforms.ts'
import { directionOf } from './intent/premise.ts'
import type { QuestionContext } from './question_context.ts'
import { readRankedPeriods, readWeekdays } from './time/ranked_periods.ts'
import {
  asksOfBrand,
  isOffTopic,
  ordersElsewhere,
  refuse,
  refuseCurrency,
  refuseDate,
  refuseExclusion,
  refuseFuture,
  refuseName,
  refusePlatform,
  unsupportedReason,
} from './answer/refusals.ts'
import { scopeOf } from './entities/scope.ts'
import { compoundMetrics, crossedSides, takeMinus } from './metrics/sides.ts'
import { Reading, unique } from './language/spans.ts'
import { readFatigue, readFormats } from './entities/formats.ts'
import { readBounds } from './metrics/threshold.ts'
import { chooseTime } from './time/time.ts'
import { readWhole, wholeLeft } from './metrics/versus_total.ts'
import { withYears } from './time/years.ts'
import { everyKnownWord, fillers, notMisspelled } from './language/words.ts'

/**
 * Reads a question without a language model: names, times, comparisons, metrics, platforms and levels are taken out of the
 * text one kind after another, and what they are together says what is asked. A word that is left and means something is
 * listed in `unmatched`, with a confidence below .5: the answer never passes for one to another question.
 */
export function interpret(question: string, context: QuestionContext): Interpretation {
  // "US" is a country, "us" is not.
  const spoken = question.replace(/\b(the|in|from) (?:US|U\.S\.)(?= |$|\?)/g, '$1 usa')
  const plain = withYears(normalise(spoken), context.today)
  if (!/[a-z]{2}/.test(plain)) return refuse('empty')
  if (isOffTopic(plain)) return refuse('off_topic')
  const nameWords = new Set(context.names.flatMap(({ name }) => normalise(name).split(/[^a-z]+/)))
  const platformNames = platformPhrases(context.platforms, context.platform_aliases)
  const knownWords = new Set([...everyKnownWord, ...platformNames.words])
  const repaired = withoutMotion(repair(plain, new Set([...knownWords, ...nameWords]), notMisspelled))
  if (isWrite(repaired)) return refuse('write_not_supported')

  const reading = new Reading(repaired)
  const isWord = (word: string) =>
    fillers.has(word) || (knownWords.has(word) && !nameWords.has(word)) || /^\d/.test(word)
  const names = findNames(reading, context.names, isWord)
  if (names.isAmbiguous) return { ...refuse('ambiguous'), suggestions: names.candidates }
  if (names.unknown !== null)
    return refuseName(
      names.unknown,
      context.names.slice(0, 3).map(({ name }) => name),
    )
  const currency = foreignCurrency(reading, context.currency)
  if (currency !== null) return refuseCurrency(currency, context.currency)
  const modelSpans = reading.takePhrases(modelPhrases)
  const models = unique(modelSpans.map(({ name }) => name))
  const bounds = readBounds(reading)
  const unread = unreadDate(reading.text, context.today)
  if (unread) return refuseDate(unread.text, unread.readings)
  const base = readBase(reading)
  const beforeTimes = reading.text
  const { ranges, impossible } = findRanges(reading.text, context.today)
  if (impossible !== null) return refuseDate(impossible, [])
  const isMinus = takeMinus(reading, { ranges, names: names.found, platformNames })
  const turned = ranges.find(({ index }) => isTurned(reading.text, index))
  if (turned) return refuseExclusion(turned.text)
  takeTimes(reading, ranges, context.today)
  const excluded = readExclusions(reading, names.found, context.names, platformNames)
  const unclear = unreadExclusion(reading)
  if (unclear !== null) return refuseExclusion(unclear)

  const platformCount = new Set(reading.spansOf(platformNames.whole).map(({ name }) => name)).size
  const whole = readWhole(reading, platformCount + (names.found.length > 0 ? 1 : 0))
  const limits = readLimit(reading)
  const said = { ...readCues(reading), ...limits }
  const metricSpans = withoutVerbs(
    reading.takePhrases(metricPhrases).filter(({ name }) => keepsMetric(name, said, repaired)),
    repaired,
  )
  const isBounded = bounds.read.length > 0 || bounds.unread.length > 0
  // "Cost per click" breaks nothing down.
  const cues: Cues = { ...said, broken: readCues(reading).broken, creative: readCues(reading).creative }
  const isByWeekday = readWeekdays(reading)
  const ranked = isByWeekday ? null : readRankedPeriods(reading, cues)
  const computed = ranked
    ? null
    : readOperation(reading, { text: repaired, metrics: metricSpans, cues, isBounded, isMinus, platformCount })
  const hasDays = isBounded && /\b(?:which|what|how many) days?\b|\bdays? (?:with|where|when|that)\b/.test(repaired)
  if (hasDays) reading.takeAll(/\b(?:which|what|how many)? ?days?(?: (?:with|where|when|that|did|was|were))?\b/g)
  const asked: Cues = hasDays ? { ...cues, trend: true, granularity: 'day' } : cues
  if (isBounded) reading.takeAll(/\b(?:where|whose|when|that|while|but)\b/g)
  const [placements, platformSpans] = takePlatforms(reading, platformNames)
  const format = asked.creative ? readFormats(reading) : []
  const missing = [...platformSpans, ...placements].find(({ name }) => !context.platforms.includes(name))
  if (missing) return refusePlatform(missing.text, context.platforms)
  const levelSpans = reading.takePhrases(levelPhrases)
  const isOfEach = asksOfEach(repaired)
  const levels = namedLevels(levelSpans, platformSpans, (isSorted(asked) || isOfEach) && !ranked)
  // "Which platform has grown most" orders by growth; "improved" is growth where more is better.
  const isImproved = /\bimprov/.test(repaired)
  const ranksGrowth =
    !ranked && isSorted(cues) && levels.some((level) => level !== 'account') && (computed === 'growth' || isImproved)
  const operation = whole !== null && !ranked ? 'versus_total' : ranksGrowth ? 'growth' : computed
  const spans = ranked || isSorted(asked) ? orderedFirst(metricSpans, repaired) : metricSpans
  const metrics = unique([...spans.map(({ name }) => name), ...bounds.metrics])

  const platforms = unique([...platformSpans, ...placements].map(({ name }) => name))
  const included = names.found.filter((name) => !excluded.names.includes(name))
  const future = futureOf(ranges)
  const evidence = {
    isFuture: future !== undefined,
    cues: asked,
    metrics,
    levels,
    platforms,
    names: included,
    ranges,
    models,
    isBounded,
    operation,
    ranksGrowth,
    ranksPeriods: ranked !== null,
    isByWeekday,
    hasBase: base !== null,
    leadsWithLevel: isOfEach || leadsWithLevel(repaired, levelSpans, metricSpans),
  }
  const intent = chooseIntent(evidence)
  const ahead = future ?? ranges.find(({ date_from }) => date_from > context.today)
  if (ahead && !asked.forecast && isPast(repaired)) return refuseFuture(ahead.text)
  const isLone = base !== null && ranges.length === 0 && isUncompared(base, asked)
  const loneTimes = intent === 'comparison' ? [] : ranges
  const unclearTime = ambiguousTime(isLone ? base : null, loneTimes, plain, context.today)
  if (unclearTime) return refuseDate(unclearTime.text, unclearTime.readings)
  const reason = intent === 'definition' ? null : unsupportedReason(reading.text, metrics.length + levels.length > 0)
  if (reason !== null) return refuse(reason)
  if (intent === null) return refuse(asksOfBrand(repaired, levels, ranges) ? 'unknown_metric' : 'off_topic')

  const isBeside = intent === 'comparison' && !ranksGrowth && comparesThings(evidence)
  const { level, groupBy, within } = levelOf(intent, { ...evidence, isBeside, ranked, hasDays })
  const rank = rankingOf(asked, metrics)
  const chosen = chooseMetrics(intent, metrics, repaired)
  const scope = scopeOf(intent, {
    platforms: [...platformSpans, ...placements],
    names: included.map(({ name, level: of }) => ({ name, level: of })),
    excluded,
    bounds,
    metrics: chosen ?? [],
    hasRows: groupBy !== null || intent === 'timeseries' || intent === 'creatives' || hasDays,
    isYesNo:
      /^(?:please |hey |hi |so |and )*(?:was|were|is|are|did|do|does|have|has|had)\b/.test(repaired) &&
      bounds.metrics.length === metrics.length,
    knownNames: context.names,
  })
  const { time, unused, warnings } = chooseTime(intent, ranges, context, {
    cues: asked,
    base,
    operation,
    ranked: ranked?.unit ?? (groupBy === 'weekday' ? groupBy : null),
    comparesThings: isBeside,
    text: beforeTimes,
  })
  const fatigue = readFatigue(repaired, intent === 'creatives', isSorted(asked) && metrics.length === 0)
  const isDone =
    operation === null || isComputed(operation, intent, time, isBeside, groupBy, Object.keys(scope.filters).length > 0)
  takeUsed(reading, intent, { cues: asked, groupBy, within, isVersus: metrics.length > 1, isDone, time })
  const unreported = metrics.filter((name) => intent !== 'definition' && context.unreported?.includes(name))
  const left = reading.words.filter((word) => !fillers.has(word) && !/^[aisdmt]$/.test(word))
  // A figure with a stroke is a date that nobody has read: it must not become another.
  const date = time.defaulted ? left.find((word) => /^\d+[./-]\d/.test(word)) : undefined
  if (date !== undefined) return refuseDate(date, [])
  const unmatched = unique([
    ...left,
    ...unused,
    ...scope.unmatched,
    ...placements.map(({ text }) => text),
    ...(intent === 'attribution' ? [] : modelSpans.map(({ text }) => text)),
    ...crossedSides(repaired, intent, { ranges, platforms: platformSpans, metrics: metricSpans, names: included }),
    ...(isDone ? [] : [(operation as string).replaceAll('_', ' ')]),
    ...compoundMetrics(repaired, metricSpans),
    ...contradiction(asked, intent),
    ...orderLeft(intent, metrics, asked, repaired),
    ...fatigue.unread,
    ...(base && isLone ? [base.text] : []),
    ...hourLeft(beforeTimes, ranges),
    ...conditionLeft(repaired, scope.thresholds.length > 0),
    ...levelsLeft(levelSpans, { level, groupBy, within, intent }),
    ...aloneLeft(repaired, isBeside, groupBy, scope.filters),
    ...wholeLeft(whole, metrics, isDone),
    ...changeOrderLeft(repaired, {
      isTimesCompared: intent === 'comparison' && !isBeside && levels.some((of) => of !== 'account'),
      isOrdered: ranksGrowth,
    }),
    ...budgetLeft(intent, repaired, ranges, context.today),
    ...(intent === 'list' ? ranges.map(({ text }) => text) : []),
    ...unreported,
  ])
  return {
    intent,
    metrics: chosen && scope.metrics,
    level,
    time: intent === 'list' ? null : time,
    filters: {
      ...scope.filters,
      ...(format.length > 0 && intent === 'creatives' ? { format } : {}),
      ...(fatigue.states.length > 0 ? { fatigue: fatigue.states } : {}),
    },
    group_by: groupBy,
    within,
    operation: ranked && intent === 'ranking' ? 'best_period' : isDone ? operation : null,
    sort: ranksGrowth
      ? growthSort(asked, isImproved, metrics)
      : intent === 'ranking' || intent === 'creatives'
        ? rank.sort
        : null,
    limit:
      rank.limit ??
      ((intent === 'ranking' || ranksGrowth) &&
      !(isBounded && !isSorted(asked)) &&
      isOne(
        ranked,
        repaired,
        levelSpans.filter(({ name }) => [level, groupBy].includes(name)),
        asked,
      )
        ? 1
        : null),
    rank: limits.rank,
    threshold: scope.thresholds[0] ?? null,
    thresholds: scope.thresholds,
    model: intent === 'attribution' && models.length > 0 ? models : null,
    direction: intent === 'explain_change' ? directionOf(repaired) : null,
    confidence: confidenceOf(unmatched.length, intent !== 'list' && time.defaulted),
    unmatched,
    suggestions: [],
    reason: null,
    warnings: [
      ...scope.warnings,
      ...placements.map(
        ({ text, name }) =>
          `"${text}" is a part of ${name} that its reports do not tell apart: this is all of ${name}.`,
      ),
      ...warnings,
      ...(intent === 'list' ? ['A list has no time: it holds everything that was ever reported.'] : []),
      ...unreported.map(ordersElsewhere),
      ...(intent === 'forecast' && !asked.forecast ? forecastWarning(future) : []),
    ],
  }
}

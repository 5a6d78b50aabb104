import { channelWords, takeChannels } from './entities/channels.ts'
import type { FoundChannels } from './entities/channels.ts'
import { asksOfEach, namedLevels } from './entities/level.ts'
import { isTurned, readExclusions, unreadExclusion } from './entities/exclusions.ts'
import type { Exclusions } from './entities/exclusions.ts'
import { readFormats } from './entities/formats.ts'
import { findNames } from './entities/names.ts'
import type { FoundName, NamePart } from './entities/names.ts'
import { withoutBrand } from './entities/own_name.ts'
import { platformPhrases, takePlatforms } from './entities/platforms.ts'
import type { PlatformPhrases } from './entities/platforms.ts'
import { takeTimes } from './answer/leftovers.ts'
import {
  isForeign,
  isOffTopic,
  refuse,
  refuseCurrency,
  refuseDate,
  refuseEverything,
  refuseExclusion,
  refuseLanguage,
  refuseName,
  refusePlatform,
  refuseReversed,
} from './answer/refusals.ts'
import { cuesOfAdvice, readAdvice } from './intent/advice.ts'
import type { Advice } from './intent/advice.ts'
import { isSorted, isWrite } from './intent/choose_intent.ts'
import { readCues, readLimit } from './intent/cues.ts'
import type { Cues } from './intent/cues.ts'
import { lossMetrics, readLoss } from './intent/loss.ts'
import type { Loss } from './intent/loss.ts'
import { readPlannedSpend } from './intent/planned_spend.ts'
import type { PlannedSpend } from './intent/planned_spend.ts'
import { cuesOfTrueRoas, readTrueRoas } from './intent/true_roas.ts'
import type { TrueRoas } from './intent/true_roas.ts'
import { takeLost, turnOf } from './intent/turn.ts'
import type { Turn } from './intent/turn.ts'
import type { Interpretation } from './interpretation.ts'
import { levelPhrases, metricPhrases, modelPhrases } from './language/lexicon.ts'
import { normalize, repair, typedWords, withoutMotion } from './language/normalize.ts'
import { Reading, unique } from './language/spans.ts'
import type { Span } from './language/spans.ts'
import { everyKnownWord, fillers, notMisspelled } from './language/words.ts'
import { foreignCurrency } from './metrics/currencies.ts'
import { breakEvenMetrics, keepsMetric, ofOrders, orderedFirst, withoutVerbs, withPeople } from './metrics/metrics.ts'
import { readOperation } from './metrics/operations.ts'
import type { Operation } from './metrics/operations.ts'
import { takeMinus } from './metrics/sides.ts'
import { readBounds, withSigns } from './metrics/threshold.ts'
import type { Bounds } from './metrics/threshold.ts'
import { readWhole } from './metrics/versus_total.ts'
import type { QuestionContext } from './question_context.ts'
import { readBase } from './time/compared_times.ts'
import type { Base } from './time/compared_times.ts'
import { findRanges } from './time/dates.ts'
import type { FoundRange } from './time/dates.ts'
import { unreadDate } from './time/numeric_dates.ts'
import { readRankedPeriods, readWeekdays } from './time/ranked_periods.ts'
import type { RankedPeriods } from './time/ranked_periods.ts'
import { withEllipticYears, withYears } from './time/years.ts'

interface PreparedText {
  /** The question, normalized. */
  plain: string
  /** The question, normalized and with typing errors repaired. */
  text: string
  platformNames: PlatformPhrases
  /** The words of the question that were repaired, by what they were repaired to. */
  typed: ReadonlyMap<string, string>
  /** Whether a word has a meaning of its own, so that it is not part of a name. */
  isWord: (word: string) => boolean
}

interface NamesAndTimes {
  names: FoundName[]
  excluded: Exclusions
  modelSpans: Span[]
  bounds: Bounds
  base: Base | null
  ranges: readonly FoundRange[]
  /** The text before times were removed. */
  beforeTimes: string
  isMinus: boolean
  planned: PlannedSpend | null
}

interface Measures {
  /** What the question wants advice on, such as what to pause. */
  advice: Advice | null
  loss: Loss | null
  cues: Cues
  rank: number | null
  metricSpans: Span[]
  metrics: string[]
  levelSpans: Span[]
  levels: string[]
  platformSpans: Span[]
  /** Surfaces of a platform, such as Instagram. */
  placements: Span[]
  /** Channels of journeys that are no ad platform, such as e-mail. */
  channels: FoundChannels
  formats: string[]
  isBounded: boolean
  isByWeekday: boolean
  ranked: RankedPeriods | null
  operation: Operation | null
  /** The words that name the total to compare with. */
  whole: string | null
  /** Whether single days are filtered by a bound. */
  hasDays: boolean
  isOfEach: boolean
  /** Whether the question asks for a break-even, which is computed for ROAS. */
  isBreakEven: boolean
  /** Whether rows are ordered by how much they lost. */
  isFallen: boolean
  /** The change that orders the rows: "got worse", "declined most". */
  turn: Turn | null
  ranksGrowth: boolean
}

/**
 * The parts of a question: names, times, metrics and others. `reading` contains the words that no rule has matched yet.
 */
export type QuestionParts = Pick<PreparedText, 'plain' | 'text' | 'typed'> &
  NamesAndTimes &
  Measures & { reading: Reading; trueRoas: TrueRoas | null }

/** Returns the parts of a question, or the interpretation that refuses it. `named`: words that are each read as one name. */
export function readQuestion(
  question: string,
  context: QuestionContext,
  named: readonly NamePart[] = [],
): QuestionParts | Interpretation {
  const prepared = prepareText(question, context)
  if ('reason' in prepared) return prepared
  const { plain, text, typed } = prepared
  const reading = new Reading(text)
  const namesAndTimes = readNamesAndTimes(reading, prepared, context, named)
  if ('reason' in namesAndTimes) return namesAndTimes
  const trueRoas = readTrueRoas(reading, context)
  const measures = readMeasures(reading, prepared, { ...namesAndTimes, trueRoas }, context)
  const platforms = [...measures.platformSpans, ...measures.placements]
  const missing = platforms.find(({ name }) => !context.platforms.includes(name))
  if (missing) return refusePlatform(missing.text, context.platforms)
  return { plain, text, typed, reading, ...namesAndTimes, trueRoas, ...measures }
}

function prepareText(question: string, context: QuestionContext): PreparedText | Interpretation {
  // "US" is a country, "us" a pronoun.
  const withCountry = question.replace(/\b(the|in|from) (?:US|U\.S\.)(?= |$|\?)/g, '$1 usa')
  const plain = withYears(normalize(withoutBrand(withCountry, context)), context.today)
  const names = context.names.map(({ name }) => normalize(name))
  const nameWords = new Set(names.flatMap((name) => name.split(/[^a-z]+/)))
  if (isForeign(plain, names, nameWords)) return refuseLanguage()
  if (!/[a-z]{2}/.test(plain)) return refuse('empty')
  if (isOffTopic(plain)) return refuse('off_topic')
  const platformNames = platformPhrases(context.platforms, context.platform_aliases)
  const knownWords = new Set([...everyKnownWord, ...platformNames.words])
  const repaired = repair(plain, new Set([...knownWords, ...nameWords]), new Set([...notMisspelled, ...channelWords]))
  const text = withoutMotion(repaired)
  if (isWrite(text)) return refuse('write_not_supported')
  const isWord = (word: string) =>
    fillers.has(word) || (knownWords.has(word) && !nameWords.has(word)) || /^\d/.test(word)
  return { plain, text, typed: typedWords(plain, repaired), platformNames, isWord }
}

function readNamesAndTimes(
  reading: Reading,
  { platformNames, isWord }: PreparedText,
  context: QuestionContext,
  named: readonly NamePart[],
): NamesAndTimes | Interpretation {
  const names = findNames(reading, context.names, isWord, named)
  if (names.isAmbiguous) return { ...refuse('ambiguous'), suggestions: names.candidates }
  const examples = context.names.slice(0, 3).map(({ name }) => name)
  if (names.unknown !== null) return refuseName(names.unknown, examples)
  const currency = foreignCurrency(reading, context.currency)
  if (currency !== null) return refuseCurrency(currency, context.currency)
  const planned = readPlannedSpend(reading)
  const modelSpans = reading.takePhrases(modelPhrases)
  const bounds = withSigns(reading, readBounds(reading))
  const unread = unreadDate(reading.text, context.today)
  if (unread) return refuseDate(unread.text, unread.readings)
  const base = readBase(reading)
  const beforeTimes = reading.text
  const { ranges: found, impossible, reversed } = findRanges(reading.text, context.today)
  if (reversed !== null) return refuseReversed(reversed)
  if (impossible !== null) return refuseDate(impossible, [])
  const ranges = withEllipticYears(found, context.today)
  const isMinus = takeMinus(reading, { ranges, names: names.found, platformNames })
  const turned = ranges.find(({ index }) => isTurned(reading.text, index))
  if (turned) return refuseExclusion(turned.text)
  takeTimes(reading, ranges, context.today)
  const excluded = readExclusions(reading, names.found, context.names, platformNames)
  const unclear = unreadExclusion(reading)
  if (unclear !== null)
    return /\b(?:all|every|each|any) .*\b(?:platforms?|channels?)\b/.test(unclear)
      ? refuseEverything([unclear])
      : refuseExclusion(unclear)
  return { names: names.found, excluded, modelSpans, bounds, base, ranges, beforeTimes, isMinus, planned }
}

function readMeasures(
  reading: Reading,
  { text, platformNames }: PreparedText,
  { names, bounds, isMinus, planned, trueRoas }: NamesAndTimes & { trueRoas: TrueRoas | null },
  { channels: knownChannels = [], has_orders }: QuestionContext,
): Measures {
  const platformCount = new Set(reading.spansOf(platformNames.whole).map(({ name }) => name)).size
  const whole = readWhole(reading, platformCount + (names.length > 0 ? 1 : 0))
  const limits = readLimit(reading)
  const advice = readAdvice(reading, platformNames)
  const loss = advice ? null : readLoss(reading)
  const isBreakEven = reading.take(/\b(?:to )?break[- ]?even(?: (?:point|level))?\b/) !== null
  const firstCues = {
    ...readCues(reading),
    ...limits,
    ...cuesOfAdvice(advice),
    ...(planned && { forecast: true, budget: false }),
    ...cuesOfTrueRoas(trueRoas),
  }
  const metricSpans = withoutVerbs(
    reading.takePhrases(metricPhrases).filter(({ name }) => keepsMetric(name, firstCues, text)),
    text,
  )
  const isBounded = bounds.read.length > 0 || bounds.unread.length > 0
  // Match again without the words of metrics: "per" in "cost per click" is not a breakdown.
  const { broken, creative } = readCues(reading)
  const readingCues: Cues = { ...firstCues, broken, creative: creative || advice?.kind === 'refresh' }
  const isByWeekday = readWeekdays(reading)
  const ranked = isByWeekday ? null : readRankedPeriods(reading, readingCues)
  const computed = ranked
    ? null
    : readOperation(reading, { text, metrics: metricSpans, cues: readingCues, isBounded, isMinus, platformCount })
  const hasDays = isBounded && /\b(?:which|what|how many) days?\b|\bdays? (?:with|where|when|that)\b/.test(text)
  if (hasDays) reading.takeAll(/\b(?:which|what|how many)? ?days?(?: (?:with|where|when|that|did|was|were))?\b/g)
  const cues: Cues = hasDays ? { ...readingCues, trend: true, granularity: 'day' } : readingCues
  if (isBounded) reading.takeAll(/\b(?:where|whose|when|that|while|but)\b/g)
  const channels = takeChannels(reading, knownChannels, platformNames)
  const [placements, platformSpans] = takePlatforms(reading, platformNames)
  const formats = cues.creative ? readFormats(reading) : []
  const levelSpans = reading.takePhrases(levelPhrases)
  const isOfEach = asksOfEach(text)
  const levels = advice?.levels ?? namedLevels(levelSpans, platformSpans, (isSorted(cues) || isOfEach) && !ranked)
  // "Which platform has grown most" orders by growth. "Improved" and "got worse" order by growth too, without "most".
  const hasRows = !ranked && levels.some((level) => level !== 'account')
  const asksForRows = cues.which || cues.list || isSorted(cues)
  const turn = hasRows && advice === null && asksForRows ? turnOf(text, reading.text) : null
  // "Lost the most revenue" orders by the fall of the amount. "Lost money" is a loss, which advice answers.
  const ranksRows = hasRows && isSorted(cues)
  const isFallen = ranksRows && advice === null && metricSpans.length > 0 && takeLost(reading)
  const ranksGrowth = turn !== null || (ranksRows && (computed === 'growth' || isFallen))
  const ordered = ranked || isSorted(cues) ? orderedFirst(metricSpans, text) : metricSpans
  const spans = ofOrders(ordered, reading, has_orders === true)
  const named = unique([...spans.map(({ name }) => name), ...bounds.metrics])
  const isComputed = isBreakEven && named.every((name) => name === 'roas') && !ranked
  return {
    advice,
    loss,
    cues,
    rank: limits.rank,
    metricSpans: spans.length < ordered.length ? spans : metricSpans,
    metrics: loss ? lossMetrics : isComputed ? breakEvenMetrics : withPeople(named, text),
    levelSpans,
    levels,
    platformSpans,
    placements,
    channels,
    formats,
    isBounded,
    isByWeekday,
    ranked,
    operation: isComputed
      ? 'break_even'
      : whole !== null && !ranked
        ? 'versus_total'
        : ranksGrowth
          ? isFallen
            ? 'difference'
            : 'growth'
          : computed,
    whole,
    hasDays,
    isOfEach,
    isBreakEven,
    isFallen,
    turn,
    ranksGrowth,
  }
}

import type { Level } from '../entities/level.ts'
import type { Scope } from '../entities/scope.ts'
import { statusLeft } from '../entities/statuses.ts'
import type { Evidence } from '../intent/choose_intent.ts'
import type { Intent } from '../intent/intent.ts'
import type { Interpretation } from '../interpretation.ts'
import { causeLeft } from '../intent/turn.ts'
import { fillers } from '../language/words.ts'
import { orderLeft, peopleWords } from '../metrics/metrics.ts'
import { compoundMetrics, crossedSides } from '../metrics/sides.ts'
import { wholeLeft } from '../metrics/versus_total.ts'
import type { QuestionParts } from '../read_question.ts'
import { isUncompared } from '../time/compared_times.ts'
import type { Base } from '../time/compared_times.ts'
import type { FoundRange } from '../time/dates.ts'
import type { ChosenTime } from '../time/time.ts'
import {
  aloneLeft,
  budgetLeft,
  changeOrderLeft,
  conditionLeft,
  contradiction,
  experimentLeft,
  hourLeft,
  levelsLeft,
} from './leftovers.ts'

/** What the answer consists of. */
export interface Decided extends Level {
  intent: Intent
  /** Whether platforms or names are compared, not times. */
  isBeside: boolean
  /** Whether the answer contains the result of the operation, if the question asks for one. */
  isDone: boolean
  /** Whether the rows of two times are ordered by the later one. */
  isOfLater: boolean
  scope: Scope
  chosenTime: ChosenTime
  unreadFatigue: string[]
}

/** Returns the time to compare with, if the question compares nothing with it: "this time last year". */
export function loneBase({ base, ranges, cues }: QuestionParts): Base | null {
  return base !== null && ranges.length === 0 && isUncompared(base, cues) ? base : null
}

/** Returns the words that no rule has matched and that are not fillers. */
export function remainingWords({ reading }: QuestionParts): string[] {
  return reading.words.filter((word) => !fillers.has(word) && !/^[aisdmt]$/.test(word))
}

/** Returns the words that a rule has matched, but that the answer does not take into account. */
export function unansweredWords(
  parts: QuestionParts,
  { names }: Pick<Evidence, 'names'>,
  { intent, level, groupBy, within, isBeside, isDone, isOfLater, scope, chosenTime, unreadFatigue }: Decided,
  today: string,
): string[] {
  const { text, cues, ranges, metrics, metricSpans, platformSpans, levelSpans } = parts
  const lone = loneBase(parts)
  return [
    ...chosenTime.unused,
    ...scope.unmatched,
    ...parts.placements.map((placement) => placement.text),
    ...(intent === 'attribution' ? [] : parts.modelSpans.map((model) => model.text)),
    ...crossedSides(text, intent, { ranges, platforms: platformSpans, metrics: metricSpans, names }),
    ...(parts.trueRoas?.source === null ? [parts.trueRoas.text] : []),
    // Attribution has a row for each channel.
    ...(intent === 'attribution'
      ? levelSpans.filter(({ name }) => name === 'campaign' || name === 'adset').map((span) => span.text)
      : []),
    ...(isDone ? [] : [(parts.operation as string).replaceAll('_', ' ')]),
    ...(intent === 'experiments' ? [] : compoundMetrics(text, metricSpans)),
    ...contradiction(cues, intent),
    ...orderLeft(intent, metrics, cues, text),
    ...unreadFatigue,
    ...(lone ? [lone.text] : []),
    ...hourLeft(parts.beforeTimes, ranges),
    ...conditionLeft(text, scope.thresholds.length > 0),
    ...levelsLeft(levelSpans, { level, groupBy, within, intent }),
    ...(intent === 'comparison' && groupBy === null && parts.levels.some((of) => of !== 'account')
      ? causeLeft(text)
      : []),
    ...aloneLeft(text, isBeside, groupBy, scope.filters),
    ...wholeLeft(parts.whole, metrics, isDone),
    ...changeOrderLeft(text, {
      isTimesCompared: intent === 'comparison' && !isBeside && parts.levels.some((of) => of !== 'account'),
      isOrdered: parts.ranksGrowth || isOfLater,
    }),
    ...(intent === 'anomalies' ? anomalyLeft(text, metricSpans.length > 0) : []),
    ...statusLeft(text, intent),
    ...budgetLeft(intent, ranges, today),
    ...experimentLeft(intent, metricSpans, ranges),
    ...(intent === 'list' ? ranges.map((range) => range.text) : []),
  ]
}

/** Says what an order by change is, where the question does not. */
export function growthNote({ ranksGrowth, isFallen, turn, metrics }: QuestionParts): string[] {
  if (!ranksGrowth) return []
  if (isFallen) return ['The order is by the fall of the amount against the period before, largest first.']
  if (metrics.length === 0) return ['The question names no metric: the order is by the change of ROAS.']
  return turn === 'down' || turn === 'up' ? ['The order is by the change in percent, and not by its amount.'] : []
}

/** Says which change is explained if the question names no metric. */
export function explainedNote(named: readonly string[], [metric]: readonly string[]): string[] {
  if (named.length > 0) return []
  return [`The question names no metric: the change of ${metric === 'cpa' ? 'CPA' : metric} is explained.`]
}

/** Says that listed times are one. */
export function listedNote(listed: FoundRange | null): string[] {
  return listed ? [`"${listed.text}" is read as one time, from ${listed.date_from} to ${listed.date_to}.`] : []
}

/** Returns the words of an amount that anomalies do not have: what they cost is known, and not how much revenue they cost. */
function anomalyLeft(text: string, hasMetric: boolean): string[] {
  const isCost = /\bcosts? (?:us|me|you)\b/.test(text) && !hasMetric
  return isCost ? [] : (/\bhow much\b/.exec(text)?.slice(0, 1) ?? [])
}

/** Says how words for alerts and problems are read, and what an anomaly cost. Alert rules of the brand are something else. */
export function anomaliesNote(text: string, question: string): string[] {
  const words = /\b(?:alerts?|problems?|issues?|wrong)\b/.exec(text)?.[0]
  return [
    ...(words === undefined
      ? []
      : [
          `"${words}" is read as: anomalies, days that differ from what is usual. To list the alert rules of the brand, use List alert rules.`,
        ]),
    ...(/\bcosts? (?:us|me|you)\b/.test(question)
      ? [
          'The cost of an anomaly is estimated for all its unusual days (`total_impact`). An anomaly of an account includes those of its campaigns, so costs are not added.',
        ]
      : []),
  ]
}

/** Says what a list contains. */
export function listNote(isActive: boolean): string {
  return isActive
    ? 'A list has no time. It contains what is not paused, removed or ended, by the last reported statuses.'
    : 'A list has no time. It contains everything that was ever reported.'
}

/** Returns how words with two possible meanings were read. */
export function noteOf(text: string): string[] {
  return [
    ...(peopleWords.test(text)
      ? [
          'People are counted by reach, which does not add up over days and ads. Impressions count each time an ad was shown.',
        ]
      : []),
    ...(/\b(?:roi|return on investment)\b/.test(text)
      ? ['ROI is read as ROAS: revenue divided by spend, without the cost of goods.']
      : []),
    ...(/\bworth (?:it|the)\b/.test(text)
      ? [
          '"worth" is read as: the results of the platform or campaign. A ROAS below 1 is less revenue than spend. The cost of goods is not included.',
        ]
      : []),
  ]
}

/**
 * Suggests the period before for a change in one that has only today, which is never complete: "why did revenue go up this week" on
 * a Monday.
 */
export function withPeriodBefore(
  given: Interpretation,
  { plain, ranges }: { plain: string; ranges: readonly FoundRange[] },
  today: string,
): Interpretation {
  const [range, ...others] = ranges
  if (given.intent !== 'explain_change' || range?.date_from !== today || range.date_to < today || others.length > 0)
    return given
  const before = range.text.replace(/\b(?:this|current)\b/, 'last').replace(/\btoday\b/, 'yesterday')
  return {
    ...given,
    suggestions: before === range.text ? [] : [plain.trim().replace(range.text, before)],
    warnings: [
      ...given.warnings,
      range.text === 'today'
        ? 'Today is not complete.'
        : `"${range.text}" has only today so far, which is not complete.`,
    ],
  }
}

import { findRanges } from './dates.ts'
import { brokenDown, readCues } from './cues.ts'
import { chooseIntent, isSorted, isWrite } from './intents.ts'
import type { Cues, Intent } from './intents.ts'
import { isTurned, readExclusions, unreadExclusion } from './exclusions.ts'
import { levelOf } from './level.ts'
import {
  everyKnownWord,
  lessIsBetter,
  levelPhrases,
  metricPhrases,
  modelPhrases,
  plainWords,
  platformPhrases,
} from './lexicon.ts'
import { findNames } from './names.ts'
import type { EntityName } from './names.ts'
import { normalise, repair } from './normalise.ts'
import { unreadDate } from './numeric_dates.ts'
import { refuse, refuseDate, refuseExclusion } from './refusals.ts'
import type { Reason } from './refusals.ts'
import { scopeOf } from './scope.ts'
import { Reading } from './spans.ts'
import { readBounds } from './threshold.ts'
import type { Threshold } from './threshold.ts'
import { chooseTime } from './time.ts'
import type { Time } from './time.ts'

/** What the parser must know of a brand. */
export interface QuestionContext {
  today: string
  timezone: string
  names: EntityName[]
  platforms: string[]
}

export interface Interpretation {
  intent: Intent | null
  metrics: string[] | null
  level: string | null
  time: Time | null
  filters: Record<string, unknown>
  group_by: string | null
  sort: 'asc' | 'desc' | null
  limit: number | null
  /** The first of the bounds. */
  threshold: Threshold | null
  thresholds: Threshold[]
  model: string[] | null
  confidence: number
  unmatched: string[]
  suggestions: string[]
  reason: Reason | null
  /** What the reader of the answer must know: said in meta. */
  warnings: string[]
}

const defaultMetrics = ['spend', 'revenue', 'roas', 'cpa', 'conversions']
const forbidden =
  /\b(select .* from|drop table|delete from|insert into|ignore (all |any )?(previous |prior |above )?instructions|system prompt|api key|password|secret key)\b/
const unsupported =
  /\b(keywords?|search terms?|audiences?|placements?|countries|country|demographics?|age groups?|genders?|devices?|employees|followers|weather|competitors?|landing pages?(?! view)|products?|skus?)\b/

/**
 * Reads a question without a language model: names, times, comparisons, metrics, platforms and levels are taken out of the
 * text one kind after another, and what they are together says what is asked. What is not understood is said, never guessed.
 */
export function interpret(question: string, context: QuestionContext): Interpretation {
  const plain = normalise(question)
  if (!/[a-z]{2}/.test(plain)) return refuse('empty')
  if (forbidden.test(plain)) return refuse('off_topic')
  const nameWords = context.names.flatMap(({ name }) => normalise(name).split(/[^a-z]+/))
  const repaired = repair(plain, new Set([...everyKnownWord, ...nameWords]))
  if (isWrite(repaired)) return refuse('write_not_supported')

  const reading = new Reading(repaired)
  const names = findNames(reading, context.names)
  if (names.isAmbiguous) return { ...refuse('ambiguous'), suggestions: names.candidates }
  const models = unique(reading.takePhrases(modelPhrases).map(({ name }) => name))
  const bounds = readBounds(reading)
  const unread = unreadDate(reading.text, context.today)
  if (unread) return refuseDate(unread.text, unread.readings)
  const { ranges, impossible } = findRanges(reading.text, context.today)
  if (impossible !== null) return refuseDate(impossible, [])
  const turned = ranges.find(({ index }) => isTurned(reading.text, index))
  if (turned) return refuseExclusion(turned.text)
  for (const range of ranges) reading.blank(range.index, range.text.length + 1)
  const excluded = readExclusions(reading, names.found, context.names)
  const unclear = unreadExclusion(reading)
  if (unclear !== null) return refuseExclusion(unclear)
  const asked = readCues(reading)
  const metrics = unique(reading.takePhrases(metricPhrases).map(({ name }) => name)).filter((name) =>
    keepsMetric(name, asked, repaired),
  )
  // "Cost per click" breaks nothing down.
  const hasDays = bounds.read.length > 0 && /\b(?:which|what) days?\b|\bdays? (?:with|where|when|that)\b/.test(repaired)
  const cues: Cues = {
    ...asked,
    isBroken: brokenDown.test(reading.text),
    ...(hasDays ? { isTrend: true, granularity: 'day' as const } : {}),
  }
  const platformSpans = reading.takePhrases(platformPhrases)
  const platforms = unique(platformSpans.map(({ name }) => name))
  const levels = unique(reading.takePhrases(levelPhrases).map(({ name }) => name))
  // "The best Facebook ads" are ads; "spend on Facebook ads" is a platform's.
  if (levels.length === 0 && isSorted(cues) && platformSpans.some(({ text }) => text.endsWith(' ads')))
    levels.push('ad')
  metrics.push(...unique(bounds.metrics).filter((metric) => !metrics.includes(metric)))

  const isUnsupported = unsupported.test(reading.text)
  const included = names.found.filter((name) => !excluded.names.includes(name))
  const isBounded = bounds.read.length > 0 || bounds.unread.length > 0
  const intent = chooseIntent({ cues, metrics, levels, platforms, names: included, ranges, models, isBounded })
  if (isUnsupported && intent !== 'definition')
    return refuse(metrics.length > 0 || levels.length > 0 ? 'unsupported_entity' : 'unknown_metric')
  if (intent === null) return refuse(levels.length > 0 || ranges.length > 0 ? 'unknown_metric' : 'off_topic')

  const { level, groupBy, comparesThings } = levelOf(intent, { cues, levels, platforms, names: included, isBounded })
  const rank = rankingOf(cues, metrics)
  const chosen = chooseMetrics(intent, metrics, repaired)
  const hasRows = groupBy !== null || intent === 'timeseries' || intent === 'creatives'
  const scope = scopeOf(intent, {
    platforms: platformSpans,
    names: included.map(({ name, level }) => ({ name, level })),
    excluded,
    bounds,
    metrics: chosen ?? [],
    hasRows,
    knownNames: context.names,
  })
  const isBeside = comparesThings && ranges.length < 2 && cues.over === null
  const { time, unused, warnings } = chooseTime(intent, ranges, cues, context, isBeside)
  const left = reading.words.filter((word) => !plainWords.has(word) && !/^\d+%?$/.test(word) && word.length > 1)
  // A figure with a stroke is a date that nobody has read: it must not become another.
  const date = time.defaulted ? left.find((word) => /^\d+[./-]\d/.test(word)) : undefined
  if (date !== undefined) return refuseDate(date, [])
  const unmatched = unique([...left, ...unused, ...scope.unmatched])
  return {
    intent,
    metrics: chosen && scope.metrics,
    level,
    time,
    filters: scope.filters,
    group_by: groupBy,
    sort: intent === 'ranking' || intent === 'creatives' ? rank.sort : null,
    limit: rank.limit ?? (intent === 'ranking' && cues.isSingular ? 1 : null),
    threshold: scope.thresholds[0] ?? null,
    thresholds: scope.thresholds,
    model: intent === 'attribution' && models.length > 0 ? models : null,
    confidence: Math.max(0.3, Math.round((1 - 0.15 * unmatched.length - (time.defaulted ? 0.1 : 0)) * 100) / 100),
    unmatched,
    suggestions: [],
    reason: null,
    warnings: [...scope.warnings, ...warnings],
  }
}

/** "make" and "view" are verbs too, "cost per" is no cost, and "results" of a summary are no conversions. */
function keepsMetric(name: string, cues: Cues, text: string): boolean {
  if (name === 'impressions' && cues.isAttribution) return /impression/.test(text)
  if (name === 'conversions' && /\bresults?\b/.test(text))
    return /\bconv|bought|sales|acquisitions|buy\b/.test(text) || /\bhow many results\b/.test(text)
  if (name === 'spend' && cues.isBudget) return !/\b(budget|should|re-?allocat|recommend)/.test(text)
  if (name === 'revenue') return !/\bmake (?:a |the )?(?:chart|graph|report|table)\b/.test(text)
  return true
}

function chooseMetrics(intent: Intent, metrics: string[], text: string): string[] | null {
  if (/\bcheapest (conversion|sale|purchase|order|acquisition)s?\b/.test(text)) return ['cpa']
  if (/\bcheapest clicks?\b/.test(text)) return ['cpc']
  if (/\bcheapest leads?\b/.test(text)) return ['cpl']
  if (metrics.length > 0) return metrics
  if (['anomalies', 'budget_recommendations', 'list'].includes(intent)) return null
  if (intent === 'forecast' || intent === 'attribution') return ['revenue']
  if (intent === 'pacing') return ['spend']
  if (intent === 'ranking' || intent === 'creatives') return ['roas']
  return defaultMetrics
}

function rankingOf(cues: Cues, metrics: readonly string[]): { sort: 'asc' | 'desc'; limit: number | null } {
  const first = metrics[0] ?? 'roas'
  const isLess = lessIsBetter.has(first)
  const sort =
    cues.isLeast && !cues.isMost
      ? 'asc'
      : cues.isMost
        ? 'desc'
        : cues.isWorst
          ? isLess
            ? 'desc'
            : 'asc'
          : isLess && cues.isBest
            ? 'asc'
            : 'desc'
  return { sort, limit: cues.limit }
}

function unique<Value>(values: readonly Value[]): Value[] {
  return [...new Set(values)]
}

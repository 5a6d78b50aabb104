import { findRanges } from './dates.ts'
import { brokenDown, readCues } from './cues.ts'
import { chooseIntent, isSorted, isWrite } from './intents.ts'
import type { Cues, Intent } from './intents.ts'
import { everyKnownWord, levelPhrases, metricPhrases, modelPhrases, plainWords, platformPhrases } from './lexicon.ts'
import { findNames } from './names.ts'
import type { EntityName } from './names.ts'
import { normalise, repair } from './normalise.ts'
import { Reading } from './spans.ts'
import { readThreshold } from './threshold.ts'
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
  threshold: Threshold | null
  model: string[] | null
  confidence: number
  unmatched: string[]
  suggestions: string[]
  reason: Reason | null
}

export type Reason =
  'off_topic' | 'write_not_supported' | 'unknown_metric' | 'unsupported_entity' | 'empty' | 'ambiguous'

const defaultMetrics = ['spend', 'revenue', 'roas', 'cpa', 'conversions']
const lessIsBetter = new Set([
  'cpa',
  'cpp',
  'cpl',
  'cpi',
  'cac',
  'cpc',
  'cplc',
  'cpm',
  'cpv',
  'acos',
  'refunds',
  'cogs',
  'frequency',
])
const suggestions = [
  'What was our ROAS last week?',
  'Top 5 campaigns by spend last month',
  'Any anomalies in the last 30 days?',
]
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
  const ranges = findRanges(reading.text, context.today)
  for (const range of ranges) reading.blank(range.index, range.text.length + 1)
  const asked = readCues(reading)
  const excluded = reading.take(
    /(?:excluding|exclude|except(?: for)?|without|not including|other than|but not) (?:the |our |my )?([a-z0-9 -]+?)(?= campaigns?| ads?| ad sets?|$| {2}| ,)/,
  )
  const threshold = readThreshold(reading)
  const models = reading.takePhrases(modelPhrases).map(({ name }) => name)
  const metrics = unique(reading.takePhrases(metricPhrases).map(({ name }) => name)).filter((name) =>
    keepsMetric(name, asked, repaired),
  )
  // "Cost per click" breaks nothing down.
  const cues = { ...asked, isBroken: brokenDown.test(reading.text) }
  const platformSpans = reading.takePhrases(platformPhrases)
  const platforms = unique(platformSpans.map(({ name }) => name))
  const levels = unique(reading.takePhrases(levelPhrases).map(({ name }) => name))
  // "The best Facebook ads" are ads; "spend on Facebook ads" is a platform's.
  if (levels.length === 0 && isSorted(cues) && platformSpans.some(({ text }) => text.endsWith(' ads')))
    levels.push('ad')
  if (threshold && !metrics.includes(threshold.metric)) metrics.push(threshold.metric)

  const isUnsupported = unsupported.test(reading.text)
  const intent = chooseIntent({ cues, metrics, levels, platforms, names: names.found, ranges, models, threshold })
  if (isUnsupported && intent !== 'definition')
    return refuse(metrics.length > 0 || levels.length > 0 ? 'unsupported_entity' : 'unknown_metric')
  if (intent === null) return refuse(levels.length > 0 || ranges.length > 0 ? 'unknown_metric' : 'off_topic')

  const entityLevel = ['adset', 'ad', 'campaign'].find((name) => levels.includes(name)) ?? null
  const isSplitOverTime = intent === 'timeseries' && cues.isBroken && entityLevel !== null
  const isByEntity =
    ['breakdown', 'ranking', 'list', 'creatives'].includes(intent) || threshold !== null || isSplitOverTime
  const isNamesCompared = intent === 'comparison' && names.found.length > 1
  const level =
    intent === 'creatives'
      ? 'ad'
      : intent === 'budget_recommendations'
        ? entityLevel === 'adset'
          ? 'adset'
          : 'campaign'
        : isNamesCompared
          ? (names.found[0]?.level ?? 'campaign')
          : isByEntity && entityLevel
            ? entityLevel
            : 'account'
  const rank = rankingOf(cues, metrics)
  const chosen = chooseMetrics(intent, metrics, repaired)
  const comparesPlatforms = platforms.length > 1 && ['comparison', 'breakdown', 'ranking'].includes(intent)
  const byPlatform =
    level === 'account' &&
    (comparesPlatforms || (levels.includes('platform') && ['breakdown', 'ranking', 'comparison'].includes(intent)))
  const comparesThings = (comparesPlatforms || isNamesCompared) && ranges.length < 2 && cues.over === null
  const time = chooseTime(intent, ranges, cues, context, comparesThings)
  const unmatched = unique(
    reading.words.filter((word) => !plainWords.has(word) && !/^\d+%?$/.test(word) && word.length > 1),
  )
  return {
    intent,
    metrics: chosen,
    level,
    time,
    filters: {
      ...(platforms.length > 0 ? { [intent === 'attribution' ? 'channel' : 'platform']: platforms } : {}),
      ...namesFilter(names.found),
      ...(excluded ? { campaign_name_not: stem(excluded[1] as string) } : {}),
    },
    group_by: byPlatform ? 'platform' : level === 'account' || !isByEntity ? null : level,
    sort: intent === 'ranking' || intent === 'creatives' ? rank.sort : null,
    limit: rank.limit ?? (intent === 'ranking' && cues.isSingular ? 1 : null),
    threshold,
    model: intent === 'attribution' && models.length > 0 ? models : null,
    confidence: Math.max(0.3, Math.round((1 - 0.15 * unmatched.length - (time.defaulted ? 0.1 : 0)) * 100) / 100),
    unmatched,
    suggestions: [],
    reason: null,
  }
}

function refuse(reason: Reason): Interpretation {
  return {
    intent: null,
    metrics: null,
    level: null,
    time: null,
    filters: {},
    group_by: null,
    sort: null,
    limit: null,
    threshold: null,
    model: null,
    confidence: 0,
    unmatched: [],
    suggestions,
    reason,
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

function namesFilter(found: readonly EntityName[]): Record<string, unknown> {
  if (found.length === 0) return {}
  const level = found[0]?.level ?? 'campaign'
  return { [`${level}_name`]: found.length === 1 ? found[0]?.name : found.map(({ name }) => name) }
}

/** "branded" campaigns are those with "brand" in their name. */
function stem(words: string): string {
  return words.trim().replace(/(ed|ing|s)$/, '')
}

function unique<Value>(values: readonly Value[]): Value[] {
  return [...new Set(values)]
}

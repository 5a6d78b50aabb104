import { namedLevels } from '../entities/level.ts'
import type { PlatformPhrases } from '../entities/platforms.ts'
import type { Cues } from './cues.ts'
import { levelPhrases } from '../language/lexicon.ts'
import type { Reading } from '../language/spans.ts'
import type { Threshold } from '../metrics/threshold.ts'
import type { QuestionContext } from '../question_context.ts'

/**
 * What a question wants advice on: what to `stop`, what to `scale`, what is a `loss`, what lost the most (`waste`), or which
 * creatives to `refresh`.
 * Budget recommendations answer what to cut and what to scale at the levels that they cover.
 */
export interface Advice {
  kind: 'stop' | 'scale' | 'loss' | 'waste' | 'refresh'
  /** The words of the question that ask for it. */
  words: string
  /** The levels to rank. */
  levels: string[]
}

const asksWhich =
  /\b(?:which|what|where|any|show|list|name|find|give|ads|ad sets|adsets|campaigns|platforms|creatives|how much) /
// "which ads to pause", but not "campaigns that are going to stop", which asks for a plan.
const modal =
  '(?:should|shall|must|could|can|ought to|(?:need|needs|have|has) to|(?<=\\b(?:ads|adsets|sets|groups|campaigns|creatives|platforms|what|which|ones) )to|worth)(?: (?:i|we|be|get|you|probably|better|now))*'
const stops =
  'pause|pausing|paused|stop|stopping|stopped|kill|killing|killed|disable|disabled|deactivate|deactivated|end|ended|drop|dropped|remove|removed|get rid of|ditch|' +
  '(?:turn|turned|switch|switched|shut) (?:off|down)|cut off'
const cuts = 'cut|cutting|reduce|reduced'
const scales = 'scale(?: up)?|scaled(?: up)?|increase|boost|push'
const refreshes = 'replace|replaced|refresh|refreshed|rotate|rotated|retire|retired|swap|swap out|renew|renewed'
const asked = (verbs: string) => new RegExp(`\\b${modal} (${verbs})\\b(?: (?:first|next|now|on|spending on)(?= ))?`)
const rules = {
  stop: asked(stops),
  cut: asked(cuts),
  scale: asked(scales),
  refresh: asked(refreshes),
  wasted: /\bwasted(?: (?:our|my|the|most|ad))* ?(?:money|budget|spend)?(?= )/,
  waste: /\b(?:wast(?:e|es|ing)|burn(?:s|ing)?)(?: (?:our|my|the|most|ad))* ?(?:money|budget|spend)?(?= )/,
  loss: /(?:\bwhere (?:are|am|do|did|is) (?:we|i|our|my|the) )?\b((?:lose|loses|losing|lost|bleed|bleeds|bleeding) money|unprofitable|not profitable|(?:make|makes|making|made) a loss|below break[ -]?even)\b/,
  weak: /\b(?:(?:not|isnt|arent|dont|doesnt) (?:work|working|perform|performing|do|doing)(?: well)?|(?:perform|performing|doing) (?:badly|poorly))\b/,
} as const

/**
 * Returns the advice that a question asks for, and removes its words. Null for other questions, and for those that
 * budget recommendations answer: they cover campaigns and ad sets.
 */
export function readAdvice(reading: Reading, platforms: PlatformPhrases): Advice | null {
  if (!asksWhich.test(reading.text)) return null
  const named = namedLevels(reading.spansOf(levelPhrases), reading.spansOf(platforms.whole), true).filter(
    (level) => level !== 'account',
  )
  // Accounts are not ranked.
  if (named.length === 0 && /\baccounts?\b/.test(reading.text)) return null
  const isCreative = /\bcreatives?\b/.test(reading.text)
  const levels = named.length > 0 ? named : [isCreative ? 'ad' : 'campaign']
  const take = (kind: Advice['kind'], rule: keyof typeof rules): Advice | null => {
    const match = reading.take(rules[rule])
    return match && { kind, words: (match[1] ?? match[0]).trim(), levels }
  }
  const hasAds = levels.includes('ad')
  const isBeyondBudgets = hasAds || levels.includes('platform')
  return (
    take('loss', 'loss') ??
    take('stop', 'stop') ??
    // Budget recommendations read the present only.
    take('waste', 'wasted') ??
    (/\bhow much\b/.test(reading.text) ? take('waste', 'waste') : null) ??
    (named.length > 0 ? take('stop', 'weak') : null) ??
    (hasAds ? take('refresh', 'refresh') : null) ??
    (isBeyondBudgets ? (take('stop', 'cut') ?? take('waste', 'waste') ?? take('scale', 'scale')) : null)
  )
}

/** `target` is that of this month. */
interface AdviceContext extends Pick<QuestionContext, 'target' | 'currency'> {
  /** Whether all days of the question are before this month. */
  isEarlier: boolean
}

export interface AdviceAnswer {
  /** The metrics of a question that names none. The first one orders the rows. */
  metrics: string[]
  thresholds: Threshold[]
  warnings: string[]
  /** Whether only what can still run is listed. */
  isActive?: boolean
  /** The ROAS at which nothing is lost, for an order by losses. */
  breakEven?: number
}

const nouns: Readonly<Record<string, string>> = {
  ad: 'Ads',
  adset: 'Ad sets',
  campaign: 'Campaigns',
  platform: 'Platforms',
}
const labels: Readonly<Record<string, string>> = { roas: 'ROAS', cpa: 'CPA', spend: 'spend' }

/**
 * Returns what answers a question for advice: rows beyond the target of the brand, or rows with spend if it has none.
 * The warnings state how the question was understood, because the ranking is no decision.
 */
export function answerAdvice(
  { kind, words }: Advice,
  named: readonly string[],
  level: string,
  { target, currency, isEarlier }: AdviceContext,
): AdviceAnswer {
  const noun = nouns[level] ?? 'Rows'
  if (kind === 'refresh') {
    return {
      metrics: ['roas'],
      thresholds: [],
      warnings: [`"${words}" is read as: creatives that show fatigue. Whether to replace one is your decision.`],
    }
  }
  if (kind === 'loss') {
    return {
      metrics: ['roas', 'spend', 'revenue'],
      thresholds: [{ metric: 'roas', operator: '<', value: 1 }],
      warnings: [`"${words}" is read as a ROAS below 1: less revenue than spend. The cost of goods is not included.`],
    }
  }
  const { roas = null, cpa = null } = target ?? {}
  const isLoss = kind === 'waste' && named.length === 0
  const metric = named[0] ?? (roas === null && cpa !== null && !isLoss ? 'cpa' : 'roas')
  const targetOf = isEarlier ? null : metric === 'roas' ? roas : cpa
  const label = labels[metric] ?? metric.replaceAll('_', ' ')
  const missing = isEarlier
    ? 'Targets of earlier months are not compared.'
    : `The brand has no ${label} target this month to compare with.`
  if (isLoss) return lossOf(words, noun, targetOf, missing)
  const isStop = kind === 'stop' || kind === 'waste'
  const isActive = kind === 'stop' && noun !== 'Platforms'
  // Without a target, what is stopped had less revenue than spend.
  const bound = targetOf ?? (isStop && metric === 'roas' && named.length === 0 ? 1 : null)
  const metrics = metric === 'cpa' ? ['cpa', 'spend', 'conversions', 'roas'] : ['roas', 'spend', 'revenue', 'cpa']
  const end = isStop ? 'worst' : 'best'
  const read = `"${words}" is read as: ${isActive ? 'active ' : ''}${noun.toLowerCase()}`
  const decision = 'The order does not take tests, margins or stock into account.'
  const active = isActive
    ? [`${noun} that are paused, removed or ended, by the last reported statuses, are not listed.`]
    : []
  if (metric !== 'roas' && metric !== 'cpa') {
    return {
      metrics,
      thresholds: [],
      isActive,
      warnings: [`${read}, in the order of ${label}. No target is compared. ${decision}`, ...active],
    }
  }
  if (bound === null) {
    return {
      metrics,
      thresholds: named.length > 0 ? [] : [{ metric: 'spend', operator: '>', value: 0 }],
      isActive,
      warnings: [
        `${read}${named.length > 0 ? '' : ' with spend'}, ${end} ${label} first. ${missing} ${decision}`,
        ...active,
      ],
    }
  }
  const isBelow = (metric === 'roas') === isStop
  const operator = isStop ? (isBelow ? '<' : '>') : isBelow ? '<=' : '>='
  const shown = metric === 'cpa' ? `${currency} ${bound}` : `${bound}`
  const side = kind === 'scale' ? (isBelow ? 'of at most' : 'of at least') : isBelow ? 'below' : 'above'
  // What spent more than a conversion may cost, and had none, is the first to stop.
  const isUnconverted = isStop && metric === 'cpa'
  return {
    metrics,
    thresholds: [
      { metric, operator, value: bound, ...(isUnconverted ? { or_without_conversions: true as const } : {}) },
    ],
    isActive,
    warnings: [
      targetOf === null
        ? `${read} with a ROAS below 1, which is less revenue than spend, worst first. ${missing} ${decision}`
        : `${read} with a ${label} ${side} ${shown}, the target of the brand this month, ${end} first. ${decision}`,
      ...(metric !== 'cpa'
        ? []
        : isUnconverted
          ? [
              `${noun} without conversions have no CPA. Those that spent more than ${shown} come first, the largest spend first. The others are not included.`,
            ]
          : [`${noun} without conversions have no CPA and are not included.`]),
      ...active,
    ],
  }
}

/** Ranks by the money lost, and says how it is computed. */
function lossOf(words: string, noun: string, target: number | null, missing: string): AdviceAnswer {
  const computed =
    target === null
      ? `The loss is spend minus revenue, as the platforms attribute it. ${missing}`
      : `The loss is spend minus revenue divided by ${target}, the ROAS target of the brand this month: the spend beyond what the target allows.`
  return {
    metrics: ['spend', 'revenue', 'roas'],
    thresholds: [{ metric: 'spend', operator: '>', value: 0 }],
    breakEven: target ?? 1,
    warnings: [
      `"${words}" is read as: ${noun.toLowerCase()} with spend, by the money lost, largest first. ${computed} A negative loss is a gain. The cost of goods is not included.`,
    ],
  }
}

const unread = /^(?:should|shall|must|pause|kill|attention)$/

/** Whether the words that no rule matched ask for advice that no answer gives: "which ads should I keep". */
export function asksUnreadAdvice(words: readonly string[]): boolean {
  return words.some((word) => unread.test(word))
}

/** The cues of a question for advice: it ranks, and budget recommendations do not answer it. */
export function cuesOfAdvice(advice: Advice | null): Partial<Cues> {
  if (!advice) return {}
  return {
    budget: false,
    changed: false,
    general: false,
    best: advice.kind === 'scale',
    worst: advice.kind !== 'scale',
  }
}

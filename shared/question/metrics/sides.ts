import type { FoundRange } from '../time/dates.ts'
import type { Intent } from '../intent/intent.ts'
import { metricPhrases } from '../language/lexicon.ts'
import type { PlatformPhrases } from '../entities/platforms.ts'
import type { Reading, Span } from '../language/spans.ts'

interface Placed {
  index: number
}

interface Found {
  ranges: readonly FoundRange[]
  platforms: readonly Placed[]
  metrics: readonly Placed[]
  names: readonly object[]
}

const versus = / (?:vs|against|than|compared (?:to|with)|minus) /

/**
 * Returns the word between two sides that differ in more than one way: "Meta last week vs Google this week". An answer
 * compares times, platforms or metrics, but no combination of them.
 */
export function crossedSides(text: string, intent: Intent, found: Found): string[] {
  const match = versus.exec(` ${text} `)
  if (!match || !['comparison', 'metric_value', 'explain_change'].includes(intent)) return []
  const names = found.names.filter((name): name is Placed => 'index' in name)
  const kinds = [found.ranges, found.platforms, found.metrics, names]
  const onBoth = kinds.filter(
    (places) => places.some(({ index }) => index < match.index) && places.some(({ index }) => index > match.index),
  )
  return onBoth.length > 1 ? [match[0].trim()] : []
}

/**
 * Removes "minus" between two entities of the same kind: "Meta minus Google", "revenue minus spend", "this week minus
 * last week". Otherwise it is an exclusion: "spend minus TikTok".
 */
export function takeMinus(
  reading: Reading,
  found: { ranges: readonly FoundRange[]; names: readonly Placed[]; platformNames: PlatformPhrases },
): boolean {
  const match = /\b(?:minus|less(?! than))\b/.exec(reading.text)
  if (!match) return false
  const kinds: (readonly Placed[])[] = [
    found.ranges,
    found.names,
    reading.spansOf(found.platformNames.whole),
    reading.spansOf(metricPhrases),
  ]
  const end = match.index + match[0].length
  const next = (places: readonly Placed[]) =>
    Math.min(...places.map(({ index }) => index).filter((index) => index >= end))
  const [nearest] = kinds.toSorted((a, b) => next(a) - next(b))
  const isPair = nearest !== undefined && next(nearest) - end < 12 && nearest.some(({ index }) => index < match.index)
  if (isPair) reading.blank(match.index, match[0].length)
  return isPair
}

/** Returns the words of compound metrics that the catalog lacks: "lead revenue", "cpa for new customers". */
export function compoundMetrics(text: string, metrics: readonly Span[]): string[] {
  const nouns = /^(?:conversion|purchase|order|lead|install|click|impression|view|checkout|refund|video view)$/
  return metrics
    .filter((metric, at) => {
      const following = metrics[at + 1]
      if (!following) return false
      const between = ` ${text}`.slice(metric.index + metric.text.length, following.index)
      return (nouns.test(metric.text) && /^ *$/.test(between)) || /^ (?:for|from|of) (?:the |our )?$/.test(between)
    })
    .map((metric) => metric.text)
}

import { additiveMetrics } from '../language/lexicon.ts'
import type { Reading } from '../language/spans.ts'

const whole =
  /\b(?:(?:vs|versus|against|than|(?:compared? |relative )?(?:to|with)|above|below) )(?:(?:the|our|my|all|whole|entire|brand|company) )*(?:(?:account(?:[ -]wide)?|overall|total|blended)(?: (?:average|total))?|average|all (?:campaigns|platforms|channels)|everything)(?! (?:campaigns?|ad sets?|ads?|platforms?|channels?|days?|weeks?|months?)\b)(?= |$)/

/**
 * The words that set one platform or name beside the whole: "Meta ROAS vs overall ROAS". Taken out of the text. Where
 * `count`, the number of things named, is not 1, the whole is none of the sides that an answer has.
 */
export function readWhole(reading: Reading, count: number): string | null {
  return count === 1 ? (reading.take(whole)?.[0].trim() ?? null) : null
}

/** The words of a whole that an answer does not hold: the average of an amount is not its total. */
export function wholeLeft(text: string | null, metrics: readonly string[], isDone: boolean): string[] {
  if (text === null) return []
  const isAverage = /\baverage$/.test(text) && metrics.some((name) => additiveMetrics.has(name))
  return isAverage || !isDone ? [text] : []
}

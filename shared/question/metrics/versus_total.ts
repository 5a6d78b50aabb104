import { additiveMetrics } from '../language/lexicon.ts'
import type { Reading } from '../language/spans.ts'

const whole =
  /\b(?:(?:vs|versus|against|than|(?:compared? |relative )?(?:to|with)|above|below) )(?:(?:the|our|my|all|whole|entire|brand|company) )*(?:(?:account(?:[ -]wide)?|overall|total|blended)(?: (?:average|total))?|average|all (?:campaigns|platforms|channels)|everything)(?! (?:campaigns?|ad sets?|ads?|platforms?|channels?|days?|weeks?|months?)\b)(?= |$)/

/**
 * Returns the words that compare one platform or name with the total, and removes them: "Meta ROAS vs overall ROAS".
 * `count` is the number of entities named; an answer compares only one with the total.
 */
export function readWhole(reading: Reading, count: number): string | null {
  return count === 1 ? (reading.take(whole)?.[0].trim() ?? null) : null
}

/**
 * Returns the words of a comparison with the total that the answer does not contain. The average of an amount is not
 * its total.
 */
export function wholeLeft(text: string | null, metrics: readonly string[], isDone: boolean): string[] {
  if (text === null) return []
  const isAverage = /\baverage$/.test(text) && metrics.some((name) => additiveMetrics.has(name))
  return isAverage || !isDone ? [text] : []
}

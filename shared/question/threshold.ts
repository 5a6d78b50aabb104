import { metricPhrases } from './lexicon.ts'
import { Reading } from './spans.ts'

/** A bound of a metric: "cpa over 50". */
export interface Threshold {
  metric: string
  operator: '>' | '<'
  value: number
}

/** The bound that a question sets, taken out of its text. */
export function readThreshold(reading: Reading): Threshold | null {
  const match = reading.take(
    /\b([a-z][a-z -]{1,24}?) (?:is |are |was |were |of |has |have )?(over|above|more than|greater than|higher than|exceeds?|exceeding|at least|under|below|less than|lower than|at most|>=?|<=?) ?[$€£]?(\d+(?:\.\d+)?)(k|m|%|x)?/,
  )
  if (!match) return null
  const [whole, words = '', operator = '', digits = '', suffix] = match
  const named = new Reading(words).takePhrases(metricPhrases).at(-1)
  // Only the metric and its bound are read here: "campaigns with cpa over 50" is about campaigns still.
  const kept = named ? `${words.slice(0, words.lastIndexOf(named.text))}${' '.repeat(whole.length)}` : whole
  reading.text = reading.text.slice(0, match.index) + kept + reading.text.slice(match.index + whole.length)
  if (!named) return null
  const metric = named.name
  const scale = suffix === 'k' ? 1000 : suffix === 'm' ? 1_000_000 : suffix === '%' ? 0.01 : 1
  return {
    metric,
    operator: /over|above|more|great|higher|exceed|at least|>/.test(operator) ? '>' : '<',
    value: Number(digits) * scale,
  }
}

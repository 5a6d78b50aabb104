import type { Intent } from '../intent/intent.ts'

/** The metrics that the read-out of an experiment has. */
const readOut = new Set([
  'revenue',
  'store_revenue',
  'roas',
  'orders',
  'purchases',
  'conversions',
  'spend',
  'cpa',
  'cac',
])

/** Returns the words that the read-out of an experiment does not answer: metrics that it lacks, and times. */
export function experimentLeft(
  intent: Intent,
  metrics: readonly { name: string; text: string }[],
  ranges: readonly { text: string }[],
): string[] {
  if (intent !== 'experiments') return []
  return [...metrics.filter(({ name }) => !readOut.has(name)), ...ranges].map(({ text }) => text)
}

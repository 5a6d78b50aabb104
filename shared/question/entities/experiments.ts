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

const statuses: readonly (readonly [status: string, words: RegExp])[] = [
  ['planned', /\b(?:planned|scheduled|upcoming)\b/],
  ['running', /\b(?:running|active|ongoing|current|live)\b/],
  ['ended', /\b(?:ended|finished|completed|complete|done|past)\b/],
  ['canceled', /\bcancell?ed\b/],
]

/** Returns the statuses that a list of experiments is limited to: "which experiments are running". */
export function readStatuses(text: string, intent: Intent): string[] {
  // "Is the experiment finished" and "when did it end" ask for the status.
  if (intent !== 'experiments' || /^(?:so |hey |hi |please )*(?:is|are|was|were|has|have|did|when)\b/.test(text))
    return []
  return statuses.filter(([, words]) => words.test(text)).map(([status]) => status)
}

/** Returns the words that the read-out of an experiment does not answer: metrics that it lacks, and times. */
export function experimentLeft(
  intent: Intent,
  metrics: readonly { name: string; text: string }[],
  ranges: readonly { text: string }[],
): string[] {
  if (intent !== 'experiments') return []
  return [...metrics.filter(({ name }) => !readOut.has(name)), ...ranges].map(({ text }) => text)
}

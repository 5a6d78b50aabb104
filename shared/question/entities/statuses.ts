import type { Intent } from '../intent/intent.ts'

type StatusWords = readonly (readonly [statuses: readonly string[], words: RegExp])[]

/** The words of the statuses by which a list is filtered. */
const statusWords: Partial<Record<Intent, StatusWords>> = {
  experiments: [
    [['planned'], /\b(?:planned|scheduled|upcoming)\b/],
    [['running'], /\b(?:running|active|ongoing|current|live)\b/],
    [['ended'], /\b(?:ended|finished|completed|complete|done|past)\b/],
    [['canceled'], /\bcancell?ed\b/],
  ],
  // An anomaly is active until a person confirms, resolves or rejects it.
  anomalies: [
    [['active'], /\b(?:open|active|unreviewed)\b/],
    [['active', 'confirmed'], /\bunresolved\b/],
    [['confirmed'], /\bconfirmed\b/],
    [['resolved'], /\b(?:resolved|closed)\b/],
    [['false_positive'], /\bfalse[ -](?:positives?|alarms?)\b/],
  ],
}

/** Returns the words of a status of what an anomaly is of, which has no filter: "anomalies of active campaigns". */
export function statusLeft(question: string, intent: Intent): string[] {
  const match =
    /\b(?:open|active|confirmed|resolved|closed) (?:campaigns?|ads?|ad sets?|adsets?|platforms?|accounts?)\b/
  return intent === 'anomalies' ? (match.exec(question)?.slice(0, 1) ?? []) : []
}

/** Returns the statuses that a list of experiments or anomalies is limited to: "which experiments are running". */
export function readStatuses(text: string, intent: Intent, question: string): string[] {
  if (statusLeft(question, intent).length > 0) return []
  // "Is the experiment finished" and "when did it end" ask for the status.
  if (intent === 'experiments' && /^(?:so |hey |hi |please )*(?:is|are|was|were|has|have|did|when)\b/.test(text))
    return []
  const found = (statusWords[intent] ?? []).filter(([, words]) => words.test(text)).flatMap(([statuses]) => statuses)
  return [...new Set(found)]
}

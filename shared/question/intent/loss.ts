import type { Reading } from '../language/spans.ts'
import type { Threshold } from '../metrics/threshold.ts'

/** The metrics of a question whether or why money is lost. Profit is null where no cost of goods is reported. */
export const lossMetrics = ['roas', 'spend', 'revenue', 'profit']
/** The premise of such a question, as far as ad reports can test it. */
export const lossThreshold: Threshold & { text: string } = {
  metric: 'roas',
  operator: '<',
  value: 1,
  text: 'roas < 1',
}

const losing =
  'lose money|loses money|losing money|lost money|bleed money|bleeding money|unprofitable|not profitable|(?:make|makes|making|made) a loss|below break[ -]?even'
const asksWhy = /\b(?:why|how come|what is the reason|reasons?|explain)\b/
const comparing = /\b(?:more|less|than|vs|versus|most|least|since|compared)\b/
export interface Loss {
  /** The words of the loss. */
  words: string
  isWhy: boolean
}

/**
 * Returns what a question of a total presumes, "why are we losing money on meta", and removes its words. Null for other
 * questions and for those that compare losses, which no answer does.
 */
export function readLoss(reading: Reading): Loss | null {
  const match = new RegExp(`\\b(?:${losing})\\b`).exec(reading.text)
  if (!match || comparing.test(reading.text)) return null
  const isWhy = asksWhy.test(reading.text)
  reading.blank(match.index, match[0].length)
  reading.takeAll(/\b(?:why|how come|how much money|reasons?|explain)\b/g)
  return { words: match[0], isWhy }
}

/** Returns how the question was read, and what is missing to confirm it. */
export function lossWarnings({ words, isWhy }: Loss): string[] {
  return [
    `"${words}" is read as a ROAS below 1: less revenue than spend. \`holds\` says whether it is. Whether money is lost also depends on the cost of goods: profit is null where none is reported.`,
    ...(isWhy ? ['The reason of a level is not computed. A change of ROAS between two times has an explanation.'] : []),
  ]
}

import { peopleWords } from '../metrics/metrics.ts'
import type { QuestionParts } from '../read_question.ts'

/** Says what an order by change is, where the question does not. */
export function growthNote({ ranksGrowth, isFallen, metrics }: QuestionParts): string[] {
  if (!ranksGrowth) return []
  if (isFallen) return ['The order is by the fall of the amount against the period before, largest first.']
  return metrics.length === 0 ? ['The question names no metric: the order is by the change of ROAS.'] : []
}

/** Says what a list contains. */
export function listNote(isActive: boolean): string {
  return isActive
    ? 'A list has no time. It contains what is not paused, removed or ended, by the last reported statuses.'
    : 'A list has no time. It contains everything that was ever reported.'
}

/** Returns how words with two possible meanings were read. */
export function noteOf(text: string): string[] {
  return [
    ...(peopleWords.test(text)
      ? [
          'People are counted by reach, which does not add up over days and ads. Impressions count each time an ad was shown.',
        ]
      : []),
    ...(/\bworth (?:it|the)\b/.test(text)
      ? [
          '"worth" is read as: the results of the platform or campaign. A ROAS below 1 is less revenue than spend. The cost of goods is not included.',
        ]
      : []),
  ]
}

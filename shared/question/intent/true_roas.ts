import type { Cues } from './cues.ts'
import type { Reading } from '../language/spans.ts'
import type { QuestionContext } from '../question_context.ts'

const words = /\b(?:true|real|actual|genuine)(?= (?:[a-z]+ ){0,2}roas\b)/

/** A question for the ROAS that is true, and not that which the platforms claim. */
export interface TrueRoas {
  text: string
  /** What answers it: attribution of the orders, experiments, or nothing that the brand has. */
  source: 'attribution' | 'experiments' | null
}

type Known = Pick<QuestionContext, 'has_orders' | 'has_experiments'>

/** Returns whether the question asks for the true ROAS, and removes the word. */
export function readTrueRoas(reading: Reading, { has_orders, has_experiments }: Known): TrueRoas | null {
  const match = reading.take(words)
  const source = has_orders === true ? 'attribution' : has_experiments === true ? 'experiments' : null
  return match && { text: `${match[0]} roas`, source }
}

/** The cues of the answer to it. */
export function cuesOfTrueRoas(asked: TrueRoas | null): Partial<Cues> {
  if (!asked?.source) return {}
  return asked.source === 'attribution' ? { attribution: true, experiment: false } : { experiment: true }
}

const caused = 'Which revenue the ads caused is measured by an experiment only.'

/** Says what the ROAS of the answer is. */
export function trueRoasNote(asked: TrueRoas | null): string[] {
  if (!asked) return []
  if (asked.source === 'attribution')
    return [
      `"${asked.text}" is read as: the ROAS of the imported orders by attribution, which counts each order once. ${caused}`,
    ]
  if (asked.source === 'experiments')
    return [`"${asked.text}" is read as: the results of experiments, which measure the revenue that the ads caused.`]
  return [
    `The ROAS is claimed by the platforms: several can claim one order. Attribution counts each order once, and needs imported orders. ${caused} The brand has no imported orders and no result of an experiment.`,
  ]
}

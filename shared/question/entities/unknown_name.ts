import type { Interpretation } from '../interpretation.ts'
import { refuse } from '../answer/refusals.ts'
import { fillers } from '../language/words.ts'
import type { QuestionContext } from '../question_context.ts'
import type { QuestionParts } from '../read_question.ts'

/** Words of times, of parts and in set phrases such as "in detail", which are no name. */
const noName =
  /^(?:days?|weeks?|months?|quarters?|years?|hours?|first|last|early|late|mid|middle|start|beginning|end|half|nothing|everything|anything|average|total|least|most|detail|details|full|general|moment|note|particular|short|brief|targets?|budgets?|goals?|track|pace|plan|happens?|if)$/
const before =
  /\b(?:of|for|from|on|in|at|how (?:is|are|was|were|did|does|has)) (?:(?:the|our|my|campaigns?|brand|ad sets?) )*$/

/** The words with which a question begins before it names anything. */
const opening =
  /^ *(?:(?:how (?:much|many)|what(?: (?:is|was|were|are))?|show(?: me)?|give me|tell me|compare|the|our|my) +)*$/

/** Words before these are a greeting or a request. */
const question = /^ (?:what|how|which|why|when|where|show|give|tell|can|could|is|are|do|did|we|i|you|our|my)\b/

/**
 * Refuses words after a preposition that no rule and no name matches: "spend of Lumen Home", and two or more at the beginning of a question:
 * "Lumen Home spend". They narrow the question to something that the brand does not have, so that its total would answer another question. Null for other
 * questions.
 */
export function unknownNameRefusal(
  { text, typed, reading }: QuestionParts,
  { brand_name = '', names }: Pick<QuestionContext, 'brand_name' | 'names'>,
): Interpretation | null {
  const words = [...reading.text.matchAll(/[a-z][a-z0-9.'&-]*/g)].filter(([word]) => !fillers.has(word))
  const from = (start: RegExpExecArray | RegExpMatchArray) =>
    words
      .slice(words.indexOf(start as RegExpExecArray))
      .reduce(
        (found, { 0: word, index }) => (index === Number(start.index) + found.length + 1 ? `${found} ${word}` : found),
        start[0],
      )
  const first = words.find((start) => {
    if (noName.test(start[0])) return false
    if (before.test(` ${text}`.slice(0, start.index))) return true
    const run = from(start)
    const [beginning, rest] = [` ${text}`.slice(0, start.index), ` ${text}`.slice(start.index + run.length)]
    return (
      run.includes(' ') &&
      !/\b(?:between|among|against|versus|without|beside)$/.test(run) &&
      opening.test(beginning) &&
      !question.test(rest)
    )
  })
  if (!first) return null
  const read = from(first)
  const name = read.replaceAll(/\S+/g, (word) => typed.get(word) ?? word)
  return refuse('unknown_name', {
    unmatched: [name],
    suggestions: names.slice(0, 3).map((known) => known.name),
    warnings: [
      `"${name}" is not understood: no platform, campaign or ad set of ${brand_name === '' ? 'the brand' : brand_name} has this name. A question is about one brand. Choose another brand first, if you mean one.`,
    ],
  })
}

import type { Interpretation } from '../interpretation.ts'
import { refuse } from '../answer/refusals.ts'
import { fillers } from '../language/words.ts'
import type { QuestionContext } from '../question_context.ts'
import type { QuestionParts } from '../read_question.ts'

/** Words of times, of parts and in set phrases such as "in detail", which are no name. */
const noName =
  /^(?:days?|weeks?|months?|quarters?|years?|hours?|first|last|early|late|mid|middle|start|beginning|end|half|nothing|everything|anything|average|total|least|most|detail|details|full|general|moment|note|particular|short|brief|targets?|budgets?|goals?|track|pace|plan)$/
const before =
  /\b(?:of|for|from|on|in|at|how (?:is|are|was|were|did|does|has)) (?:(?:the|our|my|campaigns?|brand|ad sets?) )*$/

/**
 * Refuses words after a preposition that no rule and no name matches: "spend of Lumen Home". They narrow the question to
 * something that the brand does not have, so that its total would answer another question. Null for other questions.
 */
export function unknownNameRefusal(
  { text, typed, reading }: QuestionParts,
  { brand_name = '', names }: Pick<QuestionContext, 'brand_name' | 'names'>,
): Interpretation | null {
  const words = [...reading.text.matchAll(/[a-z][a-z0-9.'&-]*/g)].filter(([word]) => !fillers.has(word))
  const [first] = words.filter(({ 0: word, index }) => !noName.test(word) && before.test(` ${text}`.slice(0, index)))
  if (!first) return null
  const read = words
    .slice(words.indexOf(first))
    .reduce(
      (found, { 0: word, index }) => (index === first.index + found.length + 1 ? `${found} ${word}` : found),
      first[0],
    )
  const name = read.replaceAll(/\S+/g, (word) => typed.get(word) ?? word)
  return refuse('unknown_name', {
    unmatched: [name],
    suggestions: names.slice(0, 3).map((known) => known.name),
    warnings: [
      `"${name}" is not understood: no platform, campaign or ad set of ${brand_name === '' ? 'the brand' : brand_name} has this name. A question is about one brand. Choose another brand first, if you mean one.`,
    ],
  })
}

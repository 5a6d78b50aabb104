import type { EntityName } from '../entities/names.ts'
import type { Interpretation } from '../interpretation.ts'
import type { QuestionParts } from '../read_question.ts'
import { refuse } from './refusals.ts'

/** What shopping agents do in the shop. "Search campaigns" and "brand search" are ads. */
const subject =
  /\b(?:(?:shopping |ai |buying )?agents?|searches|search(?:ed|ing)? (?:for|queries|query)|(?:people|customers?|shoppers?|visitors?|users?|buyers?) search(?:ed)?|storefront|negotiations?|negotiated)\b/

/** Refuses a question about what agents do in the shop, and names what has it. A campaign can be called Agents. */
export function shopRefusal(
  { reading }: Pick<QuestionParts, 'reading'>,
  names: readonly EntityName[],
): Interpretation | null {
  const words = subject.exec(reading.text)?.[0].trim()
  return words === undefined || names.some(({ name }) => name.toLowerCase().includes(words))
    ? null
    : refuse('unsupported_entity', {
        unmatched: [words],
        warnings: [
          'What agents ask the shop, and what they do not find, is on the page Agents of the console, and in the operation List queries of agents. ' +
            'Their orders and negotiations have pages of their own.',
        ],
      })
}

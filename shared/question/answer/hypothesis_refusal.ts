import { supposedIn } from '../intent/planned_spend.ts'
import type { Interpretation } from '../interpretation.ts'
import type { QuestionParts } from '../read_question.ts'
import { refuseCalculation } from './refusals.ts'

const exists = 'A forecast of the revenue of the brand takes a planned spend a day.'
const example = 'what revenue do we get in the next 30 days if we spend 2000 a day'

/** Refuses what would happen under other conditions than a planned spend of the brand, and for other metrics than revenue. */
export function hypothesisRefusal(parts: QuestionParts, today: string): Interpretation | null {
  const { planned, text, ranges, metrics } = parts
  if (planned === null) {
    const supposed = supposedIn(text)
    return (
      supposed &&
      refuseCalculation(
        supposed,
        `What would happen then is not computed. ${exists} A scenario takes a change in percent of the whole brand, of one platform or of one campaign.`,
        [example, 'what if we spend 20 % more'],
      )
    )
  }
  const { perDay } = planned
  if (perDay === null) return refuseCalculation(planned.text, exists, [example])
  const time = ranges[0]?.text ?? 'the next 30 days'
  const ofBrand = `what revenue do we get ${time} if we spend ${perDay} a day`
  const part = partOf(parts)
  if (part !== null) {
    return refuseCalculation(
      part,
      `How revenue follows spend is known for the whole brand, and not for "${part}" alone. ${exists} Budget recommendations have the spend of each campaign.`,
      [ofBrand, 'which campaigns should get more budget'],
    )
  }
  const [past] = ranges.filter(({ date_to }) => date_to < today)
  if (past) return refuseCalculation(past.text, `A planned spend is one of coming days. ${exists}`, [example])
  const other = metrics.find((name) => name !== 'revenue')
  if (other === undefined) return null
  const label = other.replaceAll('_', ' ')
  return refuseCalculation(label, `A planned spend changes the forecast of revenue, and not of ${label}.`, [ofBrand])
}

/** Returns the first platform, campaign or ad set that a question names or excludes, or null for a question about the whole brand. */
export function partOf({
  platformSpans,
  placements,
  names,
  excluded,
}: Pick<QuestionParts, 'platformSpans' | 'placements' | 'names' | 'excluded'>): string | null {
  const named = [...platformSpans, ...placements].map(({ text }) => text)
  const others = [...names, ...excluded.platforms, ...excluded.names].map(({ name }) => name)
  return [...named, ...others][0] ?? null
}

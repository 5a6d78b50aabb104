import { supposedIn } from '../intent/planned_spend.ts'
import type { Interpretation } from '../interpretation.ts'
import type { QuestionParts } from '../read_question.ts'
import { refuse, refuseCalculation } from './refusals.ts'
import { readScenario } from './scenario_question.ts'

const exists = 'A forecast of the revenue of the brand takes a planned spend a day.'
const example = 'what revenue do we get in the next 30 days if we spend 2000 a day'
const scenarios =
  'A scenario takes changes in percent, or in an amount a day, of platforms and campaigns: "what if we spend 20 % more on Meta". ' +
  'The page Plan of the console and POST /v1/scenarios compute every other combination.'

/** Refuses what would happen under other conditions than a planned spend of the brand, and for other metrics than revenue. */
export function hypothesisRefusal(parts: QuestionParts, today: string): Interpretation | null {
  const { planned, text, plain, ranges, metrics } = parts
  const supposed = supposedIn(text)
  const perDay = planned?.perDay ?? null
  if (perDay === null) {
    const words = supposed ?? planned?.text
    if (words === undefined) return null
    const aDay = `${plain} a day`
    const instead = readScenario({ ...parts, plain: aDay }, today) ? aDay : 'what if we spend 20 % more'
    return refuse('unsupported_scenario', {
      unmatched: [words],
      suggestions: [instead, example],
      warnings: [`What would happen then is not computed. ${exists} ${scenarios}`],
    })
  }
  const time = ranges[0]?.text ?? 'the next 30 days'
  const ofBrand = `what revenue do we get ${time} if we spend ${perDay} a day`
  const part = partOf(parts)
  if (part !== null) {
    return refuseCalculation(
      part,
      `${exists} For "${part}" alone a scenario has the change of revenue, and not its amount.`,
      [`what if we spend ${perDay} a day on ${part}`, ofBrand],
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

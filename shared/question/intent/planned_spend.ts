import { refuseCalculation } from '../answer/refusals.ts'
import type { Interpretation } from '../interpretation.ts'
import type { Reading } from '../language/spans.ts'
import type { QuestionParts } from '../read_question.ts'

/** A spend that a question supposes: "if I spend 2000 a day". */
export interface PlannedSpend {
  text: string
  /** Null for an amount that is not one of a day. */
  perDay: number | null
}

const amount = '[$€£]?(\\d+(?:\\.\\d+)?) ?(k|m)?(?: (?:dollars|euros|pounds|usd|eur|gbp))?'
const rate = '(?: ?(?:(?:an?|per|each|every|\\/) ?(day|week|month|year)|(daily|weekly|monthly)))?'
// "Tell me if we spent 2000 a day" asks for the past.
const asked = '(?<!\\b(?:me|us|check|see|know|show|wondering|wonder|ask|say|verify|whether) )'
const supposed = `${asked}\\bif (?:i|we|you|they)(?: (?:would|could|should|will|were to|now|only|just|instead))*`
const rules = [
  new RegExp(
    `\\b(?:what (?:happens|would happen|will happen|happened|about) |what )?${supposed} (?:spend|spent|invest|invested|put in) ${amount}${rate}(?: (?:on|in|for) (?:the |our |my )?(?:ads?|advertising|marketing))?(?![\\w%])`,
  ),
  new RegExp(
    `(?<=\\b(?:forecast|predict|prediction|projection|expected?|will|would|next)\\b.*)\\b(?:with|at|given|assuming|under) (?:an? |the )?(?:(?:planned|daily|ad|total) )*(?:spend|spending|budget)(?: of| at)? ${amount}${rate}(?![\\w%])`,
  ),
]
const verbs =
  'spend|spent|invest|invested|double|doubled|triple|tripled|halve|halved|cut|increase|increased|raise|raised|reduce|reduced|lower|lowered|decrease|decreased|stop|stopped|pause|paused|scale|scaled|shift|shifted|move|moved|turn|turned|switch|switched|add|added|drop|dropped'
const hypothesis = new RegExp(`^(?:and |so |but )?what if\\b|${supposed} (?:${verbs})\\b`)

/** Returns the spend that a question supposes, and removes its words. Amounts of a day would otherwise be read as years. */
export function readPlannedSpend(reading: Reading): PlannedSpend | null {
  for (const rule of rules) {
    const match = reading.take(rule)
    if (!match) continue
    const [text, digits, scale, per, daily] = match
    const isOfDay = per === 'day' || daily === 'daily' || (per === undefined && /\bdaily\b/.test(text))
    const times = scale === 'k' ? 1000 : scale === 'm' ? 1_000_000 : 1
    return { text: text.trim(), perDay: isOfDay ? Number((Number(digits) * times).toPrecision(12)) : null }
  }
  return null
}

const exists = 'A forecast of the revenue of the brand takes a planned spend a day.'
const example = 'what revenue do we get in the next 30 days if we spend 2000 a day'

/** Refuses what would happen under other conditions than a planned spend of the brand, and for other metrics than revenue. */
export function hypothesisRefusal(parts: QuestionParts, today: string): Interpretation | null {
  const { planned, text, ranges, metrics } = parts
  if (planned === null) {
    const match = hypothesis.exec(text)
    return match && refuseCalculation(match[0], `What would happen then is not computed. ${exists}`, [example])
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

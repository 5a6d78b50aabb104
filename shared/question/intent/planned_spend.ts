import type { Reading } from '../language/spans.ts'

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
    `\\b(?:what (?:happens|would happen|will happen|happened|about) |what )?${supposed} (?:spend|spent|invest|invested|put in) ${amount}${rate}(?: (?:on|in|for) (?:the |our |my )?(?:ads?|advertising|marketing))?(?!\\w| ?(?:%|percent\\b|per cent\\b)| (?:more|less|extra|additional)\\b)`,
  ),
  new RegExp(
    `(?<=\\b(?:forecast|predict|prediction|projection|expected?|will|would|next)\\b.*)\\b(?:with|at|given|assuming|under) (?:an? |the )?(?:(?:planned|daily|ad|total) )*(?:spend|spending|budget)(?: of| at)? ${amount}${rate}(?!\\w| ?(?:%|percent\\b|per cent\\b)| (?:more|less|extra|additional)\\b)`,
  ),
]
const verbs =
  'spend|spent|invest|invested|double|doubled|triple|tripled|halve|halved|cut|increase|increased|raise|raised|reduce|reduced|lower|lowered|decrease|decreased|stop|stopped|pause|paused|scale|scaled|shift|shifted|move|moved|turn|turned|switch|switched|add|added|drop|dropped'
/** Words that suppose other conditions. */
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

/** Returns the clause of a question that supposes other conditions, up to its next comma, or null. */
export function supposedIn(text: string): string | null {
  const match = hypothesis.exec(text)
  return match && (text.slice(match.index).split(' , ')[0] as string).trim()
}

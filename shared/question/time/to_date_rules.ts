import { add, startOf } from '../../calendar/days.ts'
import type { Unit } from '../../calendar/days.ts'
import { rule } from './time_words.ts'
import type { Rule } from './time_words.ts'

const names: Readonly<Record<string, Unit>> = { w: 'week', m: 'month', q: 'quarter', y: 'year' }
const toDate = '(?:([wmqy])td|(week|month|quarter|year)[ -]to[ -]date)'
const before = '(?:of |in |from )?(?:the )?(?:last|previous|prior) (week|month|quarter|year)'

/** "MTD", and the same part of an earlier period: "QTD last year", "last year YTD", "YTD 2025". */
export const toDateRules: readonly Rule[] = [
  rule(
    'to_date_before',
    `${toDate} ${before}|(?:last|previous|prior) (week|month|quarter|year) ${toDate}|(?:last|previous|prior) (week|month|quarter|year)[ -]to[ -]date`,
    (match, today) => {
      const of = unitOf(match[1] ?? match[5], match[2] ?? match[6] ?? match[7])
      const by = (match[3] ?? match[4] ?? match[7]) as Unit
      const days = of === 'week' && by === 'year' ? -364 : null
      if (days !== null) return shift(of, today, (day) => add('day', day, days))
      return shift(of, today, (day) => add(by, day, -1))
    },
  ),
  rule('to_date_before', `(?:${toDate} (?:in |of )?(20\\d\\d)|(20\\d\\d) ${toDate})`, (match, today) => {
    const of = unitOf(match[1] ?? match[5], match[2] ?? match[6])
    const years = Number(match[3] ?? match[4]) - Number(today.slice(0, 4))
    return years > 0 ? null : shift(of, today, (day) => add('year', day, years))
  }),
  rule('to_date', toDate, (match, today) => ({
    date_from: startOf(unitOf(match[1], match[2]), today),
    date_to: today,
  })),
]

function unitOf(letter: string | undefined, name: string | undefined): Unit {
  return letter === undefined ? (name as Unit) : (names[letter] as Unit)
}

function shift(of: Unit, today: string, back: (day: string) => string) {
  const date_to = back(today)
  return { date_from: startOf(of, date_to), date_to }
}

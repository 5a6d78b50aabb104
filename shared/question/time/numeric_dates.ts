import { dayOf } from '../../calendar/days.ts'
import { named } from './named_days.ts'

const months = 'january february march april may june july august september october november december'.split(' ')
const dayMonthYear = /(?<!\d|\d[./-])(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d{2})(?!\d|[/.]\d)/g
const dayMonth = /\b(on|from|since|between|until|till|to|through|and) (\d{1,2})\/(\d{1,2})(?![\d/])/g

type Order = 'day first' | 'month first'

/** Rewrites numeric dates as ISO, if they are unambiguous: 31.10.2026, 2026/11/5, 20261105, 11/2026. */
export function inIso(text: string): string {
  const plain = text
    .replace(/\b((?:19|20)\d\d)([/.-])(\d{1,2})\2(\d{1,2})(?!\d)/g, (_, year, _separator, month, day) =>
      iso(year, month, day),
    )
    .replace(/\b(20\d\d)(0[1-9]|1[0-2])([0-2]\d|3[01])\b/g, '$1-$2-$3')
    .replace(/(\d{4})-(?=\d{1,2}[/.]\d)/g, '$1 - ')
    .replace(/(\d{4}-\d\d-\d\d) ?[./]+ ?(?=\d{4}-)/g, '$1 to ')
    .replace(/\bweeks (\d{1,2})((?: ,| and| or| &| vs| versus)+) (\d{1,2})\b/g, 'week $1$2 week $3')
  const order = orderOf(plain)
  const dated = order === null ? plain : (readAs(plain, order) ?? plain)
  return dated
    .replace(
      /(?<![\d/.-])(0?[1-9]|1[0-2])\/(20\d\d)\b/g,
      (_, month, year) => `${year}-${String(month).padStart(2, '0')}`,
    )
    .replace(dayMonth, (whole, word, a, b) => {
      const [day, month] = Number(a) > 12 ? [a, b] : [b, a]
      return Number(day) > 12 && Number(month) <= 12 ? `${word} ${day} ${months[Number(month) - 1]}` : whole
    })
}

export interface UnreadDate {
  text: string
  /** The text with its dates in ISO, once for each possible order. Empty if the date is impossible. */
  readings: string[]
}

/** Returns a numeric date that `inIso` did not rewrite: ambiguous between day and month, or impossible. */
export function unreadDate(text: string, today: string): UnreadDate | null {
  const [found] = text.match(dayMonthYear) ?? []
  if (found !== undefined) {
    const readings = [readAs(text, 'day first'), readAs(text, 'month first')].filter((reading) => reading !== null)
    return { text: found, readings: [...new Set(readings.map((reading) => reading.replace(/\s+/g, ' ').trim()))] }
  }
  const [short] = [...text.matchAll(dayMonth)]
  if (!short) return null
  const [, , a, b] = short
  const readings = [
    [a, b],
    [b, a],
  ]
    .map(([day, month]) => named(months[Number(month) - 1] ?? '', day, undefined, today))
    .filter((day) => day !== null)
    .map((day) => text.replace(`${a}/${b}`, day).trim())
  return { text: `${a}/${b}`, readings }
}

/** Returns the order of day and month, if one date of the text is unambiguous. */
function orderOf(text: string): Order | null {
  const orders = [...text.matchAll(dayMonthYear)]
    .filter(([, , , , year]) => year?.length === 4)
    .flatMap(([, a, , b]): Order[] => {
      if (a === b) return ['day first']
      const isDayFirst = Number(a) > 12
      return isDayFirst === Number(b) > 12 ? [] : [isDayFirst ? 'day first' : 'month first']
    })
  return new Set(orders).size === 1 ? (orders[0] as Order) : null
}

/** Returns the text with its dates in ISO; null if a date is impossible in that order. */
function readAs(text: string, order: Order): string | null {
  let isDate = true
  const read = text.replace(dayMonthYear, (_, a, _separator, b, year) => {
    const [day, month] = order === 'day first' ? [a, b] : [b, a]
    const of = year.length === 2 ? `20${year}` : year
    isDate &&= dayOf(Number(of), Number(month), Number(day)) !== null
    return iso(of, month, day)
  })
  return isDate ? read : null
}

function iso(year: string, month: string, day: string): string {
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}

/** The order of day and month in dates such as 03.04.2026, which does not follow from one date. */
export const dateOrders = ['day_first', 'month_first'] as const
export type DateOrder = (typeof dateOrders)[number]

const numeric = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4})(?=$|[ T,])/

/** Returns a text whose date is written in this order with the date as YYYY-MM-DD. Other texts stay as they are. */
export function withIsoDate(text: string, order: DateOrder): string {
  const plain = text.trim()
  const [written, first, , second, year] = numeric.exec(plain) ?? []
  if (written === undefined || first === undefined || second === undefined) return text
  const [day, month] = order === 'day_first' ? [first, second] : [second, first]
  const time = plain.slice(written.length).replace(/^,? +/, ' ')
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}${time}`
}

/** Returns the cells with a date that needs an order. */
export function orderedDates(cells: readonly string[]): string[] {
  return cells.map((cell) => cell.trim()).filter((cell) => numeric.test(cell))
}

/**
 * Returns the orders in which all these dates have a month from 1 to 12 and a day from 1 to 31. A date without such an
 * order says nothing about the others. A day that its month lacks, such as 31.02.2026, is rejected with its row.
 */
export function possibleOrders(dates: readonly string[]): DateOrder[] {
  const orders = dates.map((date) => dateOrders.filter((order) => isInRange(withIsoDate(date, order))))
  return dateOrders.filter((order) => orders.every((each) => each.length === 0 || each.includes(order)))
}

/** Whether a date exists with the day first and with the month first. */
export function hasTwoMeanings(date: string): boolean {
  return dateOrders.every((order) => isInRange(withIsoDate(date, order)))
}

function isInRange(text: string): boolean {
  const [month, day] = [Number(text.slice(5, 7)), Number(text.slice(8, 10))]
  return month >= 1 && month <= 12 && day >= 1 && day <= 31
}

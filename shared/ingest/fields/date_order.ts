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

/** Returns the orders in which all these dates exist. */
export function possibleOrders(dates: readonly string[]): DateOrder[] {
  return dateOrders.filter((order) => dates.every((date) => exists(withIsoDate(date, order).slice(0, 10))))
}

function exists(day: string): boolean {
  const parsed = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(day)
}

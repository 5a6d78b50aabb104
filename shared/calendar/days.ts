/** Days are text, YYYY-MM-DD, without time zones: a day of a brand is a calendar date. */

export interface Range {
  date_from: string
  date_to: string
}

export type Unit = 'day' | 'week' | 'month' | 'quarter' | 'year'

const dayMilliseconds = 86_400_000

const parse = (day: string) => new Date(`${day}T00:00:00Z`)
const write = (date: Date) => date.toISOString().slice(0, 10)

export function addDays(day: string, days: number): string {
  return write(new Date(parse(day).getTime() + days * dayMilliseconds))
}

/** Returns the same day of another month, or the last day of that month if it is shorter. */
export function addMonths(day: string, months: number): string {
  const date = parse(day)
  const first = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1))
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
  return write(new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth(), Math.min(date.getUTCDate(), last))))
}

/** Returns the day of the week; 0 is Sunday. */
export function weekday(day: string): number {
  return parse(day).getUTCDay()
}

export function startOf(unit: Unit, day: string): string {
  const [year = '', month = '01'] = day.split('-')
  switch (unit) {
    case 'day':
      return day
    case 'week':
      return addDays(day, -((weekday(day) + 6) % 7))
    case 'month':
      return `${year}-${month}-01`
    case 'quarter':
      return `${year}-${String(Math.floor((Number(month) - 1) / 3) * 3 + 1).padStart(2, '0')}-01`
    case 'year':
      return `${year}-01-01`
  }
}

export function add(unit: Unit, day: string, count: number): string {
  switch (unit) {
    case 'day':
      return addDays(day, count)
    case 'week':
      return addDays(day, 7 * count)
    case 'month':
      return addMonths(day, count)
    case 'quarter':
      return addMonths(day, 3 * count)
    case 'year':
      return addMonths(day, 12 * count)
  }
}

/** Returns the whole week (from Monday), month, quarter or year that contains the day, shifted by `offset` units. */
export function period(unit: Unit, day: string, offset = 0): Range {
  const date_from = add(unit, startOf(unit, day), offset)
  return { date_from, date_to: addDays(add(unit, date_from, 1), -1) }
}

/** Returns the day, or null if the calendar does not have it. */
export function dayOf(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? write(date) : null
}

export function daysBetween({ date_from, date_to }: Range): number {
  return Math.round((parse(date_to).getTime() - parse(date_from).getTime()) / dayMilliseconds) + 1
}

/** Returns the n-th weekday of a month; n = -1 is the last. */
export function nthWeekday(year: number, month: number, day: number, n: number): string {
  if (n > 0) {
    const first = new Date(Date.UTC(year, month - 1, 1))
    return write(new Date(Date.UTC(year, month - 1, 1 + ((day - first.getUTCDay() + 7) % 7) + 7 * (n - 1))))
  }
  const last = new Date(Date.UTC(year, month, 0))
  return write(new Date(last.getTime() - ((last.getUTCDay() - day + 7) % 7) * dayMilliseconds))
}

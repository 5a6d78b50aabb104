import { addDays, dayOf, period, weekday } from '../../calendar/days.ts'
import type { Range } from '../../calendar/days.ts'

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']

/**
 * Returns the day of ten consecutive groups of a match: ISO year, month, day; month, day, year; day, month, year; today
 * or yesterday.
 */
export function dateOf(match: RegExpExecArray, index: number, today: string): string | null {
  const [isoYear, isoMonth, isoDay, monthName, day, ofYear, dayFirst, monthLast, yearLast, word] = match.slice(
    index,
    index + 10,
  )
  if (isoYear) return dayOf(Number(isoYear), Number(isoMonth), Number(isoDay))
  if (monthName) return named(monthName, day, ofYear, today)
  if (monthLast) return named(monthLast, dayFirst, yearLast, today)
  if (word) return word === 'today' ? today : addDays(today, -1)
  return null
}

/** Returns a day of a month, in the given year or else the latest that is not in the future. */
export function named(
  monthName: string,
  day: string | undefined,
  ofYear: string | undefined,
  today: string,
): string | null {
  const number = months.indexOf(monthName.slice(0, 3)) + 1
  if (ofYear) return dayOf(Number(ofYear), number, Number(day))
  const current = Number(today.slice(0, 4))
  // Two February 29ths are at most eight years apart.
  for (let back = 0; back <= 8; back++) {
    const found = dayOf(current - back, number, Number(day))
    if (found && found <= today) return found
  }
  return null
}

/** Returns the latest such day of a month that is not in the future. */
export function dayOfMonth(day: number, today: string): string | null {
  const [year, month] = today.split('-').map(Number) as [number, number]
  for (let back = 0; back <= 2; back++) {
    const found = dayOf(month > back ? year : year - 1, month > back ? month - back : month - back + 12, day)
    if (found && found <= today) return found
  }
  return null
}

/** Returns an ISO week, of the given year or else the latest that has begun. */
export function weekRange(week: number, ofYear: string | undefined, today: string): Range | null {
  const of = (year: number): Range | null => {
    const range = period('week', `${year}-01-04`, week - 1)
    // An ISO week belongs to the year of its Thursday.
    return addDays(range.date_from, 3).startsWith(String(year)) ? range : null
  }
  if (week < 1) return null
  if (ofYear) return of(Number(ofYear))
  const current = Number(addDays(period('week', today).date_from, 3).slice(0, 4))
  for (let back = 0; back <= 8; back++) {
    const found = of(current - back)
    if (found && found.date_from <= today) return found.date_to > today ? { ...found, date_to: today } : found
  }
  return null
}

/** Returns a month, of the given year or else the latest that has begun. */
export function monthRange(monthName: string, ofYear: string | undefined, today: string): Range {
  const number = String(months.indexOf(monthName.slice(0, 3)) + 1).padStart(2, '0')
  return latest(ofYear, today, (of) => period('month', `${of}-${number}-01`))
}

/** Returns the range in the given year, or else in the latest year in which it has begun. */
export function latest(ofYear: string | undefined, today: string, at: (year: string) => Range): Range {
  if (ofYear) return at(ofYear)
  const thisYear = at(today.slice(0, 4))
  return thisYear.date_from <= today
    ? { ...thisYear, date_to: thisYear.date_to < today ? thisYear.date_to : today }
    : at(String(Number(today.slice(0, 4)) - 1))
}

/** Returns the latest such weekday before today. */
export function weekdayBefore(name: string, today: string): string {
  const wanted = weekdays.indexOf(name.slice(0, 3))
  return addDays(today, -(((weekday(today) - wanted + 6) % 7) + 1))
}

import { addDays, dayOf, period, weekday } from './calendar.ts'
import type { Range } from './calendar.ts'

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']

/** The day of ten groups of a match: ISO year, month, day; month, day, year; day, month, year; today or yesterday. */
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

/** A day of a month: of the year named, else the latest that has come. */
export function named(
  monthName: string,
  day: string | undefined,
  ofYear: string | undefined,
  today: string,
): string | null {
  const number = months.indexOf(monthName.slice(0, 3)) + 1
  if (ofYear) return dayOf(Number(ofYear), number, Number(day))
  const current = Number(today.slice(0, 4))
  const inThisYear = dayOf(current, number, Number(day))
  return inThisYear && inThisYear <= today ? inThisYear : (dayOf(current - 1, number, Number(day)) ?? inThisYear)
}

/** A month: of the year named, else the latest that has begun. */
export function monthRange(monthName: string, ofYear: string | undefined, today: string): Range {
  const number = String(months.indexOf(monthName.slice(0, 3)) + 1).padStart(2, '0')
  return latest(ofYear, today, (of) => period('month', `${of}-${number}-01`))
}

/** In the year that is named, else in the latest in which it has begun. */
export function latest(ofYear: string | undefined, today: string, at: (year: string) => Range): Range {
  if (ofYear) return at(ofYear)
  const thisYear = at(today.slice(0, 4))
  return thisYear.date_from <= today
    ? { ...thisYear, date_to: thisYear.date_to < today ? thisYear.date_to : today }
    : at(String(Number(today.slice(0, 4)) - 1))
}

/** The latest such weekday before today. */
export function weekdayBefore(name: string, today: string): string {
  const wanted = weekdays.indexOf(name.slice(0, 3))
  return addDays(today, -(((weekday(today) - wanted + 6) % 7) + 1))
}

import { addDays, nthWeekday, period } from './days.ts'
import type { Range } from './days.ts'

/** The names of holidays, as a pattern of normalized text. */
export const holidayNames =
  'black friday(?: (?:week|weekend))?|cyber (?:monday|weekend|week|5)|bfcm|thanksgiving(?: (?:week|weekend))?|christmas(?: day| eve| week)?|halloween|valentines?(?: day)?|new years?(?: day| eve)?|labor day|memorial day|independence day|4th of july|mothers day|fathers day'

/** Returns the next occurrence of a holiday, today included. */
export function nextHoliday(name: string, today: string): Range {
  const year = Number(today.slice(0, 4))
  const thisYear = holiday(name, year)
  return thisYear.date_to >= today ? thisYear : holiday(name, year + 1)
}

/**
 * Returns the days of a holiday in a year. "BFCM" and "Black Friday weekend" cover the four days from Black Friday to Cyber Monday,
 * "Black Friday week" the week from Monday that contains Black Friday, and "cyber week" that from Cyber Monday.
 */
export function holiday(name: string, of: number): Range {
  const [, inWeek] = /^(?:the )?week of (.+)$/.exec(name) ?? /^((?!cyber).+) week(?: 20\d\d)?$/.exec(name) ?? []
  if (inWeek !== undefined) return period('week', holiday(inWeek, of).date_from)
  const one = (day: string): Range => ({ date_from: day, date_to: day })
  const thanksgiving = nthWeekday(of, 11, 4, 4)
  if (name.startsWith('bfcm') || name.startsWith('black friday weekend'))
    return { date_from: addDays(thanksgiving, 1), date_to: addDays(thanksgiving, 4) }
  if (/^(?:thanksgiving weekend|cyber (?:5|weekend))/.test(name))
    return { date_from: thanksgiving, date_to: addDays(thanksgiving, name.startsWith('cyber 5') ? 4 : 3) }
  if (name.startsWith('cyber week')) return { date_from: addDays(thanksgiving, 4), date_to: addDays(thanksgiving, 10) }
  if (name.startsWith('black')) return one(addDays(thanksgiving, 1))
  if (name.startsWith('cyber')) return one(addDays(thanksgiving, 4))
  if (name.startsWith('thanks')) return one(thanksgiving)
  if (name.startsWith('christmas eve')) return one(`${of}-12-24`)
  if (name.startsWith('christmas')) return one(`${of}-12-25`)
  if (name.startsWith('hallow')) return one(`${of}-10-31`)
  if (name.startsWith('valentine')) return one(`${of}-02-14`)
  if (/^new years? eve/.test(name)) return one(`${of}-12-31`)
  if (name.startsWith('new year')) return one(`${of}-01-01`)
  if (name.startsWith('labor')) return one(nthWeekday(of, 9, 1, 1))
  if (name.startsWith('memorial')) return one(nthWeekday(of, 5, 1, -1))
  if (name.startsWith('mothers')) return one(nthWeekday(of, 5, 0, 2))
  if (name.startsWith('fathers')) return one(nthWeekday(of, 6, 0, 3))
  return one(`${of}-07-04`)
}

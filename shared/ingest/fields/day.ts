const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const earliest = '2000-01-01'
const latest = '2100-01-01'

const numeric = /^(\d{4})([-/.]?)(\d\d)\2(\d\d)(?:[t ]|$)/
const monthFirst = /^(?:[a-z]{3,9},? )?([a-z]{3})[a-z]*\.? (\d{1,2}),? (\d{4})$/
const dayFirst = /^(?:[a-z]{3,9},? )?(\d{1,2})\.? ([a-z]{3})[a-z]*\.?,? (\d{4})$/

/** Returns the day (YYYY-MM-DD) of a cell, or null if it is not a valid day from 2000 to 2099. */
export function parseDay(text: string): string | null {
  const day = written(text.trim().toLowerCase())
  if (day === null || day < earliest || day >= latest) return null
  const parsed = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(day) ? day : null
}

/** Whether a cell names a day as YYYY-MM-DD that its month lacks, such as 2026-02-31. */
export function isMissingDay(text: string): boolean {
  const [, year = '', , month, day] = numeric.exec(text.trim()) ?? []
  return year.startsWith('20') && Number(month) >= 1 && Number(month) <= 12 && Number(day) >= 29 && Number(day) <= 31
}

function written(text: string): string | null {
  // 03/04/2026 is ambiguous and not accepted.
  const [, year, , month, day] = numeric.exec(text) ?? []
  if (year !== undefined) return `${year}-${month}-${day}`
  const [, monthName, dayOfMonth, yearAfter] = monthFirst.exec(text) ?? swapped(dayFirst.exec(text))
  const index = months.indexOf(monthName ?? '')
  if (index < 0) return null
  return `${yearAfter}-${String(index + 1).padStart(2, '0')}-${dayOfMonth?.padStart(2, '0')}`
}

function swapped(match: RegExpExecArray | null): (string | undefined)[] {
  return match ? [match[0], match[2], match[1], match[3]] : []
}

/**
 * Returns the hour (0 to 23) of a cell such as "13", "13:00", "13:00:00 - 13:59:59" or "2026-11-20 13:00:00", or null.
 */
export function parseHour(text: string): number | null {
  const [, hour] = /^(?:\d{4}-\d\d-\d\d[T ])?(\d{1,2})(?::00(?::00)?(?: - \d\d:59:59)?)?$/.exec(text.trim()) ?? []
  return hour !== undefined && Number(hour) < 24 ? Number(hour) : null
}

/** Whether a cell with a day also contains a time. */
export function hasTime(text: string): boolean {
  return /[T ]\d{1,2}:\d\d/.test(text) && !/[T ]00:00(:00)?/.test(text)
}

/**
 * Whether the name is a zone of the tz database. Offsets such as +05:00 are refused, because they have no daylight
 * saving time.
 */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z_]+(\/[A-Za-z0-9_+-]+)*$/.test(name)) return false
  try {
    Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

// In British English, September has four letters: Sept.
const monthFormat = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' })
const months = Array.from({ length: 12 }, (_, month) => monthFormat.format(Date.UTC(2026, month)))

/**
 * Formats 2026-11-02 as 2 Nov 2026, the form of all pages. Only the names of the months come from Intl: a chart formats
 * thousands of days, and Intl takes several times as long.
 */
export function formatDay(date: string): string {
  const [year, month, day] = date.split('-').map(Number)
  return `${day} ${months[(month ?? 0) - 1]} ${year}`
}

/** Formats two days as 27 to 30 Nov 2026, 27 Nov to 2 Dec 2026, or 30 Dec 2026 to 2 Jan 2027. */
export function formatDays(first: string, last: string): string {
  const [end, start] = [formatDay(last), formatDay(first)]
  if (start === end) return end
  const words = start.split(' ')
  const isSameYear = first.slice(0, 4) === last.slice(0, 4)
  const isSameMonth = first.slice(0, 7) === last.slice(0, 7)
  return `${words.slice(0, isSameMonth ? 1 : isSameYear ? 2 : 3).join(' ')} to ${end}`
}

const longMonthFormat = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** Formats 2026-11, or a day of it, as November 2026. */
export function formatMonth(month: string): string {
  return longMonthFormat.format(new Date(`${month.slice(0, 7)}-01T00:00:00Z`))
}

/** Formats a day as 1 Oct, for the axis of a chart. */
export function formatDayOfYear(date: Date): string {
  return `${date.getUTCDate()} ${months[date.getUTCMonth()]}`
}

/** Returns a formatter of instants of a time zone as 2 Nov 2026, 09:30 UTC, with seconds if they are asked for. */
export function instantFormatter(timeZone: string, second?: '2-digit'): (instant: Date) => string {
  const dayFormat = new Intl.DateTimeFormat('en-CA', { year: 'numeric', month: '2-digit', day: '2-digit', timeZone })
  const time = { hour: '2-digit', minute: '2-digit', timeZoneName: 'short', timeZone } as const
  const timeFormat = new Intl.DateTimeFormat('en-GB', second ? { ...time, second } : time)
  return (instant) => `${formatDay(dayFormat.format(instant))}, ${timeFormat.format(instant)}`
}

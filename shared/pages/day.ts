const format = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })

/** Formats 2026-11-02 as 2 Nov 2026, the form of all pages. */
export function formatDay(date: string): string {
  return format.format(new Date(`${date}T00:00:00Z`))
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

const format = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })

/** Formats 2026-11-02 as 2 Nov 2026, the form of all pages. */
export function formatDay(date: string): string {
  return format.format(new Date(`${date}T00:00:00Z`))
}

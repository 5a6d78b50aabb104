const dayParts = { day: 'numeric', month: 'short', year: 'numeric' } as const
const timeParts = { hour: '2-digit', minute: '2-digit', timeZoneName: 'short' } as const
const format = new Intl.DateTimeFormat('en-GB', { ...dayParts, timeZone: 'UTC' })

/** Formats 2026-11-02 as 2 Nov 2026, the form of all pages. */
export function formatDay(date: string): string {
  return format.format(new Date(`${date}T00:00:00Z`))
}

/** Returns the format of instants in a time zone: 2 Nov 2026, 10:00 UTC. */
export function instantFormat(timeZone: string, parts: { second?: '2-digit' } = {}): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-GB', { ...dayParts, ...timeParts, ...parts, timeZone })
}

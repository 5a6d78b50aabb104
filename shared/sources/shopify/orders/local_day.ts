/** Returns the first instant of a day in a time zone, in ISO 8601. */
export function startOfDay(day: string, timezone: string): string {
  const midnight = Date.parse(`${day}T00:00:00Z`)
  const guess = midnight - offsetAt(midnight, timezone)
  return new Date(midnight - offsetAt(guess, timezone)).toISOString()
}

/** Returns the offset of a time zone from UTC in milliseconds. */
function offsetAt(instant: number, timezone: string): number {
  const parts = new Intl.DateTimeFormat('en', { timeZone: timezone, timeZoneName: 'longOffset' }).formatToParts(instant)
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT'
  const [, sign, hours = '0', minutes = '0'] = /^GMT(?:([+-])(\d\d):(\d\d))?/.exec(name) ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000
}

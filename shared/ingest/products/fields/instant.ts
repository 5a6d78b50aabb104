const written = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?))?\s?(Z|UTC|[+-]\d\d:?\d\d)?$/i

/**
 * Returns an ISO 8601 time in milliseconds, or null if it is invalid. Without an offset it is UTC; a day alone means
 * `timeOfDay` of that day.
 */
export function readInstant(text: string, timeOfDay = '00:00:00'): number | null {
  const [, day, time, offset = 'Z'] = written.exec(text.trim()) ?? []
  if (day === undefined) return null
  const midnight = new Date(`${day}T00:00Z`)
  if (Number.isNaN(midnight.getTime()) || !midnight.toISOString().startsWith(day)) return null
  const zone = /^(z|utc)$/i.test(offset) ? 'Z' : offset.replace(/^([+-]\d\d):?(\d\d)$/, '$1:$2')
  const instant = Date.parse(`${day}T${time ?? timeOfDay}${zone}`)
  return Number.isNaN(instant) ? null : instant
}

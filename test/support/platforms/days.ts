const millisecondsOfDay = 86_400_000

/** Returns the day that is `count` days after a day (`YYYY-MM-DD`). */
export function addDays(day: string, count: number): string {
  return new Date(dayNumber(day) * millisecondsOfDay + count * millisecondsOfDay).toISOString().slice(0, 10)
}

/** Returns the number of days since 1970-01-01. Throws if the text is not a day. */
export function dayNumber(day: string): number {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN
  if (Number.isNaN(time)) throw new RangeError(`${day} is not a day.`)
  return time / millisecondsOfDay
}

export function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.slice(0, 10) === text
}

/** Returns all days from `from` to `to`, both included. */
export function daysBetween(from: string, to: string): string[] {
  return Array.from({ length: dayNumber(to) - dayNumber(from) + 1 }, (_, index) => addDays(from, index))
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** Returns the local day and hour of an instant in a time zone. */
export function localTime(instant: Date, zone: string): { day: string; hour: number } {
  let format = formats.get(zone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-CA', {
      timeZone: zone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      hourCycle: 'h23',
    })
    formats.set(zone, format)
  }
  const parts = new Map(format.formatToParts(instant).map(({ type, value }) => [type, value]))
  const day = `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`
  return { day, hour: Number(parts.get('hour')) }
}

/** Returns the hours of a local day that exist in a time zone. A day on which summer time begins lacks one. */
export function hoursOf(day: string, zone: string): number[] {
  const all = Array.from({ length: 24 }, (_, hour) => hour)
  const noon = dayNumber(day) * millisecondsOfDay
  const found = new Set<number>()
  // Zones are at most 14 hours away from UTC, and all offsets are multiples of 15 minutes.
  const isRegular = offset(noon - 14 * 3_600_000, zone) === offset(noon + 38 * 3_600_000, zone)
  if (isRegular) return all
  for (let time = noon - 14 * 3_600_000; time <= noon + 38 * 3_600_000; time += 900_000) {
    const local = localTime(new Date(time), zone)
    if (local.day === day) found.add(local.hour)
  }
  return all.filter((hour) => found.has(hour))
}

function offset(time: number, zone: string): number {
  const { day, hour } = localTime(new Date(time), zone)
  return dayNumber(day) * 24 + hour - Math.floor(time / 3_600_000)
}

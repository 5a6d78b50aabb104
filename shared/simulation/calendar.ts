/** A day is the number of days since 1970-01-01; a time is the number of minutes since then, in the brand's zone. */
const dayMilliseconds = 86_400_000
export const dayMinutes = 1440

export function dayNumber(date: string): number {
  return Date.parse(`${date}T00:00:00Z`) / dayMilliseconds
}

/** Returns a day as YYYY-MM-DD. */
export function dateOf(day: number): string {
  return new Date(day * dayMilliseconds).toISOString().slice(0, 10)
}

/** Returns a time as YYYY-MM-DDTHH:MM:SS without offset, in the brand's zone. */
export function localTime(minutes: number): string {
  return new Date(Math.round(minutes * 60) * 1000).toISOString().slice(0, 19)
}

/** Returns the Friday after the fourth Thursday of November. */
export function blackFriday(year: number): number {
  const first = dayNumber(`${year}-11-01`)
  // 1970-01-01 was a Thursday.
  const thursday = first + ((7 - (first % 7)) % 7) + 21
  return thursday + 1
}

/** Demand from the Monday before Black Friday to the Wednesday after it, relative to an ordinary day. */
const blackFridayWeek = [1.05, 1.05, 1.15, 1.3, 2.3, 1.7, 1.6, 1.9, 1.25, 1.1]
const weekdays = [1.0, 1.02, 0.97, 0.98, 0.94, 1.0, 1.09]
const months = [0.86, 0.84, 0.92, 0.98, 1.03, 1.06, 0.99, 0.95, 0.98, 1.03, 1.14, 1.2]

/** Returns the demand of a day, relative to an ordinary day: weekday, month, holidays and slow growth. */
export function demand(day: number): number {
  const date = new Date(day * dayMilliseconds)
  const [month, dayOfMonth] = [date.getUTCMonth(), date.getUTCDate()]
  // Interpolates from the middle of one month to the middle of the next.
  const toward = dayOfMonth <= 15 ? (month + 11) % 12 : (month + 1) % 12
  const share = Math.abs(dayOfMonth - 15) / 30
  const season = (months[month] as number) * (1 - share) + (months[toward] as number) * share
  const sinceMonday = day - (blackFriday(date.getUTCFullYear()) - 4)
  const holiday =
    blackFridayWeek[sinceMonday] ?? christmas(month, dayOfMonth) * (isSpringSale(month, dayOfMonth) ? 1.18 : 1)
  return season * holiday * (weekdays[((day % 7) + 7) % 7] as number) * growth(day)
}

/** Linear growth, by a quarter from 2025 to 2026. */
function growth(day: number): number {
  return Math.max(0.1, 0.5 + (day - 19_723) / 1220)
}

function christmas(month: number, day: number): number {
  if (month !== 11 || day < 5) return 1
  if (day <= 18) return 1.22
  return day <= 23 ? 0.9 : 0.6
}

function isSpringSale(month: number, day: number): boolean {
  return month === 3 && day >= 7 && day <= 15
}

/** Returns the discount of a day, as a fraction: in the week of Black Friday and in the spring sale. */
export function discount(day: number): number {
  const date = new Date(day * dayMilliseconds)
  const toFriday = day - blackFriday(date.getUTCFullYear())
  if (toFriday >= -1 && toFriday <= 3) return 0.2
  return isSpringSale(date.getUTCMonth(), date.getUTCDate()) ? 0.1 : 0
}

export interface Sale {
  firstDay: number
  lastDay: number
  /** Discount as a fraction of the price. */
  discount: number
}

/** Returns the first sale that has not ended at the start of a day. */
export function nextSale(day: number): Sale {
  let lastDay = day
  while (discount(lastDay) === 0) lastDay += 1
  let firstDay = lastDay
  while (discount(firstDay - 1) > 0) firstDay -= 1
  while (discount(lastDay + 1) > 0) lastDay += 1
  return { firstDay, lastDay, discount: discount(firstDay) }
}

/** Returns the instant at which a day begins in a time zone, ISO 8601 with offset. */
export function startOfDay(day: number, timezone: string): string {
  const parts = new Intl.DateTimeFormat('en', { timeZone: timezone, timeZoneName: 'longOffset' }).formatToParts(
    day * dayMilliseconds,
  )
  const offset = parts.find(({ type }) => type === 'timeZoneName')?.value.slice(3)
  return `${dateOf(day)}T00:00:00${offset || 'Z'}`
}

/** Returns the Black Friday within a few weeks of a day, for which buyers may wait. */
export function saleNear(day: number): number | undefined {
  const friday = blackFriday(new Date(day * dayMilliseconds).getUTCFullYear())
  return day >= friday - 24 && day <= friday + 18 ? friday : undefined
}

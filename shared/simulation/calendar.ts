/** Days are whole numbers of days since 1970-01-01 here; a time is a number of minutes since then, in the brand's zone. */
const dayMilliseconds = 86_400_000
export const dayMinutes = 1440

export function dayNumber(date: string): number {
  return Date.parse(`${date}T00:00:00Z`) / dayMilliseconds
}

/** YYYY-MM-DD. */
export function dateOf(day: number): string {
  return new Date(day * dayMilliseconds).toISOString().slice(0, 10)
}

/** YYYY-MM-DDTHH:MM:SS without an offset: local time of the brand. */
export function localTime(minutes: number): string {
  return new Date(Math.round(minutes * 60) * 1000).toISOString().slice(0, 19)
}

/** The Friday after the fourth Thursday of November. */
export function blackFriday(year: number): number {
  const first = dayNumber(`${year}-11-01`)
  // 1970-01-01 was a Thursday.
  const thursday = first + ((7 - (first % 7)) % 7) + 21
  return thursday + 1
}

/** How busy shops are from the Monday before Black Friday to the Wednesday after it. */
const blackFridayWeek = [1.05, 1.05, 1.15, 1.3, 2.3, 1.7, 1.6, 1.9, 1.25, 1.1]
const weekdays = [1.0, 1.02, 0.97, 0.98, 0.94, 1.0, 1.09]
const months = [0.86, 0.84, 0.92, 0.98, 1.03, 1.06, 0.99, 0.95, 0.98, 1.03, 1.14, 1.2]

/** The demand of a day against an ordinary one: weekday, month, holidays and a slow growth. */
export function demand(day: number): number {
  const date = new Date(day * dayMilliseconds)
  const [month, dayOfMonth] = [date.getUTCMonth(), date.getUTCDate()]
  // From the middle of one month to the middle of the next.
  const towards = dayOfMonth <= 15 ? (month + 11) % 12 : (month + 1) % 12
  const share = Math.abs(dayOfMonth - 15) / 30
  const season = (months[month] as number) * (1 - share) + (months[towards] as number) * share
  const sinceMonday = day - (blackFriday(date.getUTCFullYear()) - 4)
  const holiday =
    blackFridayWeek[sinceMonday] ?? christmas(month, dayOfMonth) * (isSpringSale(month, dayOfMonth) ? 1.18 : 1)
  return season * holiday * (weekdays[((day % 7) + 7) % 7] as number) * growth(day)
}

/** A quarter more from 2025 to 2026: a shop that grows, by the same amount every year. */
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

/** What a shop takes off its prices on a day: in the week of Black Friday and in the spring sale. */
export function discount(day: number): number {
  const date = new Date(day * dayMilliseconds)
  const toFriday = day - blackFriday(date.getUTCFullYear())
  if (toFriday >= -1 && toFriday <= 3) return 0.2
  return isSpringSale(date.getUTCMonth(), date.getUTCDate()) ? 0.1 : 0
}

export interface Sale {
  firstDay: number
  lastDay: number
  /** The part that is taken off the prices. */
  discount: number
}

/** The first sale that has not ended by the start of a day. */
export function nextSale(day: number): Sale {
  let lastDay = day
  while (discount(lastDay) === 0) lastDay += 1
  let firstDay = lastDay
  while (discount(firstDay - 1) > 0) firstDay -= 1
  while (discount(lastDay + 1) > 0) lastDay += 1
  return { firstDay, lastDay, discount: discount(firstDay) }
}

/** The instant at which a day begins in a time zone, ISO 8601 with its offset. */
export function startOfDay(day: number, timezone: string): string {
  const parts = new Intl.DateTimeFormat('en', { timeZone: timezone, timeZoneName: 'longOffset' }).formatToParts(
    day * dayMilliseconds,
  )
  const offset = parts.find(({ type }) => type === 'timeZoneName')?.value.slice(3)
  return `${dateOf(day)}T00:00:00${offset || 'Z'}`
}

/** The Black Friday that somebody waits for who would buy on a day in the weeks around it. */
export function saleNear(day: number): number | undefined {
  const friday = blackFriday(new Date(day * dayMilliseconds).getUTCFullYear())
  return day >= friday - 24 && day <= friday + 18 ? friday : undefined
}

/** How numbers, days and instants are said to people. What is not known is a dash, never 0. */

const none = '–'

export type Unit = 'money' | 'multiple' | 'count'

export interface Numbers {
  currency: string
}

/** Making a formatter costs a thousand times what using it does, and a page says thousands of numbers. */
function remembered<Formatter>(make: (key: string) => Formatter): (key: string) => Formatter {
  const known = new Map<string, Formatter>()
  return (key) => {
    const formatter = known.get(key) ?? make(key)
    known.set(key, formatter)
    return formatter
  }
}

const moneyIn = remembered((currency) => new Intl.NumberFormat('en-US', { style: 'currency', currency }))
const shortMoneyIn = remembered(
  (currency) =>
    new Intl.NumberFormat('en-US', { style: 'currency', currency, notation: 'compact', maximumSignificantDigits: 3 }),
)
const exactMoneyIn = remembered(
  (currency) => new Intl.NumberFormat('en-US', { style: 'currency', currency, maximumFractionDigits: 20 }),
)
const dayParts = { day: 'numeric', month: 'short', year: 'numeric' } as const
const timeParts = { hour: '2-digit', minute: '2-digit', timeZoneName: 'short' } as const
const instantIn = remembered((timeZone) => new Intl.DateTimeFormat('en-GB', { ...dayParts, ...timeParts, timeZone }))
const secondIn = remembered(
  (timeZone) => new Intl.DateTimeFormat('en-GB', { ...dayParts, ...timeParts, second: '2-digit', timeZone }),
)
const percentWith = remembered(
  (digits) => new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: Number(digits) }),
)
const changeFormat = new Intl.NumberFormat('en-US', {
  style: 'percent',
  maximumFractionDigits: 1,
  signDisplay: 'exceptZero',
})
const dayFormat = new Intl.DateTimeFormat('en-GB', { ...dayParts, timeZone: 'UTC' })
const dayOfYearFormat = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })
const multipleFormat = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const tenthsFormat = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 })
const shortFormat = new Intl.NumberFormat('en-US', { notation: 'compact', maximumSignificantDigits: 3 })
const plainFormat = new Intl.NumberFormat('en-US')

export function money(value: number | null | undefined, { currency }: Numbers): string {
  return typeof value !== 'number' ? none : moneyIn(currency).format(value)
}

/** With every digit that it has: of what somebody decides on, nothing is rounded away. */
export function exactMoney(value: number, { currency }: Numbers): string {
  return exactMoneyIn(currency).format(value)
}

export function say(value: number | null | undefined, unit: Unit, numbers: Numbers): string {
  if (typeof value !== 'number') return none
  if (unit === 'money') return money(value, numbers)
  return unit === 'multiple' ? `${multipleFormat.format(value)}×` : tenthsFormat.format(value)
}

/** For the axis of a chart, where every letter counts. */
export function saidShort(value: number, unit: Unit, { currency }: Numbers): string {
  if (unit === 'multiple') return `${tenthsFormat.format(value)}×`
  return (unit === 'money' ? shortMoneyIn(currency) : shortFormat).format(value)
}

export function percent(part: number | null | undefined, digits = 0): string {
  return typeof part !== 'number' ? none : percentWith(String(digits)).format(part)
}

/** From one to another, with its sign. */
export function change(part: number | null): string {
  return part === null ? none : changeFormat.format(part)
}

export function count(value: number | null | undefined): string {
  return typeof value !== 'number' ? none : plainFormat.format(value)
}

/** 2026-11-02 as 2 Nov 2026. */
export function day(date: string | null | undefined): string {
  return date ? dayFormat.format(new Date(`${date}T00:00:00Z`)) : none
}

/** 1 Oct, for the axis of a chart. */
export function dayOfYear(date: Date): string {
  return dayOfYearFormat.format(date)
}

/** In the zone that is named, which it says. */
export function instant(text: string | null | undefined, timezone = 'UTC'): string {
  return text ? instantIn(timezone).format(new Date(text)) : none
}

/** To the second, for what comes one after another. */
export function second(text: string, timezone = 'UTC'): string {
  return secondIn(timezone).format(new Date(text))
}

/** Characters that turn text around without being seen, by their names: what a person decides on reads as it was written. */
export function unturned(text: string): string {
  return text.replace(
    /[\u202a-\u202e\u2066-\u2069]/g,
    (letter) => `[U+${letter.charCodeAt(0).toString(16).toUpperCase()}]`,
  )
}

/** A heading begins with a capital. */
export function heading(name: string): string {
  const text = words(name)
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** false_positive as "false positive", cpa_spike as "CPA spike". */
export function words(name: string): string {
  return name.replaceAll('_', ' ').replace(/\b(?:cpa|roas)\b/g, (acronym) => acronym.toUpperCase())
}

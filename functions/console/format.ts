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
const instantIn = remembered(
  (timeZone) => new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone }),
)
const percentWith = remembered(
  (digits) => new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: Number(digits) }),
)
const dayFormat = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
const multipleFormat = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const tenthsFormat = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 })
const shortFormat = new Intl.NumberFormat('en-US', { notation: 'compact', maximumSignificantDigits: 3 })
const plainFormat = new Intl.NumberFormat('en-US')

export function money(value: number | null | undefined, { currency }: Numbers): string {
  return typeof value !== 'number' ? none : moneyIn(currency).format(value)
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

export function count(value: number | null | undefined): string {
  return typeof value !== 'number' ? none : plainFormat.format(value)
}

/** 2026-11-02 as 2 Nov 2026. */
export function day(date: string | null | undefined): string {
  return date ? dayFormat.format(new Date(`${date}T00:00:00Z`)) : none
}

export function instant(text: string | null | undefined, timezone = 'UTC'): string {
  return text ? instantIn(timezone).format(new Date(text)) : none
}

/** A heading begins with a capital. */
export function heading(name: string): string {
  const text = words(name)
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** false_positive as false positive. */
export function words(name: string): string {
  return name.replaceAll('_', ' ')
}

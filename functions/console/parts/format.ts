/** Formats of numbers, days and instants on pages. An unknown value is a dash, never 0. */
import { platformName } from '../../../shared/pages/account_title.ts'
import { formatDay, formatDayOfYear, formatDays, instantFormatter } from '../../../shared/pages/day.ts'

export { platformName }

const none = '–'

export type Unit = 'money' | 'multiple' | 'count' | 'fraction'

export interface Numbers {
  currency: string
}

/** Caches formatters by key: creating one costs about a thousand times as much as using it, and a page formats thousands of numbers. */
function memoized<Formatter>(make: (key: string) => Formatter): (key: string) => Formatter {
  const known = new Map<string, Formatter>()
  return (key) => {
    const formatter = known.get(key) ?? make(key)
    known.set(key, formatter)
    return formatter
  }
}

const moneyIn = memoized((currency) => new Intl.NumberFormat('en-US', { style: 'currency', currency }))
const shortMoneyIn = memoized(
  (currency) =>
    new Intl.NumberFormat('en-US', { style: 'currency', currency, notation: 'compact', maximumSignificantDigits: 3 }),
)
const exactMoneyIn = memoized(
  (currency) => new Intl.NumberFormat('en-US', { style: 'currency', currency, maximumFractionDigits: 20 }),
)
const instantIn = memoized((timeZone) => instantFormatter(timeZone))
const secondIn = memoized((timeZone) => instantFormatter(timeZone, '2-digit'))
const percentWith = memoized(
  (digits) =>
    new Intl.NumberFormat('en-US', {
      style: 'percent',
      minimumFractionDigits: Number(digits),
      maximumFractionDigits: Number(digits),
    }),
)
const shortPercentFormat = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 1 })
const changeFormat = new Intl.NumberFormat('en-US', {
  style: 'percent',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
  signDisplay: 'exceptZero',
})
const multipleFormat = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const tenthsFormat = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 })
const shortFormat = new Intl.NumberFormat('en-US', { notation: 'compact', maximumSignificantDigits: 3 })
const plainFormat = new Intl.NumberFormat('en-US')

export function money(value: number | null | undefined, { currency }: Numbers): string {
  return typeof value !== 'number' ? none : moneyIn(currency).format(value)
}

/** Formats an amount without rounding, for values that a person decides on. */
export function exactMoney(value: number, { currency }: Numbers): string {
  return exactMoneyIn(currency).format(value)
}

/** Formats a value according to its unit. Returns a dash for an unknown value. */
export function formatValue(value: number | null | undefined, unit: Unit, numbers: Numbers): string {
  if (typeof value !== 'number') return none
  if (unit === 'money') return money(value, numbers)
  if (unit === 'fraction') return percent(value, 2)
  return unit === 'multiple' ? `${multipleFormat.format(value)}×` : tenthsFormat.format(value)
}

/** Formats the change of a value with its sign, as a range of changes needs it: +$120.00, −3.5. */
export function signed(value: number, unit: Unit, numbers: Numbers): string {
  const text = formatValue(Math.abs(value), unit, numbers)
  return value === 0 ? text : `${value > 0 ? '+' : '−'}${text}`
}

/** Formats a value in compact notation, for the axis of a chart. */
export function formatShort(value: number, unit: Unit, { currency }: Numbers): string {
  if (unit === 'multiple') return `${tenthsFormat.format(value)}×`
  if (unit === 'fraction') return shortPercentFormat.format(value)
  return (unit === 'money' ? shortMoneyIn(currency) : shortFormat).format(value)
}

export function percent(part: number | null | undefined, digits = 0): string {
  return typeof part !== 'number' ? none : percentWith(String(digits)).format(part)
}

/** Formats a relative change as a percentage with its sign. */
export function change(part: number | null): string {
  return part === null ? none : changeFormat.format(part)
}

export function count(value: number | null | undefined): string {
  return typeof value !== 'number' ? none : plainFormat.format(value)
}

/** Formats a number of bytes as 12.3 MB. */
export function megabytes(bytes: number): string {
  return bytes < 100_000 ? `${tenthsFormat.format(bytes / 1000)} kB` : `${tenthsFormat.format(bytes / 1e6)} MB`
}

/** Formats 2026-11-02 as 2 Nov 2026. */
export function day(date: string | null | undefined): string {
  return date ? formatDay(date) : none
}

/** Formats the days from the first to the last as 27 Nov to 2 Dec 2026, or the one day. */
export function days(first: string, last: string): string {
  return formatDays(first, last)
}

/** Formats a day as 1 Oct, for the axis of a chart. */
export function dayOfYear(date: Date): string {
  return formatDayOfYear(date)
}

/** Formats an instant in a time zone, with the name of the zone. */
export function instant(text: string | null | undefined, timezone = 'UTC'): string {
  return text ? instantIn(timezone)(new Date(text)) : none
}

/** Formats an instant with seconds, for lists in which several entries fall into one minute. */
export function second(text: string, timezone = 'UTC'): string {
  return secondIn(timezone)(new Date(text))
}

/** Returns the words of a name with a capital first letter. */
export function heading(name: string): string {
  const text = words(name)
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Returns false_positive as "false positive", cpa_spike as "CPA spike". */
export function words(name: string): string {
  return name.replaceAll('_', ' ').replace(/\b(?:cpa|roas)\b/g, (acronym) => acronym.toUpperCase())
}

/** Returns a channel of touches as pages show it: a name in small letters like a platform or with a capital, any other as it was imported. */
export function channelName(channel: string): string {
  return /^[a-z][a-z0-9 _-]*$/.test(channel) ? platformName(channel) : channel
}

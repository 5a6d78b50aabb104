/** How numbers, days and instants are said to people. What is not known is a dash, never 0. */

const none = '–'

export type Unit = 'money' | 'multiple' | 'count'

export interface Numbers {
  currency: string
}

export function money(value: number | null | undefined, { currency }: Numbers): string {
  return typeof value !== 'number' ? none : value.toLocaleString('en-US', { style: 'currency', currency })
}

export function say(value: number | null | undefined, unit: Unit, numbers: Numbers): string {
  if (typeof value !== 'number') return none
  if (unit === 'money') return money(value, numbers)
  if (unit === 'multiple')
    return `${value.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}×`
  return value.toLocaleString('en-US', { maximumFractionDigits: 1 })
}

/** For the axis of a chart, where every letter counts. */
export function saidShort(value: number, unit: Unit, { currency }: Numbers): string {
  if (unit === 'multiple') return `${value.toLocaleString('en-US', { maximumFractionDigits: 1 })}×`
  const style = unit === 'money' ? ({ style: 'currency', currency } as const) : {}
  return value.toLocaleString('en-US', {
    ...style,
    notation: 'compact',
    maximumSignificantDigits: 3,
  })
}

export function percent(part: number | null | undefined, digits = 0): string {
  return typeof part !== 'number'
    ? none
    : part.toLocaleString('en-US', { style: 'percent', maximumFractionDigits: digits })
}

export function count(value: number | null | undefined): string {
  return typeof value !== 'number' ? none : value.toLocaleString('en-US')
}

/** 2026-11-02 as 2 Nov 2026. */
export function day(date: string | null | undefined): string {
  if (!date) return none
  return new Date(`${date}T00:00:00Z`).toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  })
}

export function instant(text: string | null | undefined, timezone = 'UTC'): string {
  if (!text) return none
  const at = new Date(text)
  return at.toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: timezone })
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

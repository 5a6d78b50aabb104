import { z } from 'zod'
import { parseAmount } from './amount.ts'

/** A short text of a record: no control characters, nothing around it. */
export function name(lengthMax: number) {
  return z.coerce
    .string()
    .trim()
    .min(1, 'empty.')
    .max(lengthMax, `longer than ${lengthMax} characters.`)
    .refine((text) => text.isWellFormed() && !/[\u0000-\u001f]/.test(text), 'contains control characters.')
}

export const visitor = { customer_id: name(200).optional(), device_id: name(200).optional() }

const written = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?)\s?(Z|[+-]\d\d:?\d\d)?)?$/

/** An ISO 8601 day or time that the calendar has; without an offset it is in the brand's zone. */
export const instant = z
  .string('must be a time such as 2026-11-20T12:00:00Z.')
  .trim()
  .refine((text) => {
    const [, day, time] = written.exec(text) ?? []
    if (day === undefined || day < '2000-01-01') return false
    const parsed = new Date(`${day}T${time ?? '00:00'}Z`)
    return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(day)
  }, 'must be a time since 2000 such as 2026-11-20T12:00:00Z.')

/** An amount of money of 0 or more, as whole millionths. */
export const amountMicros = z
  .union([z.string(), z.number()], 'must be an amount such as 12.50.')
  .transform((value) => (typeof value === 'number' ? value : parseAmount(value, false)))
  .pipe(
    z
      .number('must be an amount such as 12.50.')
      .min(0, 'must not be negative.')
      .max(9e9, 'is more than a row can hold.'),
  )
  .transform((amount) => Math.round(amount * 1e6))

import { z } from 'zod'
import { isVisible } from '../../text/visible_length.ts'
import { parseAmount } from './amount.ts'

/** Returns the error of a field whose value is absent, null or of a wrong type. */
function wrongType(words: string) {
  return ({ input }: { input?: unknown }) => {
    if (input === undefined) return 'is required.'
    return input === null ? 'must not be null.' : words
  }
}

/** A short text, trimmed and without control characters. A JSON number is read as its digits. */
export function name(lengthMax: number) {
  return z
    .union([z.string(), z.number()], { error: wrongType('must be text.') })
    .refine(
      (given) => !Number.isInteger(given) || Number.isSafeInteger(given),
      'is too large for a number. Write it in quotes.',
    )
    .transform((given) => String(given).trim())
    .pipe(
      z
        .string()
        .min(1, 'must not be empty.')
        .max(lengthMax, `must have at most ${lengthMax} characters.`)
        .refine((text) => text.isWellFormed() && !/[\u0000-\u001f]/.test(text), 'contains control characters.')
        .refine((text) => text === '' || isVisible(text), 'must have a visible character.'),
    )
}

/** A number within the bounds of `schema`, also as text, as CSV cells hold it. */
export function numeric(schema: z.ZodNumber, words: string) {
  return z
    .union([z.number(), z.string()], { error: wrongType(words) })
    .transform((given) => (typeof given === 'string' && given.trim() === '' ? Number.NaN : Number(given)))
    .pipe(schema)
}

export const visitor = { customer_id: name(200).optional(), device_id: name(200).optional() }

const written = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?)\s?(Z|[+-]\d\d:?\d\d)?)?$/

/** A valid ISO 8601 day or time. Without an offset it is in the brand's zone. */
export const instant = z
  .string({ error: wrongType('must be a time such as 2026-11-20T12:00:00Z.') })
  .trim()
  .refine((text) => {
    const [, day, time] = written.exec(text) ?? []
    if (day === undefined || day < '2000-01-01') return false
    const parsed = new Date(`${day}T${time ?? '00:00'}Z`)
    return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(day)
  }, 'must be a time since 2000 such as 2026-11-20T12:00:00Z.')

/** Whether the schema of a field is a time. */
export function isInstant(field: unknown): boolean {
  return field === instant || (field instanceof z.ZodOptional && field.unwrap() === instant)
}

/** Whether the schema of a field is an amount of money. */
export function isAmount(field: unknown): boolean {
  return field === amountMicros || (field instanceof z.ZodOptional && field.unwrap() === amountMicros)
}

/** An amount of money of 0 or more, as integer millionths. */
export const amountMicros = z
  .union([z.string(), z.number()], { error: wrongType('must be an amount such as 12.50.') })
  .transform((value) => (typeof value === 'number' ? value : parseAmount(value, false)))
  .pipe(z.number('must be an amount such as 12.50.').min(0, 'must not be negative.').max(9e9, 'is too large.'))
  .transform((amount) => Math.round(amount * 1e6))

import { z } from 'zod'
import { minorUnits } from './currencies.ts'
import { isVisible } from '../../../text/visible_length.ts'
import { webAddressFault } from '../../../schema/web_address.ts'
import { plainLine, plainText } from './plain_text.ts'

// Longer text, before markup is removed, is not a product text.
const rawCharactersMax = 200_000
const linkCharactersMax = 2000

const absent = ({ input }: { input?: unknown }) => (input === undefined ? 'is required.' : 'must be text.')
const rawText = z.string({ error: absent }).max(rawCharactersMax, `must have at most ${rawCharactersMax} characters.`)
/** Returns the text, or an empty one if people cannot see any of it. */
const shown = (text: string) => (isVisible(text) ? text : '')
const tooLong = (lengthMax: number) => `must have at most ${lengthMax} characters.`

/** An id: trimmed, visible, and not a number that JSON or a spreadsheet rounds. */
export function identifier(lengthMax: number) {
  return z
    .union([z.string(), z.int().transform(String)], {
      error: ({ input }) =>
        typeof input === 'number' ? 'is too large for a number. Write it in quotes.' : absent({ input }),
    })
    .transform((text) => shown(text.trim()))
    .pipe(
      z
        .string()
        .min(1, 'must not be empty.')
        .max(lengthMax, tooLong(lengthMax))
        .refine((text) => text.isWellFormed() && !/[\u0000-\u001f\u007f-\u009f]/.test(text), {
          error: 'contains control characters. Remove them.',
        })
        .refine((text) => !/^\d([.,]\d+)?e\+\d+$/i.test(text), {
          error: 'is a number that a spreadsheet has rounded. Export the file again and do not open it there.',
        }),
    )
}

/** One line of plain text, required. */
export function line(lengthMax: number) {
  return rawText
    .transform((text) => shown(plainLine(text)))
    .pipe(z.string().min(1, 'must not be empty.').max(lengthMax, tooLong(lengthMax)))
}

/** One line of plain text; absent if nothing remains of it. */
export function optionalLine(lengthMax: number) {
  return rawText
    .transform((text) => shown(plainLine(text)) || undefined)
    .pipe(z.string().max(lengthMax, tooLong(lengthMax)).optional())
    .optional()
}

/** Plain text of several lines; absent if nothing remains of it. */
export function optionalPassage(lengthMax: number) {
  return rawText
    .transform((text) => shown(plainText(text)) || undefined)
    .pipe(z.string().max(lengthMax, tooLong(lengthMax)).optional())
    .optional()
}

/** Whether the text is an absolute http or https URL without user name and password. */
export function isWebAddress(text: string): boolean {
  return text.length <= linkCharactersMax && webAddressFault(text) === null
}

export const webAddress = z
  .string({ error: absent })
  .transform((text) => text.trim())
  .refine(isWebAddress, {
    error: ({ input }) =>
      webAddressFault(String(input)) ?? `must be an http or https address of at most ${linkCharactersMax} characters.`,
  })

export const currency = z
  .string({ error: absent })
  .transform((code) => code.trim().toUpperCase())
  .refine((code) => minorUnits.has(code), { error: 'must be an ISO 4217 code such as EUR.' })

/** An amount of money in major units, small enough for integer millionths. */
export const amount = z
  .number({ error: ({ input }) => (input === undefined ? 'is required.' : 'must be a number such as 12.5.') })
  .min(0, 'must not be negative.')
  .max(9e9, 'is too large.')

export const count = z
  .int('must be a whole number.')
  .min(0, 'must not be negative.')
  .max(2_147_483_647, 'is too large.')

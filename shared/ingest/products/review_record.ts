import { z } from 'zod'
import { count, identifier, optionalLine, optionalPassage } from './fields/fields.ts'
import { readInstant } from './fields/instant.ts'

const dayMs = 86_400_000
const earliest = Date.UTC(1995, 0, 1)

const rating = z
  .union([z.number(), z.string()], { error: 'is required. It must be 1 to 5.' })
  .transform((given) => (typeof given === 'string' && given.trim() === '' ? Number.NaN : Number(given)))
  .pipe(z.number('must be a number from 1 to 5.').min(1, 'must be 1 to 5.').max(5, 'must be 1 to 5.'))

const yesOrNo = z
  .union([z.boolean(), z.string(), z.number()], 'must be true or false.')
  .transform((given) => String(given).trim().toLowerCase())
  .pipe(z.enum(['true', 'false', 'yes', 'no', '1', '0'], { error: 'must be true or false.' }))
  .transform((given) => /^(true|yes|1)$/.test(given))

/** The name of an author. E-mail addresses are removed for privacy. */
const author = optionalLine(200).transform((text) => (text?.includes('@') ? undefined : text))

const language = z
  .string('must be text.')
  .transform((text) => text.trim().replaceAll('_', '-'))
  .refine((text) => /^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i.test(text), { error: 'must be a language such as en or pt-BR.' })

const createdAt = z
  .string({
    error: ({ input }) => (input === undefined ? 'is required.' : 'must be a time such as 2026-11-20T12:00:00Z.'),
  })
  .transform((text) => readInstant(text) ?? Number.NaN)
  .pipe(
    z
      .number('must be a time such as 2026-11-20T12:00:00Z.')
      .min(earliest, 'lies before 1995. Correct it.')
      .refine((instant) => instant <= Date.now() + dayMs, { error: 'is in the future. Correct it.' }),
  )
  .transform((instant) => new Date(instant).toISOString())

/** A list of short texts; in CSV separated by semicolons. */
const phrases = z
  .union([z.array(z.string()), z.string().transform((text) => text.split(';'))], { error: 'must be a list of texts.' })
  .transform((given) => given.map((text) => text.trim()).filter((text) => text !== ''))
  .pipe(
    z
      .array(z.string().max(200, 'must have entries of at most 200 characters.'))
      .max(20, 'must have at most 20 entries.'),
  )

/** A review, as every reader of review files yields it; also one line of the generic CSV and JSON Lines formats. */
export const reviewRecord = z.object({
  id: identifier(100),
  /** The id of a product in the file, or its SKU, GTIN or MPN if the file has no id. */
  product_id: identifier(100),
  author: author.optional(),
  /** May have decimals, because other scales are converted to 1 to 5. */
  rating,
  title: optionalLine(500),
  body: optionalPassage(10_000),
  language: language.optional(),
  verified_purchase: yesOrNo.optional(),
  helpful_count: z.union([z.number(), z.string()], 'must be a whole number.').transform(Number).pipe(count).optional(),
  pros: phrases.optional(),
  cons: phrases.optional(),
  /** Whether the author received an incentive. */
  incentivized: yesOrNo.optional(),
  source_name: optionalLine(200),
  source_url: optionalLine(2000),
  /** The merchant's reply and its time. */
  reply: optionalPassage(10_000),
  replied_at: createdAt.optional(),
  created_at: createdAt,
})

export type ReviewRecord = z.output<typeof reviewRecord>

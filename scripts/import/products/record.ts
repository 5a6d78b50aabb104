import { z } from 'zod'
import { availabilityOf } from './availability.ts'
import {
  amount,
  count,
  currency,
  identifier,
  isWebAddress,
  line,
  optionalLine,
  optionalPassage,
  webAddress,
} from './fields.ts'
import { readGtin } from './gtin.ts'
import { plainLine } from './plain_text.ts'

const imagesMax = 50
const attributesMax = 100
const valuesMax = 250

const availability = z
  .string({ error: 'missing.' })
  .transform(availabilityOf)
  .pipe(
    z.enum(['in_stock', 'low_stock', 'out_of_stock', 'preorder'], {
      error: 'must be in_stock, low_stock, out_of_stock or preorder.',
    }),
  )

const condition = z
  .string('must be text.')
  .transform((text) =>
    text
      .trim()
      .toLowerCase()
      .replace(/^https?:\/\/schema\.org\/(\w+)condition$/, '$1'),
  )
  .pipe(z.enum(['new', 'refurbished', 'used'], { error: 'must be new, refurbished or used.' }))

/** Images are shown by others: what is no web address is left out, and so is a second mention. */
const images = z
  .array(z.string('must be a list of addresses.'), { error: 'must be a list of addresses.' })
  .default([])
  .transform((links) => [...new Set(links.map((link) => link.trim()).filter(isWebAddress))].slice(0, imagesMax))

const value = z
  .union([z.string(), z.number().transform(String), z.boolean().transform(String)], {
    error: 'values must be text or lists of text.',
  })
  .transform(plainLine)
  .pipe(z.string().max(1000, 'a value is longer than 1000 characters. Shorten it.'))

/** Without those that say nothing. Their names are the file's own; __proto__ is none that an object can have. */
const attributes = z
  .record(z.string(), z.union([value, z.array(value).max(valuesMax, `a list of more than ${valuesMax} values.`)]), {
    error: 'must be an object of names and values.',
  })
  .default({})
  .transform((given) =>
    Object.fromEntries(
      Object.entries(given)
        .map(([name, said]) => [plainLine(name), typeof said === 'string' ? said : said.filter(Boolean)] as const)
        .filter(([name, said]) => name !== '' && name !== '__proto__' && said.length > 0),
    ),
  )
  .refine((given) => Object.keys(given).length <= attributesMax, `more than ${attributesMax} of them.`)
  .refine((given) => Object.keys(given).every((name) => name.length <= 100), 'a name is longer than 100 characters.')

/** A product, or one variant of it, as every product file yields it; also one line of the generic JSONL. */
export const productRecord = z
  .object({
    id: identifier(100),
    item_group_id: identifier(100).optional(),
    title: line(500),
    description: optionalPassage(10_000),
    link: webAddress.optional(),
    image_links: images,
    price: amount,
    list_price: amount.optional(),
    currency,
    availability,
    quantity: count.optional(),
    brand: optionalLine(200),
    category: optionalLine(750),
    gtin: z
      .union([z.string(), z.number().transform(String)])
      .transform(readGtin)
      .optional(),
    mpn: identifier(100).optional(),
    sku: identifier(100).optional(),
    condition: condition.optional(),
    attributes,
    rating_score: z.number('must be a number.').min(0, 'must be 0 to 5.').max(5, 'must be 0 to 5.').optional(),
    rating_count: count.optional(),
  })
  .refine(({ price, list_price }) => list_price === undefined || list_price >= price, {
    error: 'is below the price. It is the price before a reduction; leave it out where there is none.',
    path: ['list_price'],
  })

export type ProductRecord = z.output<typeof productRecord>
/** A product as a reader found it, not yet looked at. */
export type ProductDraft = { [field in keyof ProductRecord]?: unknown }

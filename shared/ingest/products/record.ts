import { z } from 'zod'
import { availabilityOf } from './fields/availability.ts'
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
} from './fields/fields.ts'
import { shippingParts } from '../../storefront/shipping_rate.ts'
import { readGtin } from './fields/gtin.ts'
import { readInstant } from './fields/instant.ts'
import { plainLine } from './fields/plain_text.ts'

const imagesMax = 50
export const attributesMax = 100
export const valuesMax = 250
export const valueCharactersMax = 1000
export const nameCharactersMax = 100
/** Maximum lengths of a product's texts. Longer ones are shortened, except the id, which identifies the product. */
export const characters = {
  item_group_id: 100,
  title: 500,
  description: 10_000,
  brand: 200,
  category: 750,
  mpn: 100,
  sku: 100,
} as const

/** The names of Google Merchant Center. `availability` is there if it says more than the availability of the product. */
export const feedFieldNames = [
  'availability',
  'availability_date',
  'canonical_link',
  'expiration_date',
  'google_product_category',
  'item_group_title',
  'max_handling_time',
  'min_handling_time',
  'mobile_link',
  'return_policy_label',
  'shipping_height',
  'shipping_label',
  'shipping_length',
  'shipping_weight',
  'shipping_width',
  'ships_from_country',
  'transit_time_label',
] as const
const feedValue = z
  .string('must be text.')
  .transform(plainLine)
  .pipe(z.string().max(750, 'must have at most 750 characters.'))

const feedDetail = z
  .string('must be text.')
  .transform(plainLine)
  .pipe(z.string().max(valueCharactersMax, `must have at most ${valueCharactersMax} characters.`))

const availability = z
  .string({ error: 'is required.' })
  .transform(availabilityOf)
  .pipe(
    z.enum(['in_stock', 'low_stock', 'out_of_stock', 'preorder'], {
      error: 'must be "in stock", "low stock", "out of stock", "preorder" or "backorder".',
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

/** An instant, converted to UTC. */
const instant = z.string('must be text.').transform((text, context) => {
  const milliseconds = readInstant(text)
  if (milliseconds !== null) return new Date(milliseconds).toISOString()
  context.addIssue({ code: 'custom', message: 'must be an ISO 8601 time such as 2026-11-20T00:00:00+01:00.' })
  return z.NEVER
})

/** Image URLs. Invalid URLs and duplicates are removed. */
const images = z
  .array(z.string('must be a list of URLs.'), { error: 'must be a list of URLs.' })
  .default([])
  .transform((links) => [...new Set(links.map((link) => link.trim()).filter(isWebAddress))].slice(0, imagesMax))

const value = z
  .union([z.string(), z.number().transform(String), z.boolean().transform(String)], {
    error: 'values must be text or lists of text.',
  })
  .transform(plainLine)
  .pipe(z.string().max(valueCharactersMax, `must have values of at most ${valueCharactersMax} characters.`))

/** Attributes without empty ones. Names come from the file; __proto__ is refused. */
const attributes = z
  .record(
    z.string(),
    z.union([value, z.array(value).max(valuesMax, `must have lists of at most ${valuesMax} values.`)]),
    {
      error: 'must be an object of names and values.',
    },
  )
  .default({})
  .transform((given) =>
    Object.fromEntries(
      Object.entries(given)
        .map(
          ([name, content]) =>
            [plainLine(name), typeof content === 'string' ? content : content.filter(Boolean)] as const,
        )
        .filter(([name, content]) => name !== '' && name !== '__proto__' && content.length > 0),
    ),
  )
  .refine((given) => Object.keys(given).length <= attributesMax, `must have at most ${attributesMax} entries.`)
  .refine(
    (given) => Object.keys(given).every((name) => name.length <= nameCharactersMax),
    `must have names of at most ${nameCharactersMax} characters.`,
  )

/** What Shopify has and no other feed, so that its export is as it was: order, options, pictures of the product, gift card. */
const shopifyFields = z.object(
  {
    position: z.int('must be a whole number.').min(1, 'must be at least 1.').max(10_000, 'must be at most 10000.'),
    options: z.array(z.object({ name: feedValue, attribute: feedValue }), 'must be a list of options.').max(3),
    images: z
      .array(z.string('must be a list of URLs.'), 'must be a list of URLs.')
      .transform((links) => [...new Set(links.map((link) => link.trim()).filter(isWebAddress))].slice(0, 250))
      .optional(),
    variant_image: webAddress.optional().catch(undefined),
    gift_card: z.boolean('must be true or false.').optional(),
  },
  'must be an object.',
)

/** Fields that only merchant feeds contain. Agents do not see them. */
const feedFields = z
  .object(
    {
      ...(Object.fromEntries(feedFieldNames.map((name) => [name, feedValue.optional()])) as Record<
        (typeof feedFieldNames)[number],
        z.ZodOptional<typeof feedValue>
      >),
      shipping: z
        .array(z.partialRecord(z.enum(shippingParts), feedValue), 'must be a list of rates.')
        .max(100, 'must have at most 100 rates.')
        .optional(),
      product_detail: z
        .array(feedDetail, 'must be a list of texts.')
        .max(100, 'must have at most 100 details.')
        .optional(),
      shopify: shopifyFields.optional(),
    },
    'must be an object of fields of Google Merchant Center.',
  )
  .transform((given) => {
    const known = Object.entries(given).filter(
      ([, content]) => content !== undefined && (content as { length?: number }).length !== 0,
    )
    return known.length === 0 ? undefined : Object.fromEntries(known)
  })
  .optional()

/**
 * A product or one variant, as every reader of product files yields it; also one line of the generic JSON Lines format.
 */
export const productRecord = z
  .object({
    // Browsers and clients resolve these as parts of a path, also if they are encoded.
    id: identifier(100).refine(
      (id) => id !== '.' && id !== '..',
      'must not be . or .., because no address can end in it.',
    ),
    item_group_id: identifier(characters.item_group_id).optional(),
    title: line(characters.title),
    description: optionalPassage(characters.description),
    link: webAddress.optional(),
    image_links: images,
    price: amount,
    list_price: amount.optional(),
    sale_price: amount.optional(),
    sale_starts_at: instant.optional(),
    sale_ends_at: instant.optional(),
    currency,
    availability,
    quantity: count.optional(),
    brand: optionalLine(characters.brand),
    category: optionalLine(characters.category),
    gtin: z
      .union([z.string(), z.number().transform(String)], 'must be text or a number.')
      .transform(readGtin)
      .optional(),
    mpn: identifier(characters.mpn).optional(),
    sku: identifier(characters.sku).optional(),
    condition: condition.optional(),
    attributes,
    feed_fields: feedFields,
    rating_score: z.number('must be a number.').min(0, 'must be 0 to 5.').max(5, 'must be 0 to 5.').optional(),
    rating_count: count.optional(),
  })
  .refine(({ price, list_price }) => list_price === undefined || list_price >= price, {
    error: 'is below the price. It is the price before a reduction; omit it if there is none.',
    path: ['list_price'],
  })
  .refine(({ list_price, sale_price }) => list_price === undefined || sale_price === undefined, {
    error:
      'cannot be combined with list_price. Use list_price for a reduction without dates, sale_price for one with dates.',
    path: ['sale_price'],
  })
  .refine(({ price, sale_price }) => sale_price === undefined || sale_price <= price, {
    error: 'is above the price. Correct one of them.',
    path: ['sale_price'],
  })
  .refine(
    ({ sale_starts_at, sale_ends_at }) =>
      sale_starts_at === undefined || sale_ends_at === undefined || sale_starts_at < sale_ends_at,
    { error: 'must be after sale_starts_at.', path: ['sale_ends_at'] },
  )

export type ProductRecord = z.output<typeof productRecord>
/** A product as read, before validation. */
export type ProductDraft = { [field in keyof ProductRecord]?: unknown }

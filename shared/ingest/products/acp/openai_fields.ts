import { warning } from '../../../sentences/warnings/stored_warning.ts'
import { categoryPath } from '../google/google_fields.ts'
import type { PriceContext } from '../fields/price.ts'
import { linksIn } from '../fields/links.ts'
import type { ProductDraft } from '../record.ts'
import { RowError } from '../row_error.ts'
import { pricedOf } from '../fields/sale.ts'

/** Current column names, and those of 2025. */
const names = {
  id: ['item_id', 'id', 'sku'],
  group: ['group_id', 'item_group_id'],
  link: ['url', 'link'],
  image: ['image_url', 'image_link'],
  images: ['additional_image_urls', 'additional_image_link'],
  quantity: ['inventory_quantity'],
  score: ['star_rating', 'product_review_rating'],
  count: ['review_count', 'product_review_count'],
  isShown: ['is_eligible_search', 'enable_search'],
} as const

const attributeNames = [
  'material',
  'color',
  'size',
  'size_system',
  'gender',
  'age_group',
  'dimensions',
  'is_digital',
  'offer_id',
]

/** Whether a header or an object belongs to OpenAI's feed and not to Google's, with which it shares most names. */
export function isOpenai(columns: readonly string[]): boolean {
  const own = ['item_id', 'image_url', 'group_id', 'is_eligible_search', 'enable_search', 'is_eligible_checkout']
  return own.some((name) => columns.includes(name))
}

export function openaiColumnsMissing(columns: readonly string[]): string[] {
  const hasId = names.id.some((name) => columns.includes(name))
  return [
    ...(hasId ? [] : ['item_id']),
    ...['title', 'price', 'availability'].filter((name) => !columns.includes(name)),
  ]
}

/** Returns a product of OpenAI's flat feed. `one` returns the text of a field, '' if it is absent. */
export function openaiDraft(one: (field: string) => string, context: PriceContext): ProductDraft {
  const any = (field: keyof typeof names) => names[field].map(one).find((text) => text !== '') ?? ''
  if (/^(false|no|0)$/i.test(any('isShown'))) throw new RowError(warning('product_is_not_eligible'))
  const reviews = readNumber('review_count', any('count'))
  return {
    ...pricedOf(
      {
        price: one('price'),
        sale: one('sale_price'),
        saleWindow: one('sale_price_effective_date'),
        saleStart: one('sale_price_start_date'),
        saleEnd: one('sale_price_end_date'),
      },
      context,
    ),
    id: any('id'),
    item_group_id: any('group'),
    title: one('title'),
    description: one('description'),
    link: any('link'),
    image_links: linksIn([any('image'), any('images')]),
    availability: one('availability'),
    quantity: readNumber('inventory_quantity', any('quantity')),
    brand: one('brand'),
    category: categoryPath(one('product_category')),
    gtin: one('gtin'),
    mpn: one('mpn'),
    sku: one('sku'),
    condition: one('condition'),
    feed_fields: { item_group_title: one('item_group_title') },
    attributes: {
      ...Object.fromEntries(attributeNames.map((name) => [name, one(name)])),
      weight: [one('weight'), one('weight') && one('item_weight_unit')].filter(Boolean).join(' '),
      ...optionsOf(one('variant_dict')),
    },
    // Without reviews the rating is ignored, even if the file contains one.
    ...(reviews === 0 ? {} : { rating_score: readNumber('star_rating', any('score')), rating_count: reviews }),
  }
}

function readNumber(field: string, text: string): number | undefined {
  if (text === '') return undefined
  const number = Number(text.replace(/^(\d+(\.\d+)?)\s*\/\s*5$/, '$1'))
  if (Number.isNaN(number))
    throw new RowError(warning('field_is_not_a_number', { column: field, text: text.slice(0, 40) }))
  return number
}

/** Parses the options of a variant: {"color": "Black", "size": "10"}. */
function optionsOf(text: string): Record<string, string> {
  if (text === '') return {}
  try {
    const given = JSON.parse(text) as unknown
    if (typeof given === 'object' && given !== null && !Array.isArray(given)) return given as Record<string, string>
  } catch {
    // Malformed JSON gets the error below.
  }
  throw new RowError(warning('variant_is_no_object'))
}

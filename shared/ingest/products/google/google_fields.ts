import { attributeName } from '../fields/attribute_name.ts'
import { linksIn } from '../fields/links.ts'
import { listed } from '../fields/listed.ts'
import type { PriceContext } from '../fields/price.ts'
import type { ShippingRate } from '../../../storefront/shipping_rate.ts'
import { feedFieldNames } from '../record.ts'
import type { ProductDraft } from '../record.ts'
import { pricedOf } from '../fields/sale.ts'
import { readGoogleList } from '../../../storefront/google_list.ts'

/** One product with Google's attributes, from any file format. */
export interface GoogleItem {
  /** The first value of an attribute, '' if it is absent. */
  one: (attribute: string) => string
  all: (attribute: string) => string[]
  rates: ShippingRate[]
}

/** Attributes that buyers need. Costs, margins, labels and bidding are internal to the merchant and not imported. */
const attributeNames = [
  'color',
  'material',
  'pattern',
  'size',
  'size_type',
  'size_system',
  'gender',
  'age_group',
  'multipack',
  'is_bundle',
  'adult',
  'energy_efficiency_class',
  'min_energy_efficiency_class',
  'max_energy_efficiency_class',
  'unit_pricing_measure',
  'unit_pricing_base_measure',
  'product_length',
  'product_width',
  'product_height',
  'product_weight',
  'item_group_title',
]

/** Returns a product of Google Merchant data. */
export function googleDraft(item: GoogleItem, context: PriceContext): ProductDraft {
  const priced = pricedOf(
    { price: item.one('price'), sale: item.one('sale_price'), saleWindow: item.one('sale_price_effective_date') },
    context,
  )
  const taxonomy = item.one('google_product_category')
  return {
    ...priced,
    id: item.one('id'),
    item_group_id: item.one('item_group_id'),
    title: item.one('title') || generated(item.one('structured_title')),
    description: item.one('description') || generated(item.one('structured_description')),
    link: item.one('link'),
    image_links: linksIn([item.one('image_link'), ...item.all('additional_image_link')]),
    availability: item.one('availability'),
    // Google's local feeds and Meta's feeds have it.
    quantity: item.one('quantity') || item.one('quantity_to_sell_on_facebook'),
    brand: item.one('brand'),
    // A number is an id in Google's taxonomy, which is not resolved.
    category: categoryPath(item.one('product_type') || (/^\d+$/.test(taxonomy) ? '' : taxonomy)),
    gtin: item.one('gtin'),
    mpn: item.one('mpn'),
    condition: item.one('condition'),
    attributes: {
      ...Object.fromEntries(attributeNames.map((name) => [name, item.one(name)])),
      product_highlight: item.all('product_highlight').flatMap(highlightsIn),
      ...details(item.all('product_detail')),
    },
    feed_fields: {
      ...Object.fromEntries(feedFieldNames.map((name) => [name, item.one(name)])),
      availability: '',
      shipping: item.rates,
      product_detail: detailsIn(item.all('product_detail')),
    },
  }
}

/** Normalizes a category path: "A>B", "A &gt; B" and the first of several become "A > B". */
export function categoryPath(text: string): string {
  return listed(text.replaceAll('&gt;', '>'), '>').join(' > ')
}

/** Returns the text after its source: trained_algorithmic_media:"Tea, 100 g". */
function generated(text: string): string {
  return text.replace(/^[a-z_]+:/, '').replace(/^"(.*)"$/s, '$1')
}

/** Parses "section:attribute:value" or "attribute:value". A cell may hold several, separated by commas. */
function details(cells: string[]): Record<string, string> {
  return Object.fromEntries(
    detailsIn(cells).flatMap((detail): [string, string][] => {
      const [section, name, ...value] = detail.split(':')
      if (name === undefined) return []
      return value.length === 0
        ? [[attributeName(section as string), name.trim()]]
        : [[attributeName(name), value.join(':').trim()]]
    }),
  )
}

function highlightsIn(cell: string): string[] {
  return (readGoogleList(cell) ?? [[cell]]).map((parts) => parts.join(':').trim()).filter((each) => each !== '')
}

/** Without quotation marks, a comma that no section and attribute follow is part of the value. */
function detailsIn(cells: string[]): string[] {
  return cells.flatMap((cell) => {
    const values = cell.includes('"') ? readGoogleList(cell) : null
    return values?.map((parts) => parts.join(':').trim()) ?? cell.split(/,(?=[^,:]*:[^,:]+:)/)
  })
}

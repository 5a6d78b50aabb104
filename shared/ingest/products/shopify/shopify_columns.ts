import type { TableRow } from '../table.ts'

/** The column names of Shopify's two formats: until 2024, and the current template. */
const names = {
  handle: ['handle', 'url_handle'],
  title: ['title', 'title'],
  body: ['body_(html)', 'description'],
  vendor: ['vendor', 'vendor'],
  category: ['product_category', 'product_category'],
  type: ['type', 'type'],
  tags: ['tags', 'tags'],
  published: ['published', 'published_on_online_store'],
  status: ['status', 'status'],
  sku: ['variant_sku', 'sku'],
  barcode: ['variant_barcode', 'barcode'],
  price: ['variant_price', 'price'],
  compareAt: ['variant_compare_at_price', 'compare-at_price'],
  tracker: ['variant_inventory_tracker', 'inventory_tracker'],
  quantity: ['variant_inventory_qty', 'inventory_quantity'],
  policy: ['variant_inventory_policy', 'continue_selling_when_out_of_stock'],
  grams: ['variant_grams', 'weight_value_(grams)'],
  weightUnit: ['variant_weight_unit', 'weight_unit_for_display'],
  image: ['image_src', 'product_image_url'],
  imagePosition: ['image_position', 'image_position'],
  variantImage: ['variant_image', 'variant_image_url'],
  giftCard: ['gift_card', 'gift_card'],
  option1Name: ['option1_name', 'option1_name'],
  option1Value: ['option1_value', 'option1_value'],
  option2Name: ['option2_name', 'option2_name'],
  option2Value: ['option2_value', 'option2_value'],
  option3Name: ['option3_name', 'option3_name'],
  option3Value: ['option3_value', 'option3_value'],
  googleCategory: ['google_shopping_/_google_product_category', 'google_shopping_/_google_product_category'],
  gender: ['google_shopping_/_gender', 'google_shopping_/_gender'],
  ageGroup: ['google_shopping_/_age_group', 'google_shopping_/_age_group'],
  mpn: ['google_shopping_/_mpn', 'google_shopping_/_manufacturer_part_number_(mpn)'],
  condition: ['google_shopping_/_condition', 'google_shopping_/_condition'],
} as const

export type ShopifyField = keyof typeof names

/** Returns the cell of a field, in either format. */
export type ShopifyCells = (field: ShopifyField) => string

const marks = [
  ['variant_price', 'variant_sku', 'body_(html)', 'variant_inventory_qty', 'image_src'],
  ['url_handle', 'published_on_online_store', 'compare-at_price', 'product_image_url'],
]

export function isShopify(columns: readonly string[]): boolean {
  return columns.includes('title') && marks.some((dialect) => dialect.some((name) => columns.includes(name)))
}

/** Returns the required columns that the file lacks, by the names of its own format. */
export function shopifyColumnsMissing(columns: readonly string[]): string[] {
  const dialect = columns.includes('url_handle') ? 1 : 0
  return (['title', 'price'] as const)
    .filter((field) => !names[field].some((name) => columns.includes(name)))
    .map((field) => names[field][dialect])
}

/** Returns a reader of rows: the column of each field is resolved once. */
export function shopifyCells(columns: readonly string[]): (row: TableRow) => ShopifyCells {
  const places = new Map(
    Object.entries(names).map(([field, spelled]) => [field, spelled.find((name) => columns.includes(name)) ?? '']),
  )
  return (row) => (field) => row.one(places.get(field) as string)
}

/** Returns the names of the columns that are read, of those that a file has. */
export function shopifyColumns(columns: readonly string[]): Set<string> {
  return new Set([...Object.values(names).flat(), ...metafieldColumns(columns).map(([column]) => column)])
}

/** Returns the columns of metafields and their attribute names: "Color (product.metafields.shopify.color-pattern)". */
export function metafieldColumns(columns: readonly string[]): [column: string, name: string][] {
  return columns.flatMap((column) => {
    const [, name] = /^(.+?)_\(product\.metafields\.[^)]+\)$/.exec(column) ?? []
    return name === undefined ? [] : [[column, name]]
  })
}

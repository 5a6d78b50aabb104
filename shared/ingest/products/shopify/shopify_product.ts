import { warning } from '../../../sentences/warnings/stored_warning.ts'
import type { ImportRecord } from '../../files/records.ts'
import { attributeName } from '../fields/attribute_name.ts'
import { productOf } from '../drafts.ts'
import { categoryPath } from '../google/google_fields.ts'
import { listed } from '../fields/listed.ts'
import { readPrice } from '../fields/price.ts'
import type { PriceContext } from '../fields/price.ts'
import type { ProductDraft, ProductRecord } from '../record.ts'
import { RowError } from '../row_error.ts'
import type { SeenIds } from '../seen_ids.ts'
import type { ShopifyCells } from './shopify_columns.ts'
import { groupId, variantIds } from './shopify_id.ts'

export interface ShopifyRow {
  line: number
  cells: ShopifyCells
  metafields: Record<string, string[]>
}

export interface ShopifyContext {
  /** The currency of the shop, which the file does not contain. */
  currency: string
  decimal?: PriceContext['decimal']
  evidence?: PriceContext['evidence']
  /** Base URL of the shop, for links, which the file does not contain. */
  website?: string | undefined
  handles: SeenIds
}

/** Cells that a product has once, on any of its rows. */
type Own = ShopifyCells
type Option = [name: string, value: string]

/** Returns one record per variant of a product, from the rows of its handle. */
export function shopifyRecords(
  handle: string,
  rows: readonly ShopifyRow[],
  context: ShopifyContext,
): ImportRecord<ProductRecord>[] {
  const first = rows[0]
  if (first === undefined) return []
  const before = handle === '' ? null : context.handles.lineBefore(handle, first.line)
  const own = ownOf(rows)
  const variants = rows.filter((row, index) => index === 0 || isVariant(row.cells))
  const chosen = variants.map(({ cells }) => optionsOf(cells, own))
  const ids = variantIds(
    handle,
    chosen.map((options) => options.map(([, value]) => value)),
  )
  const shared = {
    ...sharedDraft(handle, own, context),
    images: imagesOf(rows),
    attributes: sharedAttributes(own, first),
  }
  return variants.map(({ line, cells }, index) =>
    productOf(line, () => {
      if (handle === '') throw new RowError(warning('cell_is_missing', { column: 'handle' }))
      if (before !== null) {
        throw new RowError(warning('product_rows_are_apart', { handle, first_line: before }))
      }
      refuseUnpublished(own)
      const options = chosen[index] as Option[]
      const isOneOfMany = variants.length > 1 && options.length > 0
      return {
        ...shared,
        ...priceOf(cells, context),
        ...stockOf(cells),
        id: ids[index],
        title: own('title') + (isOneOfMany ? ` - ${options.map(([, value]) => value).join(' / ')}` : ''),
        image_links: [cells('variantImage'), ...shared.images].filter(Boolean),
        gtin: cells('barcode'),
        mpn: cells('mpn') || (variants.length === 1 ? own('mpn') : ''),
        sku: cells('sku').replace(/^'/, ''),
        feed_fields: {
          google_product_category: own('googleCategory'),
          shipping_weight: weightOf(cells),
          item_group_title: isOneOfMany ? own('title') : '',
          shopify: {
            position: index + 1,
            options: options.map(([name]) => ({ name, attribute: attributeName(name) })),
            ...(index === 0 ? { images: shared.images } : {}),
            ...(cells('variantImage') === '' ? {} : { variant_image: cells('variantImage') }),
            ...(own('giftCard').toLowerCase() === 'true' ? { gift_card: true } : {}),
          },
        },
        attributes: {
          ...shared.attributes,
          ...Object.fromEntries(options.map(([name, value]) => [attributeName(name), value])),
        },
      }
    }),
  )
}

function ownOf(rows: readonly ShopifyRow[]): Own {
  const found = new Map<string, string>()
  return (field) => {
    const known = found.get(field)
    if (known !== undefined) return known
    const value = rows.find(({ cells }) => cells(field) !== '')?.cells(field) ?? ''
    found.set(field, value)
    return value
  }
}

/** Agents see only products that the shop publishes. */
function refuseUnpublished(own: Own): void {
  const status = own('status').toLowerCase()
  if (status !== '' && status !== 'active') throw new RowError(warning('product_is_not_active', { status }))
  if (own('published').toLowerCase() === 'false') throw new RowError(warning('product_is_not_published'))
}

function isVariant(cells: ShopifyCells): boolean {
  return cells('option1Value') !== '' || cells('price') !== '' || cells('sku') !== ''
}

/** Option names are on the first row only. A product without options has one called "Title". */
function optionsOf(cells: ShopifyCells, own: Own): Option[] {
  return ([1, 2, 3] as const).flatMap((number): Option[] => {
    const value = cells(`option${number}Value`)
    if (value === '' || value === 'Default Title') return []
    return [[own(`option${number}Name`) || `option${number}`, value]]
  })
}

function sharedDraft(handle: string, own: Own, { website }: ShopifyContext): ProductDraft {
  return {
    item_group_id: groupId(handle),
    description: own('body'),
    link: website === undefined ? '' : `${website.replace(/\/+$/, '')}/products/${encodeURIComponent(handle)}`,
    brand: own('vendor'),
    category: categoryPath(own('category') || own('type') || own('googleCategory').replace(/^\d+$/, '')),
    condition: own('condition'),
  }
}

function sharedAttributes(own: Own, first: ShopifyRow): Record<string, string | string[]> {
  return {
    product_type: own('type'),
    tags: listed(own('tags'), ','),
    gender: own('gender'),
    age_group: own('ageGroup'),
    ...first.metafields,
  }
}

function priceOf(cells: ShopifyCells, context: PriceContext): Pick<ProductDraft, 'price' | 'list_price' | 'currency'> {
  if (cells('price') === '') throw new RowError(warning('cell_is_missing', { column: 'price' }))
  const price = readPrice('price', cells('price'), context)
  const before = cells('compareAt') === '' ? null : readPrice('compare-at price', cells('compareAt'), context)
  const isReduced = before !== null && before.amount > price.amount
  return { price: price.amount, currency: price.currency, list_price: isReduced ? before.amount : undefined }
}

/**
 * A product whose stock is not tracked, or that is sold beyond its stock, is in stock without a quantity, because a
 * quantity limits orders. Shops with several locations export no quantity.
 */
function stockOf(cells: ShopifyCells): Pick<ProductDraft, 'availability' | 'quantity'> {
  if (cells('tracker') === '' || cells('quantity') === '') return { availability: 'in_stock' }
  const quantity = Number(cells('quantity'))
  if (!Number.isInteger(quantity)) throw new RowError(warning('quantity_is_not_whole', { text: cells('quantity') }))
  if (/^(continue|true)$/i.test(cells('policy'))) return { availability: 'in_stock' }
  return { availability: quantity > 0 ? 'in_stock' : 'out_of_stock', quantity: Math.max(0, quantity) }
}

/** Returns the weight of a variant as in merchant feeds, such as 1.2 kg. Both formats state grams. */
function weightOf(cells: ShopifyCells): string {
  const grams = Number(cells('grams'))
  if (!(grams > 0)) return ''
  const unit = cells('weightUnit')
  const factor = { kg: 1000, lb: 453.59237, oz: 28.349523125 }[unit]
  return factor === undefined ? `${grams} g` : `${Math.round((grams / factor) * 1000) / 1000} ${unit}`
}

function imagesOf(rows: readonly ShopifyRow[]): string[] {
  return rows
    .map(({ cells }, index) => ({ link: cells('image'), position: Number(cells('imagePosition')) || index + 1 }))
    .filter(({ link }) => link !== '')
    .toSorted((left, right) => left.position - right.position)
    .map(({ link }) => link)
}

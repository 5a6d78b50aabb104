import { z } from 'zod'
import { warning } from '../../../sentences/warnings/stored_warning.ts'
import { attributeName } from '../fields/attribute_name.ts'
import { minorUnits } from '../fields/currencies.ts'
import { categoryPath } from '../google/google_fields.ts'
import type { ProductDraft } from '../record.ts'
import { RowError } from '../row_error.ts'

// The fields of ACP's feed schema that are imported; others are ignored.
const text = z.string().nullish()
const description = z.object({ plain: text, html: text, markdown: text }).nullish()
const price = z.object({ amount: z.int().min(0), currency: z.string() }).nullish()
const media = z.array(z.object({ type: z.string(), url: z.string() })).nullish()

const variant = z.object({
  id: z.string(),
  title: text,
  description,
  url: text,
  barcodes: z.array(z.object({ type: z.string(), value: z.string() })).nullish(),
  price,
  list_price: price,
  availability: z.object({ available: z.boolean().nullish(), status: text }).nullish(),
  categories: z.array(z.object({ value: z.string(), taxonomy: text })).nullish(),
  condition: z.array(z.string()).nullish(),
  variant_options: z.array(z.object({ name: z.string(), value: z.string() })).nullish(),
  media,
})

/** A line of ACP's products.jsonl. */
export const acpProduct = z.object({
  id: z.string(),
  title: text,
  description,
  url: text,
  media,
  variants: z.array(variant).min(1, 'must have at least one variant.'),
})

/** Returns one variant of an ACP product. Fields that the variant lacks come from the product. */
export function acpVariantDraft(product: z.output<typeof acpProduct>, own: z.output<typeof variant>): ProductDraft {
  if (!own.price) throw new RowError(warning('cell_is_missing', { column: 'price' }))
  const before = own.list_price ?? null
  if (before !== null && before.currency !== own.price.currency) {
    const currencies = { currency: before.currency, price_currency: own.price.currency }
    throw new RowError(warning('price_has_another_currency', { column: 'list_price', ...currencies }))
  }
  const isReduced = before !== null && before.amount > own.price.amount
  return {
    id: own.id,
    item_group_id: product.id,
    title: own.title || product.title,
    description: descriptionOf(own.description) || descriptionOf(product.description),
    link: own.url || product.url,
    image_links: [...(own.media ?? []), ...(product.media ?? [])]
      .filter(({ type }) => type.toLowerCase() === 'image')
      .map(({ url }) => url),
    price: majorUnits(own.price),
    list_price: isReduced ? majorUnits(before) : undefined,
    currency: own.price.currency,
    availability: availabilityOf(own.availability),
    category: categoryPath(categoryOf(own.categories ?? [])),
    gtin: barcodeOf(own.barcodes ?? [], /^(gtin|upc|ean|isbn|jan|itf)/i),
    mpn: barcodeOf(own.barcodes ?? [], /^mpn$/i),
    sku: barcodeOf(own.barcodes ?? [], /^sku$/i),
    condition: own.condition?.[0]?.toLowerCase().replace(/^(secondhand|second-hand|pre-owned)$/, 'used'),
    feed_fields: {
      google_product_category: googleCategoryOf(own.categories ?? []),
      canonical_link: own.url && product.url && product.url !== own.url ? product.url : '',
      item_group_title: own.title && product.title && product.title !== own.title ? product.title : '',
    },
    attributes: Object.fromEntries((own.variant_options ?? []).map(({ name, value }) => [attributeName(name), value])),
  }
}

function majorUnits({ amount, currency }: { amount: number; currency: string }): number {
  const minorUnit = minorUnits.get(currency.toUpperCase())
  if (minorUnit === undefined) throw new RowError(warning('price_currency_is_unknown', { currency }))
  return amount / 10 ** minorUnit
}

/** Markdown is imported unchanged. */
function descriptionOf(given: z.output<typeof description>): string {
  return given?.plain || given?.html || given?.markdown || ''
}

function availabilityOf(given: z.output<typeof variant>['availability']): string {
  // `available` says whether the variant can be bought, `status` is context (Agentic Commerce Protocol, Availability).
  if (given?.available === false) return 'out_of_stock'
  if (given?.status) return given.status
  return given?.available === undefined || given.available === null ? '' : 'in_stock'
}

/** Returns the merchant's own category if present, else one of a taxonomy. */
function categoryOf(categories: { value: string; taxonomy?: string | null | undefined }[]): string {
  const own = categories.find(({ taxonomy }) => !taxonomy || taxonomy === 'merchant') ?? categories[0]
  return own?.value ?? ''
}

function googleCategoryOf(categories: { value: string; taxonomy?: string | null | undefined }[]): string {
  return categories.find(({ taxonomy }) => taxonomy === 'google_product_category')?.value ?? ''
}

function barcodeOf(barcodes: { type: string; value: string }[], type: RegExp): string {
  return barcodes.find((barcode) => type.test(barcode.type))?.value ?? ''
}

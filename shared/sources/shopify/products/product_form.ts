import { z } from 'zod'
import type { ShopProduct } from '../../platform.ts'
import { attributeName } from '../../../ingest/products/fields/attribute_name.ts'
import { parseDecimal, subtract } from '../../decimal.ts'
import { gid, idOf } from '../gid.ts'

export const productFields = `
  id title handle vendor status productType tags descriptionHtml onlineStoreUrl publishedAt
  featuredMedia { preview { image { url } } }
`
export const variantFields = `
  id title sku barcode price compareAtPrice inventoryQuantity inventoryPolicy
  selectedOptions { name value }
  inventoryItem { tracked }
`

const amount = z.string().regex(/^\d+(\.\d+)?$/)
const text = z.string().nullable()

export const productShape = {
  id: gid('Product'),
  title: z.string(),
  handle: z.string(),
  vendor: z.string(),
  status: z.string(),
  productType: z.string(),
  tags: z.array(z.string()),
  descriptionHtml: z.string(),
  onlineStoreUrl: text,
  publishedAt: text,
  featuredMedia: z
    .object({ preview: z.object({ image: z.object({ url: z.string() }).nullable() }).nullable() })
    .nullable(),
}
export const variantShape = {
  id: gid('ProductVariant'),
  title: z.string(),
  sku: text,
  barcode: text,
  price: amount,
  compareAtPrice: amount.nullable(),
  inventoryQuantity: z
    .string()
    .regex(/^-?\d{1,10}$/)
    .nullable(),
  inventoryPolicy: z.enum(['CONTINUE', 'DENY']),
  selectedOptions: z.array(z.object({ name: z.string(), value: z.string() })),
  inventoryItem: z.object({ tracked: z.boolean() }),
}

const productForm = z.object(productShape)
const variantForm = z.object(variantShape)
export type GivenProduct = z.output<typeof productForm>
export type GivenVariant = z.output<typeof variantForm>

/** Whether the shop sells a product to the public. Drafts, archived and unpublished products are left out, as in product files. */
export function isSold({ status, publishedAt }: GivenProduct): boolean {
  return status === 'ACTIVE' && publishedAt !== null
}

/** The most options that a product of Shopify has. */
const optionsMax = 3

/**
 * Returns a variant in the fields of the generic product file. Its id is the variant's, and its group is the product. `position` is its
 * place in the product, from 1.
 */
export function toProduct(
  product: GivenProduct,
  variant: GivenVariant,
  { currency, isOneOfMany, position }: { currency: string; isOneOfMany: boolean; position: number },
): ShopProduct {
  const options = variant.selectedOptions.filter(({ value }) => value !== 'Default Title')
  const isNamed = isOneOfMany && options.length > 0
  const images = [product.featuredMedia?.preview?.image?.url ?? ''].filter(Boolean)
  return {
    id: idOf(variant.id),
    item_group_id: idOf(product.id),
    title: product.title + (isNamed ? ` - ${options.map(({ value }) => value).join(' / ')}` : ''),
    description: product.descriptionHtml,
    link: product.onlineStoreUrl ?? '',
    image_links: images,
    currency,
    ...priceOf(variant),
    ...stockOf(variant),
    brand: product.vendor,
    category: product.productType,
    gtin: variant.barcode ?? '',
    sku: variant.sku ?? '',
    feed_fields: {
      item_group_title: isNamed ? product.title : '',
      shopify: {
        position,
        options: options.slice(0, optionsMax).map(({ name }) => ({ name, attribute: attributeName(name) })),
        ...(position === 1 ? { images } : {}),
      },
    },
    attributes: {
      product_type: product.productType,
      tags: product.tags,
      ...Object.fromEntries(options.map(({ name, value }) => [attributeName(name), value])),
    },
  }
}

/** A compare-at price above the price is the price before a reduction. */
function priceOf({ price, compareAtPrice }: GivenVariant): Record<string, string> {
  if (compareAtPrice === null) return { price }
  const { units } = subtract(parseDecimal(compareAtPrice), parseDecimal(price))
  return { price, ...(units > 0n ? { list_price: compareAtPrice } : {}) }
}

/**
 * A variant whose stock is not tracked, or that is sold beyond its stock, is in stock without a quantity, because a quantity limits orders.
 * Oversold stock is negative and counts as none.
 */
function stockOf({ inventoryQuantity, inventoryPolicy, inventoryItem }: GivenVariant): Record<string, unknown> {
  if (!inventoryItem.tracked || inventoryQuantity === null || inventoryPolicy === 'CONTINUE') {
    return { availability: 'in_stock' }
  }
  const quantity = Math.max(0, Number(inventoryQuantity))
  return { availability: quantity > 0 ? 'in_stock' : 'out_of_stock', quantity }
}

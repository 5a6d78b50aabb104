import { z } from 'zod'
import type { Call } from '../../call.ts'
import type { PlatformAccount, ProductsReply, Report, ShopProduct, Window } from '../../platform.ts'
import { readForm } from '../../reply_form.ts'
import { SourceError } from '../../source_error.ts'
import { askShop } from '../admin_api.ts'
import { isBulkReady, readBulk, startBulk } from '../bulk.ts'
import { nextCursor, pageInfo } from '../pages.ts'
import { itemPrefix } from '../webhook.ts'
import { productsOfItems } from './inventory_items.ts'
import { isSold, productFields, productShape, toProduct, variantFields, variantShape } from './product_form.ts'
import type { GivenProduct, GivenVariant } from './product_form.ts'

const pageSize = 100

/** The whole catalog of the shop, by a bulk operation. The days of the window do not matter: a product that is not there is deleted. */
export const products: Report = {
  name: 'products',
  daysMax: 1,
  daysBackMax: 1,
  request: (call) =>
    startBulk(
      call,
      `{ products { edges { node { ${productFields} variants { edges { node { ${variantFields} } } } } } } }`,
    ),
  isReady: (call, _account, reportId) => isBulkReady(call, reportId),
  read: readResult,
  readObjects,
}

/** Products with their variants, as they are collected from lines or pages. */
class Found {
  readonly unknownFields = new Set<string>()
  readonly #products = new Map<string, { product: GivenProduct; variants: GivenVariant[] }>()
  readonly #variants = new Set<string>()

  add(product: GivenProduct): void {
    if (this.#products.has(product.id)) throw repeated(product.id)
    this.#products.set(product.id, { product, variants: [] })
  }

  addVariant(productId: string, variant: GivenVariant): void {
    const parent = this.#products.get(productId)
    if (parent === undefined) throw new SourceError('reply_is_inconsistent', 'retry', { parent: productId })
    if (this.#variants.has(variant.id)) throw repeated(variant.id)
    this.#variants.add(variant.id)
    parent.variants.push(variant)
  }

  reply({ currency }: PlatformAccount, only?: string[]): ProductsReply {
    const sold: ShopProduct[] = []
    for (const { product, variants } of this.#products.values()) {
      if (!isSold(product)) continue
      const isOneOfMany = variants.length > 1
      // Shopify returns variants in their order.
      sold.push(
        ...variants.map((variant, index) =>
          toProduct(product, variant, { currency, isOneOfMany, position: index + 1 }),
        ),
      )
    }
    return { kind: 'products', products: sold, unknownFields: [...this.unknownFields], ...(only && { only }) }
  }
}

function repeated(id: string): SourceError {
  return new SourceError('reply_is_inconsistent', 'retry', { repeated: id })
}

const productLine = z.object(productShape)
const variantLine = z.object({ ...variantShape, __parentId: z.string() })

async function readResult(
  call: Call,
  account: PlatformAccount,
  _window: Window,
  reportId?: string,
): Promise<ProductsReply> {
  if (reportId === undefined) throw new SourceError('report_failed', 'restart')
  const found = new Found()
  const { lines } = await readBulk(call, reportId)
  for (const line of lines.filter((each) => !('__parentId' in each))) {
    found.add(readForm(productLine, line, found.unknownFields))
  }
  for (const line of lines.filter((each) => '__parentId' in each)) {
    const { __parentId, ...variant } = readForm(variantLine, line, found.unknownFields)
    found.addVariant(__parentId, variant)
  }
  return found.reply(account)
}

const page = z.object({
  product: z
    .object({
      ...productShape,
      variants: z.object({ pageInfo, nodes: z.array(z.object(variantShape)) }),
    })
    .nullable(),
})

async function readObjects(call: Call, account: PlatformAccount, ids: readonly string[]): Promise<ProductsReply> {
  const found = new Found()
  const items = ids.filter((id) => id.startsWith(itemPrefix))
  const named = ids.filter((id) => !id.startsWith(itemPrefix))
  const ofItems = await productsOfItems(
    call,
    items.map((id) => id.slice(itemPrefix.length)),
    found.unknownFields,
  )
  const products = new Set([...named, ...ofItems])
  for (const id of products) {
    let after: string | null = null
    do {
      const { product }: z.output<typeof page> = await askShop(
        call,
        page,
        `query ($id: ID!, $after: String) { product(id: $id) { ${productFields}
          variants(first: ${pageSize}, after: $after) { pageInfo { hasNextPage endCursor } nodes { ${variantFields} } } } }`,
        { id: `gid://shopify/Product/${id}`, after },
        found.unknownFields,
      )
      if (product === null) break
      const { variants, ...fields } = product
      if (after === null) found.add(fields)
      for (const variant of variants.nodes) found.addVariant(fields.id, variant)
      after = nextCursor(variants.pageInfo, after)
    } while (after !== null)
  }
  return found.reply(account, [...items, ...products])
}

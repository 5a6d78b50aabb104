import { productOf } from '../../ingest/products/drafts.ts'
import type { Reason } from '../../sentences/warnings/warning.ts'
import type { ProductsReply, ShopProduct } from '../platform.ts'

/** A variant as the catalog stores it, or why it cannot be in a catalog. */
export type ProductLine = { product: Record<string, unknown> } | { reason: Reason | string }

const amounts = ['price', 'list_price'] as const

/** Returns the variants of a reply by the rules of product files (shared/ingest/README.md). Amounts stay decimal text. */
export function productLines({ products }: ProductsReply): ProductLine[] {
  return products.map((product, index) => {
    const texts = amountsOf(product)
    const numbers = Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, Number(text)]))
    // The rules check numbers.
    const { value, reason } = productOf(index + 1, () => ({ ...product, ...numbers }))
    return value === null ? { reason: reason as Reason | string } : { product: { ...value, ...texts } }
  })
}

function amountsOf(product: ShopProduct): Record<string, string> {
  return Object.fromEntries(
    amounts.flatMap((name) => (typeof product[name] === 'string' ? [[name, product[name]] as const] : [])),
  )
}

import type { TransactionSql } from 'postgres'
import { copyInto, copyJson, copyNull } from '../ingest/files/copy_text.ts'
import { productOf } from '../ingest/products/drafts.ts'
import type { ProductsReply, ShopProduct } from './platform.ts'
import type { WriteTarget } from './write_orders.ts'

export interface WrittenProducts {
  changed: number
  deleted: number
  /** The variants that cannot be in the catalog, for example without a title. */
  rejected: number
}

const amounts = ['price', 'list_price'] as const

/**
 * Writes the variants of a reply to the catalog in the caller's transaction. An unchanged one writes nothing. Products that the shop no
 * longer has, or no longer sells, leave the catalog.
 */
export async function writeProducts(
  transaction: TransactionSql,
  { brandId, sourceId }: WriteTarget,
  reply: ProductsReply,
): Promise<WrittenProducts> {
  let rejected = 0
  const lines = reply.products.map((product, index) => {
    const { value, reason } = productOf(index + 1, () => withNumbers(product))
    if (value === null) rejected += 1
    return value === null
      ? `${index + 1}\t${copyNull}\t${copyJson(reason)}\n`
      : `${index + 1}\t${copyJson({ ...value, ...amountsOf(product) })}\t${copyNull}\n`
  })
  await transaction`select storefront.open_product_import()`
  await copyInto(transaction, 'pg_temp.products', ['line', 'product', 'reason'], lines)
  const [row] = await transaction<{ report: { changed: number; deleted: number } }[]>`
    select storefront.commit_product_import(
      ${brandId}, 'source', ${sourceId}, ${lines.length}, true, '[]', ${sourceId}, ${reply.only ?? null}
    ) as report`
  return { ...row!.report, rejected }
}

/** The rules of product files check numbers. The stored amounts are the texts. */
function withNumbers(product: ShopProduct): Record<string, unknown> {
  return {
    ...product,
    ...Object.fromEntries(Object.entries(amountsOf(product)).map(([name, text]) => [name, Number(text)])),
  }
}

function amountsOf(product: ShopProduct): Record<string, string> {
  return Object.fromEntries(
    amounts.flatMap((name) => (typeof product[name] === 'string' ? [[name, product[name]] as const] : [])),
  )
}

import type { Sql, TransactionSql } from 'postgres'
import { warning } from '../../sentences/warnings/stored_warning.ts'
import type { Warning } from '../../sentences/warnings/warning.ts'
import { copyInto, copyJson, copyNull, copyText } from '../files/copy_text.ts'
import { findBrand } from '../find_brand.ts'
import type { ImportReport } from '../import_report.ts'
import { importTransaction } from '../import_transaction.ts'
import { withProgress } from '../files/progress.ts'
import { openProducts } from './open.ts'
import type { DecimalMark } from './fields/price.ts'
import { noteFields } from './fields/stated_fields.ts'
import type { ProductFormat } from './recognize.ts'
import { openReviews } from './reviews.ts'
import type { ImportRecord } from '../files/records.ts'
import { nameOf } from '../files/input_file.ts'
import type { FileImport } from '../import_transaction.ts'

export interface ProductOptions extends FileImport {
  format?: ProductFormat
  /** Currency (ISO 4217) of prices without one. Shopify's files never contain it. */
  currency?: string
  /**
   * The decimal separator of ambiguous prices such as 1,234. By default it is inferred from the file's other prices.
   */
  decimal?: DecimalMark
  /** Base URL of the shop, for links to its products. By default the website that the brand has stated. */
  website?: string
  /** Whether products that the file lacks are removed from the catalog. */
  replaces?: boolean
}

/** Imports a product feed in any known format in one transaction. Products are searchable on commit. */
export async function importProducts(sql: Sql, options: ProductOptions): Promise<ImportReport> {
  const { file, format, replaces = false } = options
  const website = options.website ?? (await statedWebsite(sql, options))
  const source = await openProducts(file, format, { ...options, ...(website ? { website } : {}) })
  const stated = new Set<string>()
  const noted = { ...source, batches: noteFields(source.batches, stated) }
  return await importObjects(sql, options, noted, {
    table: 'products',
    column: 'product',
    open: (transaction) => transaction`select storefront.open_product_import()`,
    commit: (transaction, brandId, rowsRead, warnings) => transaction`
      select storefront.commit_product_import(
        ${brandId}, ${source.format}, ${nameOf(file)}, ${rowsRead}, ${replaces}, ${transaction.json(warnings as never)},
        stated_fields => ${[...stated]}::text[]
      ) as report`,
  })
}

/** Returns the website of a brand. Null if it has stated none. */
async function statedWebsite(sql: Sql, { brand, audience }: FileImport): Promise<string | null> {
  return (await sql.begin(async (transaction) => {
    await transaction`set local role vitrine_worker`
    const brandId = await findBrand(transaction, { brand, audience })
    const [row] = await transaction`
      select core.enter_brand(${brandId}), storefront.website(${brandId}) as website`
    return (row?.website ?? null) as string | null
  })) as string | null
}

/** Imports reviews in one transaction. Their products must exist. */
export async function importReviews(sql: Sql, options: FileImport): Promise<ImportReport> {
  const source = await openReviews(options.file)
  return await importObjects(sql, options, source, {
    table: 'reviews',
    column: 'review',
    open: (transaction) => transaction`select storefront.open_review_import()`,
    commit: (transaction, brandId, rowsRead) => transaction`
      select storefront.commit_review_import(${brandId}, ${source.format}, ${nameOf(options.file)}, ${rowsRead}) as report`,
  })
}

/** Up to this many products with shortened fields are named one by one. */
const namedMax = 100

interface Target {
  table: string
  column: string
  open: (transaction: TransactionSql) => PromiseLike<unknown>
  commit: (
    transaction: TransactionSql,
    brandId: string,
    rowsRead: number,
    warnings: Warning[],
  ) => PromiseLike<readonly Record<string, unknown>[]>
}

async function importObjects(
  sql: Sql,
  options: FileImport,
  source: { batches: AsyncIterable<ImportRecord<unknown>[]>; warnings?: Warning[] },
  target: Target,
): Promise<ImportReport> {
  let rowsRead = 0
  let changed = 0
  const firsts: Warning[] = []
  async function* lines() {
    for await (const batch of withProgress(source.batches, options)) {
      rowsRead += batch.length
      for (const { line, value, cuts = [] } of batch) {
        if (cuts.length === 0) continue
        changed += 1
        if (changed > namedMax) continue
        const product_id = (value as { id?: string } | null)?.id ?? null
        firsts.push(warning('product_is_cut', { line, product_id, cuts: [...cuts] }))
      }
      yield batch
        .map(({ line, value, reason }) =>
          value === null
            ? `${line}\t${copyNull}\t${copyJson(reason)}\n`
            : `${line}\t${copyText(JSON.stringify(value))}\t${copyNull}\n`,
        )
        .join('')
    }
  }
  return await importTransaction(sql, options, async (transaction, brandId) => {
    await target.open(transaction)
    await copyInto(transaction, `pg_temp.${target.table}`, ['line', target.column, 'reason'], lines())
    return await target.commit(transaction, brandId, rowsRead, [
      ...firsts,
      ...(changed > namedMax ? [warning('more_products_are_cut', { products: changed - namedMax })] : []),
      ...(source.warnings ?? []),
    ])
  })
}

import type { TransactionSql } from 'postgres'
import type { BenchCluster } from './cluster.ts'

/** Imports products of the brand brd_shop. `stage` writes them into pg_temp.products, `finish` runs after the import, in its transaction. */
export async function importProducts(
  { sql }: Pick<BenchCluster, 'sql'>,
  count: number,
  stage: (transaction: TransactionSql) => Promise<unknown>,
  finish?: (transaction: TransactionSql) => Promise<unknown>,
): Promise<void> {
  await sql.begin(async (transaction) => {
    await transaction`select core.enter_brand('brd_shop')`
    await transaction`select storefront.open_product_import()`
    await stage(transaction)
    await transaction`select storefront.commit_product_import('brd_shop', 'generic_jsonl', 'bench', ${count})`
    await finish?.(transaction)
  })
}

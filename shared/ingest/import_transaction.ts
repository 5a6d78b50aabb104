import type { Sql, TransactionSql } from 'postgres'
import { withSentences } from '../db/warnings.ts'
import type { Audience } from '../sentences/audience.ts'
import { findBrand } from './find_brand.ts'
import { requireRows } from './import_report.ts'
import type { ImportReport } from './import_report.ts'

/**
 * Runs an import into a brand as the worker's role in one transaction and returns its report for the audience. `run` stages the rows and
 * returns the row of the SQL function that commits them. Throws ImportError if nothing can be imported or, if strict,
 * if a row was rejected.
 */
export async function importTransaction(
  sql: Sql,
  { brand, audience, strict }: { brand: string; audience: Audience; strict?: boolean | undefined },
  run: (transaction: TransactionSql, brandId: string) => PromiseLike<readonly Record<string, unknown>[]>,
): Promise<ImportReport> {
  return (await sql.begin(async (transaction) => {
    await transaction`set local role vitrine_worker`
    await transaction`set local work_mem = '256MB'`
    const brandId = await findBrand(transaction, { brand, audience })
    await transaction`select core.enter_brand(${brandId})`
    const [row] = await run(transaction, brandId)
    return requireRows(await withSentences(row?.report as ImportReport, audience), { audience, strict })
  })) as ImportReport
}

import type { Sql, TransactionSql } from 'postgres'
import { withSentences } from '../db/warnings.ts'
import type { Audience } from '../sentences/audience.ts'
import type { FileSource } from './files/input_file.ts'
import type { OnProgress } from './files/progress.ts'
import { findBrand } from './find_brand.ts'
import { requireRows } from './import_report.ts'
import type { ImportReport } from './import_report.ts'

/** What every importer of a brand's data needs. */
export interface FileImport {
  /** Id or slug of the brand. */
  brand: string
  /** The reader of the report. */
  audience: Audience
  file: FileSource
  /** Whether to reject the whole file if a row is rejected. */
  strict?: boolean | undefined
  onProgress?: OnProgress | undefined
  /** Runs in the transaction of the import, after its rows are stored. */
  finish?: ((transaction: TransactionSql, importId: string) => Promise<unknown>) | undefined
}

/**
 * Runs an import into a brand as the worker's role in one transaction and returns its report for the audience. `run` stages the rows and
 * returns the row of the SQL function that commits them. Throws ImportError if nothing can be imported or, if strict,
 * if a row was rejected.
 */
export async function importTransaction(
  sql: Sql,
  { brand, audience, strict, finish }: FileImport,
  run: (transaction: TransactionSql, brandId: string) => PromiseLike<readonly Record<string, unknown>[]>,
): Promise<ImportReport> {
  return (await sql.begin(async (transaction) => {
    await transaction`set local role vitrine_worker`
    await transaction`set local work_mem = '256MB'`
    const brandId = await findBrand(transaction, { brand, audience })
    await transaction`select core.enter_brand(${brandId})`
    const [row] = await run(transaction, brandId)
    const report = requireRows(await withSentences(row?.report as ImportReport, audience), { audience, strict })
    await finish?.(transaction, report.import_id)
    return report
  })) as ImportReport
}

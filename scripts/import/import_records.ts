import type { PendingQuery, Row, Sql, TransactionSql } from 'postgres'
import type { z } from 'zod'
import { findBrand } from './find_brand.ts'
import { copyInto, copyNull, copyText } from './copy_text.ts'
import { nothingAccepted } from './import_report.ts'
import type { ImportReport } from './import_report.ts'
import { readRecords } from './records.ts'

type Statement = PendingQuery<Row[]>

export interface RecordImport<Schema extends z.ZodObject = z.ZodObject> {
  /** Id or slug. */
  brand: string
  path: string
  schema: Schema
  /** The temporary table that `open` makes, with line, reason and these columns. */
  table: string
  columns: readonly string[]
  /** Where a column bears another name than its field. */
  rename?: Record<string, string>
  /** What no single field can tell. */
  fault?: (record: z.infer<Schema>) => string | null
  /** Demonstrations: another record in a record's place, or null to leave it out. */
  move?: ((record: z.infer<Schema>) => z.infer<Schema> | null) | undefined
  open: (transaction: TransactionSql) => Statement
  commit: (transaction: TransactionSql, read: { brandId: string; dialect: string; rowsRead: number }) => Statement
  onProgress?: ((progress: { rows: number; seconds: number }) => void) | undefined
}

/** Imports a file of records into a brand through a temporary table: all of the file or, when anything fails, nothing of it. */
export async function importRecords<Schema extends z.ZodObject>(
  sql: Sql,
  options: RecordImport<Schema>,
): Promise<ImportReport> {
  let rowsRead = 0
  const startedAt = performance.now()
  async function* lines() {
    for await (const batch of readRecords(options.path, options.schema)) {
      let text = ''
      for (const { line, value: given, reason } of batch) {
        const value = given && options.move ? options.move(given) : given
        if (given && value === null) continue
        const fault = reason ?? (value && options.fault?.(value)) ?? null
        const cells = options.columns.map((column) => {
          const field = (value as Record<string, unknown> | null)?.[options.rename?.[column] ?? column]
          return field === undefined || fault !== null ? copyNull : copyText(String(field))
        })
        text += `${line}\t${fault === null ? copyNull : copyText(fault)}\t${cells.join('\t')}\n`
      }
      rowsRead += batch.length
      options.onProgress?.({ rows: rowsRead, seconds: (performance.now() - startedAt) / 1000 })
      yield text
    }
  }
  return (await sql.begin(async (transaction) => {
    await transaction`set local role vitrine_worker`
    await transaction`set local work_mem = '256MB'`
    const brandId = await findBrand(transaction, options.brand)
    await transaction`select core.enter_brand(${brandId})`
    await options.open(transaction)
    await copyInto(transaction, `pg_temp.${options.table}`, ['line', 'reason', ...options.columns], lines())
    await transaction.unsafe(`analyze pg_temp.${options.table}`)
    const [row] = await options.commit(transaction, {
      brandId,
      dialect: options.path.replace(/\.gz$/, '').endsWith('.jsonl') ? 'jsonl' : 'csv',
      rowsRead,
    })
    const report = row?.report as ImportReport
    if (report.rows_accepted === 0) throw nothingAccepted(report)
    return report
  })) as ImportReport
}

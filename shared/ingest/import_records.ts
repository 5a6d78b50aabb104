import type { PendingQuery, Row, Sql, TransactionSql } from 'postgres'
import type { z } from 'zod'
import type { Reason } from '../sentences/warnings/warning.ts'
import { copyInto, copyJson, copyNull, copyText } from './files/copy_text.ts'
import type { ImportReport } from './import_report.ts'
import { importTransaction } from './import_transaction.ts'
import { withProgress } from './files/progress.ts'
import { readRecords } from './files/records.ts'
import type { CellOptions, ImportRecord } from './files/records.ts'
import { nameOf } from './files/input_file.ts'
import type { FileImport } from './import_transaction.ts'

type Statement = PendingQuery<Row[]>

/** The file of records to import. */
export type RecordFile = FileImport & CellOptions

export interface RecordImport<Schema extends z.ZodObject = z.ZodObject> extends FileImport, CellOptions {
  schema: Schema
  /** The records and the name of a format with its own reader. Default: those of CSV and JSON Lines. */
  records?: AsyncGenerator<ImportRecord<z.infer<Schema>>[]>
  dialect?: string
  /** The temporary table that `open` creates, with line, reason and these columns. */
  table: string
  columns: readonly string[]
  /** Column names that differ from the field's name. */
  rename?: Record<string, string>
  /** Returns why a record with valid fields is invalid as a whole, or null. */
  validate?: (record: z.infer<Schema>) => Reason | null
  open: (transaction: TransactionSql) => Statement
  commit: (transaction: TransactionSql, read: { brandId: string; dialect: string; rowsRead: number }) => Statement
}

/**
 * Imports a file of records into a brand in one transaction, through a temporary table. Throws ImportError if nothing
 * can be imported.
 */
export async function importRecords<Schema extends z.ZodObject>(
  sql: Sql,
  options: RecordImport<Schema>,
): Promise<ImportReport> {
  let rowsRead = 0
  async function* lines() {
    const records = options.records ?? readRecords(options.file, options.schema, options)
    for await (const batch of withProgress(records, options)) {
      rowsRead += batch.length
      yield batch.map((record) => copyLine(record, options)).join('')
    }
  }
  return await importTransaction(sql, options, async (transaction, brandId) => {
    await options.open(transaction)
    await copyInto(transaction, `pg_temp.${options.table}`, ['line', 'reason', ...options.columns], lines())
    await transaction.unsafe(`analyze pg_temp.${options.table}`)
    return await options.commit(transaction, {
      brandId,
      dialect: options.dialect ?? (nameOf(options.file).replace(/\.gz$/, '').endsWith('.jsonl') ? 'jsonl' : 'csv'),
      rowsRead,
    })
  })
}

/** Returns a line of COPY text: the record, or the reason of its rejection. */
function copyLine<Schema extends z.ZodObject>(
  { line, value, reason }: ImportRecord<z.infer<Schema>>,
  { validate, columns, rename }: RecordImport<Schema>,
): string {
  const error = reason ?? (value && validate?.(value)) ?? null
  const cells = columns.map((column) => {
    const field = (value as Record<string, unknown> | null)?.[rename?.[column] ?? column]
    return field === undefined || error !== null ? copyNull : copyText(String(field))
  })
  return `${line}\t${error === null ? copyNull : copyJson(error)}\t${cells.join('\t')}\n`
}

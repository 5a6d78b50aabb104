import type { z } from 'zod'
import type { Cut } from '../../sentences/warnings/imports.ts'
import { warning } from '../../sentences/warnings/stored_warning.ts'
import type { Warning } from '../../sentences/warnings/warning.ts'
import { ImportError } from '../import_error.ts'
import { plainColumn, sharedColumns } from '../column_names.ts'
import type { ColumnNames } from '../column_names.ts'
import { parseAmount, showsDecimalComma } from '../fields/amount.ts'
import { withIsoDate } from '../fields/date_order.ts'
import type { DateOrder } from '../fields/date_order.ts'
import { isAmount, isInstant } from '../fields/record_fields.ts'
import { parseHead, readCsv } from './csv.ts'
import { plainMessage } from '../../http/input/plain_messages.ts'
import { readHead } from './text_file.ts'
import type { FileSource } from './input_file.ts'

/** A record with its value, or the reason of its rejection. */
export type ImportRecord<Value> = AcceptedRecord<Value> | RejectedRecord

interface AcceptedRecord<Value> {
  line: number
  value: Value
  reason: null
  /** What was cut so that the record could be imported. */
  cuts?: readonly Cut[]
}

interface RejectedRecord {
  line: number
  value: null
  reason: Warning
  cuts?: undefined
}

/** How the cells of a CSV file are read. */
export interface CellOptions {
  /** The columns of the fields. Only these are read. */
  mapping?: ColumnNames | undefined
  /** The order of day and month in dates such as 03.04.2026, which are rejected without it. */
  dates?: DateOrder | undefined
}

/**
 * Yields the records of a CSV file with a header, or of a JSON Lines file, validated by a schema whose keys are column
 * names. Throws ImportError if the file lacks a required column.
 */
export async function* readRecords<Schema extends z.ZodObject>(
  file: FileSource,
  schema: Schema,
  options: CellOptions = {},
): AsyncGenerator<ImportRecord<z.infer<Schema>>[]> {
  const head = await readHead(file)
  const batches = head.trimStart().startsWith('{') ? jsonObjects(file) : csvObjects(file, head, schema, options)
  for await (const batch of batches) yield batch.map(({ line, object }) => check(line, object, schema))
}

interface Found {
  line: number
  /** Undefined if the line is not an object. */
  object: Record<string, unknown> | undefined
}

async function* csvObjects(
  file: FileSource,
  head: string,
  schema: z.ZodObject,
  { mapping, dates }: CellOptions,
): AsyncGenerator<Found[]> {
  const { columns, delimiter } = readColumns(head)
  const header = mapping ? renamed(columns, mapping) : columns
  const missing = Object.entries(schema.shape).filter(
    ([name, column]) => !header.includes(name) && !column.safeParse(undefined).success,
  )
  if (missing.length > 0) {
    const names = missing.map(([name]) => name).join(', ')
    throw new ImportError(`The file lacks the column ${names}. It has: ${columns.join(', ')}.`)
  }
  const hasDecimalComma = showsDecimalComma(parseHead(head, delimiter).slice(1).flat(), delimiter === ';')
  const readers = header.map((name) => cellReader(schema.shape[name], hasDecimalComma, dates))
  for await (const batch of readCsv(file, delimiter)) {
    yield batch
      .filter(({ line, cells }) => line > 1 && cells.some((cell) => cell !== ''))
      .map(({ line, cells }) => ({
        line,
        object: Object.fromEntries(
          header.flatMap((name, index) => (cells[index] && name ? [[name, readers[index]?.(cells[index])]] : [])),
        ),
      }))
  }
}

/** Returns the column names of a CSV file with a header, in lower case, and its delimiter. */
export function readColumns(head: string): { columns: string[]; delimiter: string } {
  const delimiter = [',', '\t', ';'].find((candidate) => head.split('\n')[0]?.includes(candidate)) ?? ','
  const columns = (parseHead(head, delimiter)[0] ?? []).map(plainColumn)
  return { columns, delimiter }
}

/** Returns how a cell becomes the value that the schema of its field parses. */
function cellReader(
  field: unknown,
  hasDecimalComma: boolean,
  dates: DateOrder | undefined,
): (cell: string) => string | number {
  if (dates && isInstant(field)) return (cell) => withIsoDate(cell, dates)
  if (hasDecimalComma && isAmount(field)) return (cell) => parseAmount(cell, true) ?? cell
  return (cell) => cell
}

/** Returns the fields of the mapped columns; '' for the others. */
function renamed(columns: readonly string[], mapping: ColumnNames): string[] {
  const fields = new Map(Object.entries(mapping).map(([field, column]) => [plainColumn(column), field]))
  if (Object.keys(sharedColumns(mapping)).length > 0) {
    throw new ImportError('The mapping uses one column for two fields. Choose a column of its own for each field.')
  }
  const absent = [...fields.keys()].filter((column) => !columns.includes(column))
  if (absent.length > 0) {
    throw new ImportError(`The mapping names the column ${absent.join(', ')}, which the file lacks.`)
  }
  return columns.map((column, index) => (columns.indexOf(column) === index ? (fields.get(column) ?? '') : ''))
}

async function* jsonObjects(file: FileSource): AsyncGenerator<Found[]> {
  for await (const batch of readCsv(file, '\u0000')) {
    yield batch
      .filter(({ cells }) => cells[0]?.trim())
      .map(({ line, cells }) => ({ line, object: parse(cells[0] as string) }))
  }
}

function parse(text: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    return undefined
  }
}

/** Returns the record of a line, or the reason of its rejection. */
export function check<Schema extends z.ZodObject>(
  line: number,
  object: Found['object'],
  schema: Schema,
): ImportRecord<z.infer<Schema>> {
  if (object === undefined) return { line, value: null, reason: warning('line_is_no_object') }
  const parsed = schema.safeParse(object, { error: plainMessage })
  if (parsed.success) return { line, value: parsed.data, reason: null }
  const reasons = parsed.error.issues.map((issue) => `${issue.path[0]?.toString() ?? 'line'}: ${issue.message}`)
  return { line, value: null, reason: reasons.join(' ') }
}

import type { z } from 'zod'
import type { Cut } from '../../sentences/warnings/imports.ts'
import { warning } from '../../sentences/warnings/stored_warning.ts'
import type { Warning } from '../../sentences/warnings/warning.ts'
import { ImportError } from '../import_error.ts'
import { parseHead, readCsv } from './csv.ts'
import { plainMessage } from '../../http/input/plain_messages.ts'
import { readHead } from './text_file.ts'

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

/**
 * Yields the records of a CSV file with a header, or of a JSON Lines file, validated by a schema whose keys are column
 * names. Throws ImportError if the file lacks a required column.
 */
export async function* readRecords<Schema extends z.ZodObject>(
  path: string,
  schema: Schema,
): AsyncGenerator<ImportRecord<z.infer<Schema>>[]> {
  const head = await readHead(path)
  const batches = head.trimStart().startsWith('{') ? jsonObjects(path) : csvObjects(path, head, schema)
  for await (const batch of batches) yield batch.map(({ line, object }) => check(line, object, schema))
}

interface Found {
  line: number
  /** Undefined if the line is not an object. */
  object: Record<string, unknown> | undefined
}

async function* csvObjects(path: string, head: string, schema: z.ZodObject): AsyncGenerator<Found[]> {
  const delimiter = [',', '\t', ';'].find((candidate) => head.split('\n')[0]?.includes(candidate)) ?? ','
  const header = (parseHead(head, delimiter)[0] ?? []).map((name) =>
    name
      .replace(/^\uFEFF/, '')
      .trim()
      .toLowerCase(),
  )
  const missing = Object.entries(schema.shape).filter(
    ([name, column]) => !header.includes(name) && !column.safeParse(undefined).success,
  )
  if (missing.length > 0) {
    const names = missing.map(([name]) => name).join(', ')
    throw new ImportError(`The file lacks the column ${names}. It has: ${header.join(', ')}.`)
  }
  for await (const batch of readCsv(path, delimiter)) {
    yield batch
      .filter(({ line, cells }) => line > 1 && cells.some((cell) => cell !== ''))
      .map(({ line, cells }) => ({
        line,
        object: Object.fromEntries(header.flatMap((name, index) => (cells[index] ? [[name, cells[index]]] : []))),
      }))
  }
}

async function* jsonObjects(path: string): AsyncGenerator<Found[]> {
  for await (const batch of readCsv(path, '\u0000')) {
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

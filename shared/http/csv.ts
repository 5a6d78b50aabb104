import type { Context } from 'hono'
import type { CsvForm, Operation } from '../operation.ts'
import type { AppEnv } from './app_env.ts'
import { ApiError, invalidInput } from '../errors/api_error.ts'
import { acceptsOnly, isBeforeJson } from './accept.ts'

type Row = Record<string, unknown>

/** Rows per database call. Each page is a separate call, so that a slow client does not hold a connection. */
export const csvPageRows = 5000

/**
 * Returns the format that the client requests, by `format=csv` or by Accept. Returns the error of a format that the operation does
 * not have: invalid_request, or not_acceptable for an Accept header that allows only CSV (RFC 9110, section 12.5.1).
 */
export function requestedFormat(context: Context<AppEnv>, operation: Operation): 'csv' | 'json' | ApiError {
  const { csv, input, contentTypes, otherContentTypes } = operation
  const accept = context.req.header('Accept') ?? ''
  if (!csv) {
    const isCsvOnly = acceptsOnly(accept, 'text/csv', [
      ...(contentTypes ?? ['application/json']),
      ...(otherContentTypes ?? []),
    ])
    return isCsvOnly
      ? new ApiError('not_acceptable', 'This operation does not return CSV. Send `Accept: application/json`.')
      : 'json'
  }
  const given = 'format' in input.shape ? undefined : context.req.query('format')
  if (given !== undefined && given !== 'csv' && given !== 'json') {
    return invalidInput('format', 'must be one of json, csv.')
  }
  return given ?? (isBeforeJson(accept, 'text/csv') ? 'csv' : 'json')
}

/** Returns the input of the first page. If the caller gives limit or page, it returns the input unchanged. */
export function csvInput(context: Context<AppEnv>, operation: Operation, input: Row): Row {
  return isWhole(context, operation) ? { ...input, limit: csvPageRows, page: 1 } : input
}

/** Whether the CSV contains all pages, which is the case unless the caller gives limit or page. */
export function isWhole(context: Context<AppEnv>, { input }: Operation): boolean {
  return 'page' in input.shape && ['limit', 'page'].every((name) => context.req.query(name) === undefined)
}

/** The pages of a CSV file: the input and response of the first one, and how the others are read. */
export interface CsvPages {
  input: Row
  first: Row
  /** The rows of a complete page. A page with fewer is the last. */
  pageRows: number
  /** Reads a page. Null if the file has only the first one. */
  readPage: ((page: number) => Promise<Row>) | null
}

/** Streams the pages of a response as CSV (RFC 4180). */
export function csvStream(form: CsvForm, { input, first, pageRows, readPage }: CsvPages): ReadableStream<Uint8Array> {
  const columns = form.columns(input, first)
  const version = versionOf(first)
  const encoder = new TextEncoder()
  let page = 1
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const body = page === 1 || !readPage ? first : await readPage(page)
        // Abort if the data changed, so that a file never mixes two versions. The client sees a body that ends early.
        if (versionOf(body) !== version) throw new Error('The data changed while it was sent as CSV.')
        const rows = body[form.rows] as Row[]
        const lines = rows.map((row) => line(columns.map((column) => valueAt(row, column))))
        if (page === 1) lines.unshift(line(columns))
        if (lines.length > 0) controller.enqueue(encoder.encode(lines.join('')))
        page += 1
        if (rows.length < pageRows || !readPage) controller.close()
      },
    },
    { highWaterMark: 1 },
  )
}

/** Returns the response headers that carry `meta`, because CSV has no field for it. */
export function csvHeaders(body: Row, isSimulated: boolean, fileName = 'vitrine.csv'): Record<string, string> {
  const meta = { ...body, ...(body.meta as Row | undefined) }
  const warnings = (meta.warnings as string[] | undefined) ?? []
  const shown = warnings.slice(0, 10).map((warning) => (warning.length > 300 ? `${warning.slice(0, 300)}…` : warning))
  const left = warnings.length - shown.length
  return {
    'Content-Type': 'text/csv; charset=utf-8; header=present',
    'Content-Disposition': attachment(fileName),
    'X-Warnings': ascii(JSON.stringify(left > 0 ? [...shown, `${left} more: ask for JSON.`] : shown)),
    'X-Simulated': String(isSimulated),
    ...(typeof meta.currency === 'string' ? { 'X-Currency': meta.currency } : {}),
    ...(typeof meta.timezone === 'string' ? { 'X-Timezone': meta.timezone } : {}),
    ...(typeof meta.total_rows === 'number' ? { 'X-Total-Rows': String(meta.total_rows) } : {}),
  }
}

/** Returns the header of a download. A name outside ASCII is sent as filename* too (RFC 6266, section 4.3). */
function attachment(fileName: string): string {
  const plain = fileName.replaceAll(/[^\w .()-]/g, '_')
  if (plain === fileName) return `attachment; filename="${plain}"`
  const encoded = encodeURIComponent(fileName).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}

function versionOf({ totals, meta }: Row): string {
  return JSON.stringify([totals, (meta as Row | undefined)?.total_rows])
}

function valueAt(row: Row, column: string): unknown {
  return column.split('.').reduce<unknown>((value, name) => (value as Row | null | undefined)?.[name], row)
}

function line(cells: readonly unknown[]): string {
  return `${cells.map(cell).join(',')}\r\n`
}

/** Prefixes text that a spreadsheet would execute as a formula with an apostrophe (OWASP, CSV injection). */
function cell(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  const text = Array.isArray(value) ? value.join(' ') : typeof value === 'string' ? value : JSON.stringify(value)
  const safe = /^[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe
}

function ascii(text: string): string {
  return text.replaceAll(/[^\x20-\x7e]/g, (character) =>
    Array.from(
      { length: character.length },
      (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`,
    ).join(''),
  )
}

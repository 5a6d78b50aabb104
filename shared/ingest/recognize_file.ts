import { openAds } from './ads/ads.ts'
import { plainColumn } from './column_names.ts'
import { csvDialects, isCertain, resolveHeader } from './ads/ad_dialects.ts'
import { creative } from './ads/creatives.ts'
import { parseHead } from './files/csv.ts'
import { refuseBinary } from './files/file_kind.ts'
import type { FileSource } from './files/input_file.ts'
import { readColumns } from './files/records.ts'
import { readHead } from './files/text_file.ts'
import type { FileKind } from './file_kinds.ts'
import { ImportError } from './import_error.ts'
import { journey } from './journeys.ts'
import { order } from './orders/order.ts'
import { isShopifyOrders, shopifyColumns } from './orders/shopify_orders.ts'
import { isOpenai } from './products/acp/openai_fields.ts'
import { googleColumnsMissing } from './products/google/google_tsv.ts'
import { recognizeJson, recognizeTable, xmlRoot } from './products/recognize.ts'
import { isShopify } from './products/shopify/shopify_columns.ts'
import { readHeader } from './products/table.ts'
import { signal } from './signals.ts'

/** The kinds whose columns can be mapped, besides ads: their fields are those of the schema. */
export const recordSchemas = { orders: order, journeys: journey, creatives: creative, signals: signal } as const

export interface RecognizedFile {
  /** Null if the header matches no known format. */
  kind: FileKind | null
  /** The format: a platform of ads, a product format, csv, jsonl or xml. */
  dialect: string
  /** The names of the columns. Empty for JSON and XML. */
  columns: string[]
  /** The first rows below the header. */
  rows: string[][]
  /** The rows of the beginning of the file, by which the order of day and month is detected. */
  sample: string[][]
  /** The columns that are read, by field. Empty if they are not known before the import. */
  fields: { field: string; column: string }[]
  /** The currency that the header names. */
  currency: string | null
  /** The platform whose report it is, if the format is that of one platform. */
  platform: string | null
  /** Whether the report can be of another platform, because its columns are also those of others. */
  isUncertain: boolean
}

const unnamed = { currency: null, platform: null, isUncertain: false }
const rowsShown = 8
const sampleMax = 2000
const headCharacters = 65_536
const columnsMax = 200
const delimiters = [',', '\t', ';']

/**
 * Detects kind and format of a file by its beginning. Throws ImportError, with what to fix, for files that no importer
 * reads, such as pictures and workbooks.
 */
export async function recognizeFile(file: FileSource): Promise<RecognizedFile> {
  await refuseBinary(file)
  const head = await readHead(file, headCharacters)
  const start = head.replace(/^\uFEFF/, '').trimStart()
  if (start.startsWith('<')) return recognizeXml(start)
  if (/^[[{]/.test(start)) return await recognizeObjects(file, start)
  const found = await recognizeCsv(file, head)
  if (found.kind === null) requireTable(found)
  if (found.columns.length > 0 && found.rows.length === 0 && head.length < headCharacters) {
    throw new ImportError('There are no rows below the names of the columns. Export the file again with its rows.')
  }
  return found
}

/** Throws ImportError for a text that is no table, such as a letter: rows of a table have as many cells as the header. */
function requireTable({ columns, sample }: RecognizedFile): void {
  const names = columns.filter((name) => name !== '')
  const alike = sample.filter((cells) => cells.length === columns.length)
  if (names.length > 1 && alike.length * 2 >= sample.length) return
  throw new ImportError(
    'The file is no table. Its first line must have the names of the columns, separated by commas, semicolons or tabs. ' +
      'Delete lines above it.',
  )
}

function plain(kind: FileKind | null, dialect: string): RecognizedFile {
  return { kind, dialect, columns: [], rows: [], sample: [], fields: [], ...unnamed }
}

function recognizeXml(head: string): RecognizedFile {
  const root = xmlRoot(head)
  if (root === 'feed' && /<reviews[\s>]|product_reviews\.xsd/.test(head)) return plain('reviews', 'google_reviews_xml')
  if (root === 'rss' || root === 'feed') return plain('products', 'google_xml')
  throw new ImportError(
    root === 'html'
      ? 'The file is a web page. Download the data itself.'
      : `The XML begins with <${root}>, which is neither a product feed nor a review feed.`,
  )
}

async function recognizeObjects(file: FileSource, start: string): Promise<RecognizedFile> {
  if (/"date_start"\s*:/.test(start)) return { ...plain('ads', 'meta_ads'), platform: 'meta' }
  const first = firstObject(start)
  if (first === null) {
    throw new ImportError('The file is neither JSON Lines nor a Meta Insights reply. Write one JSON object per line.')
  }
  const names = Object.keys(first)
  const has = (...fields: string[]) => fields.every((field) => names.includes(field))
  const kind = kindOf(has)
  if (kind !== null) return plain(kind, 'jsonl')
  if (has('product_id', 'rating')) return plain('reviews', 'jsonl')
  if (has('variants') || (has('id', 'title') && has('price')) || isOpenai(names)) {
    return plain('products', await recognizeJson(file))
  }
  throw new ImportError(
    `The objects of the file have the unknown fields ${names.slice(0, 20).join(', ').slice(0, 500)}. See the guide for the fields of each kind.`,
  )
}

function firstObject(start: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(start.split('\n', 1)[0] as string)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null
  } catch {
    return null
  }
}

/** Returns the kind of records that have the required fields of its schema. */
function kindOf(has: (...fields: string[]) => boolean): FileKind | null {
  if (has('order_id', 'ordered_at')) return 'orders'
  if (has('touched_at', 'channel')) return 'journeys'
  if (has('signal_id', 'component')) return 'signals'
  return has('platform', 'creative_id') && !has('date') ? 'creatives' : null
}

async function recognizeCsv(file: FileSource, head: string): Promise<RecognizedFile> {
  const [firstLine = ''] = head.trimStart().split('\n', 1)
  if (firstLine.length >= headCharacters) {
    throw new ImportError(
      `The first line is longer than ${headCharacters.toLocaleString('en')} characters. It must contain the names of the columns.`,
    )
  }
  const { columns: names, delimiter } = readColumns(head)
  if (names.length > columnsMax) {
    throw new ImportError(
      `The file has ${names.length.toLocaleString('en')} columns. At most ${columnsMax} are possible. Export only the columns that you need.`,
    )
  }
  const ads = await recognizeAds(file, head)
  if (ads) return ads
  const table = tableOf(head, delimiter, 0)
  if (names.includes('from') && names.includes('to') && names.includes('rate')) {
    throw new ImportError(
      'The file contains exchange rates. They apply to all brands of this installation, so only its operator imports them.',
    )
  }
  const has = (...fields: string[]) => fields.every((field) => names.includes(field))
  const kind = kindOf(has)
  if (kind !== null && kind in recordSchemas) {
    const known = Object.keys(recordSchemas[kind as keyof typeof recordSchemas].shape)
    const fields = names.flatMap((name, index) =>
      known.includes(name) ? [{ field: name, column: table.columns[index] as string }] : [],
    )
    return { kind, dialect: 'csv', ...table, fields, ...unnamed }
  }
  if (isShopifyOrders(names)) {
    const fields = Object.entries(shopifyColumns).flatMap(([field, column]) => {
      const index = names.indexOf(plainColumn(column))
      // Older exports have no id, and the name of the order identifies it.
      const found = index < 0 && field === 'order_id' ? names.indexOf('name') : index
      return found < 0 ? [] : [{ field, column: table.columns[found] as string }]
    })
    return { kind: 'orders', dialect: 'shopify_orders', ...table, fields, ...unnamed }
  }
  const header = readHeader(head)
  const ofTable = { ...tableOf(head, header.delimiter, 0), fields: [], ...unnamed }
  if (has('id', 'product_id', 'rating')) return { kind: 'reviews', dialect: 'csv', ...ofTable }
  if (isShopify(header.columns) || isOpenai(header.columns) || googleColumnsMissing(header.columns).length === 0) {
    return { kind: 'products', dialect: recognizeTable(header.columns), ...ofTable }
  }
  return { kind: null, dialect: 'csv', ...table, fields: [], ...unnamed }
}

async function recognizeAds(file: FileSource, head: string): Promise<RecognizedFile | null> {
  for (const delimiter of delimiters) {
    for (const [above, cells] of parseHead(head, delimiter).entries()) {
      const dialect = csvDialects.find((each) => !Array.isArray(resolveHeader(cells, each)))
      if (!dialect) continue
      const source = await openAds({ file })
      return {
        kind: 'ads',
        dialect: source.dialect,
        ...tableOf(head, delimiter, above),
        fields: source.columns.map(({ field, header }) => ({ field, column: header })),
        currency: source.defaults.currency ?? null,
        platform: source.defaults.platform ?? null,
        isUncertain: !isCertain(cells, above, dialect),
      }
    }
  }
  return null
}

function tableOf(head: string, delimiter: string, above: number): Pick<RecognizedFile, 'columns' | 'rows' | 'sample'> {
  const records = parseHead(head, delimiter, sampleMax).slice(above)
  // The last record of a beginning may be incomplete.
  const complete = head.length >= headCharacters && records.length < sampleMax - above ? records.slice(0, -1) : records
  const [header = [], ...below] = complete.map((cells) => cells.map((cell) => cell.trim()))
  const sample = below.filter((cells) => cells.some((cell) => cell !== ''))
  return { columns: header.map((name) => name.replace(/^\uFEFF/, '')), rows: sample.slice(0, rowsShown), sample }
}

import { warning } from '../../sentences/warnings/stored_warning.ts'
import type { Warning } from '../../sentences/warnings/warning.ts'
import { ImportError } from '../import_error.ts'
import type { ImportRecord } from '../files/records.ts'
import { readHead } from '../files/text_file.ts'
import { readAcpCsv } from './acp/acp_csv.ts'
import { readAcpJsonl } from './acp/acp_jsonl.ts'
import { minorUnits } from './fields/currencies.ts'
import { decimalMarkOf } from './fields/decimal_mark.ts'
import { refuseBinary } from '../files/file_kind.ts'
import { readGenericJsonl } from './generic_jsonl.ts'
import { googleColumnsMissing, readGoogleTsv } from './google/google_tsv.ts'
import { readGoogleXml } from './google/google_xml.ts'
import { openaiColumnsMissing } from './acp/openai_fields.ts'
import { recognizeJson, recognizeTable, xmlRoot } from './recognize.ts'
import type { ProductFormat, TableFormat } from './recognize.ts'
import type { DecimalMark, PriceContext } from './fields/price.ts'
import type { ProductRecord } from './record.ts'
import { requireSome, withoutRepeats } from './record_stream.ts'
import { shopifyColumnsMissing } from './shopify/shopify_columns.ts'
import { readShopifyCsv } from './shopify/shopify_csv.ts'
import { readHeader } from './table.ts'
import type { Header } from './table.ts'
import { unusedColumns } from './unused_columns.ts'
import type { FileSource } from '../files/input_file.ts'

export interface ProductSource {
  format: ProductFormat
  batches: AsyncIterable<ImportRecord<ProductRecord>[]>
  /** What the file lacks, or has that is not read. */
  warnings: Warning[]
}

export interface OpenProductsOptions {
  /** Currency (ISO 4217) of prices without one. Shopify's files never contain it. */
  currency?: string
  /** Base URL of the shop, for links to its products. Shopify's files do not contain it. */
  website?: string
  /**
   * The decimal separator of ambiguous amounts such as 1,234. By default it is inferred from the file's other amounts.
   */
  decimal?: DecimalMark
}

type Batches = AsyncIterable<ImportRecord<ProductRecord>[]>

/**
 * Opens a product file in any known format, detected by its content. It streams; memory grows by a few bytes per id.
 * Invalid rows, and ids that occurred before, have a reason instead of a value. Throws ImportError, with what to fix,
 * on opening or reading.
 */
export async function openProducts(
  file: FileSource,
  format?: ProductFormat,
  options: OpenProductsOptions = {},
): Promise<ProductSource> {
  await refuseBinary(file)
  const head = await readHead(file)
  const open = async (context: PriceContext) =>
    head.trimStart().startsWith('<')
      ? openXml(file, head, context)
      : /^\s*[[{]/.test(head)
        ? await openJson(file, format, context)
        : openTable(file, head, format, { ...context, website: options.website })
  const context = contextOf(options)
  const decimal = context.decimal ?? (await decimalMarkOf(file, async (evidence) => open({ ...context, evidence })))
  const opened = await open({ ...context, decimal })
  if (format !== undefined && opened.format !== format) {
    throw new ImportError(`The file is ${opened.format}, not ${format}. Omit the format to detect it.`)
  }
  const products = requireSome(opened.batches, `products in the file (read as ${opened.format})`)
  return { ...opened, batches: withoutRepeats(products) }
}

function openXml(file: FileSource, head: string, context: PriceContext): ProductSource {
  const root = xmlRoot(head)
  if (root !== 'rss' && root !== 'feed') {
    throw new ImportError(
      root === 'html'
        ? 'The file is a web page, not a feed. Download the feed itself; its URL may require a sign-in.'
        : `The XML begins with <${root}>. Product feeds are RSS 2.0 (<rss>) or Atom (<feed>).`,
    )
  }
  if (/<reviews[\s>]|product_reviews\.xsd/.test(head)) {
    throw new ImportError('The file contains reviews, not products. Import it as reviews.')
  }
  const item = root === 'rss' ? 'item' : 'entry'
  return { format: 'google_xml', batches: readGoogleXml(file, item, context), warnings: [] }
}

async function openJson(
  file: FileSource,
  format: ProductFormat | undefined,
  context: PriceContext,
): Promise<ProductSource> {
  const found = format === 'acp_jsonl' || format === 'generic_jsonl' ? format : await recognizeJson(file)
  const batches: Batches = found === 'acp_jsonl' ? readAcpJsonl(file, context) : readGenericJsonl(file)
  return { format: found, batches, warnings: [] }
}

function openTable(
  file: FileSource,
  head: string,
  format: ProductFormat | undefined,
  { website, ...context }: PriceContext & { website: string | undefined },
): ProductSource {
  const header = readHeader(head)
  const isTable = format === 'google_tsv' || format === 'shopify_csv' || format === 'acp_csv'
  const found = isTable ? format : recognizeTable(header.columns)
  const missing = {
    google_tsv: googleColumnsMissing,
    shopify_csv: shopifyColumnsMissing,
    acp_csv: openaiColumnsMissing,
  }
  requireColumns(found, missing[found](header.columns), header.columns)
  const warnings = unusedWarnings(header, found)
  if (found === 'google_tsv') return { format: found, batches: readGoogleTsv(file, header, context), warnings }
  if (found === 'acp_csv') return { format: found, batches: readAcpCsv(file, header, context), warnings }
  const { currency } = context
  if (currency === undefined) {
    throw new ImportError(
      "Shopify's files contain no currency. Set the currency of the shop, such as EUR (`--currency EUR` on the command line).",
    )
  }
  return {
    format: found,
    batches: readShopifyCsv(file, header, { ...context, currency, website }),
    warnings: website === undefined ? [warning('links_need_the_website', {}), ...warnings] : warnings,
  }
}

/** Names of columns in a warning. A report of a shop system has about 50. */
const columnsShown = 50

function unusedWarnings({ names }: Header, format: TableFormat): Warning[] {
  const unused = unusedColumns(names, format)
  const columns = unused.slice(0, columnsShown).map((name) => name.slice(0, 80))
  return unused.length === 0 ? [] : [warning('columns_are_not_used', { columns, more: unused.length - columns.length })]
}

function requireColumns(format: ProductFormat, missing: string[], columns: string[]): void {
  if (missing.length === 0) return
  const found = columns.slice(0, 30).join(', ').slice(0, 1000)
  throw new ImportError(
    `The file lacks the column${missing.length > 1 ? 's' : ''} ${missing.join(', ')} (read as ${format}). It has: ${found}.` +
      ' The first line must name the columns, in English.',
  )
}

function contextOf({ currency, decimal }: OpenProductsOptions): PriceContext {
  if (currency !== undefined && !minorUnits.has(currency)) {
    throw new ImportError(`${currency} is not an ISO 4217 code such as EUR. Correct it.`)
  }
  return { currency, decimal }
}

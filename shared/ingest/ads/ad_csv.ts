import { warning } from '../../sentences/warnings/stored_warning.ts'
import type { Reason } from '../../sentences/warnings/warning.ts'
import { describeMissing, resolveHeader } from './ad_dialects.ts'
import type { ResolvedHeader } from './ad_dialects.ts'
import type { CsvDialect } from './csv_dialect.ts'
import { ImportError } from '../import_error.ts'
import { amountsCurrency } from '../header_currency.ts'
import { moneyFields } from './ad_fields.ts'
import type { RowSource, SourceRow } from './ad_fields.ts'
import { showsDecimalComma } from '../fields/amount.ts'
import { parseHead, readCsv } from '../files/csv.ts'
import type { CsvRecord } from '../files/csv.ts'
import type { FileSource } from '../files/input_file.ts'

interface FoundHeader extends ResolvedHeader {
  delimiter: string
  cells: string[]
  /** The number of records above the header, such as title and date range. */
  above: number
}

const delimiters = [',', '\t', ';']

/** Opens a CSV report in one of the dialects. Throws ImportError with the columns that the header lacks. */
export function openCsv(file: FileSource, head: string, dialects: readonly CsvDialect[]): RowSource {
  const header = findHeader(head, dialects)
  const { dialect, columns, delimiter, above } = header
  const amounts = columns.filter(({ field }) => moneyFields.includes(field))
  const currency = amountsCurrency(
    amounts.map((column) => column.header),
    // A column of currencies goes before the currency of a mapping.
    columns.some(({ field }) => field === 'currency') ? undefined : dialect.defaults.currency,
  )
  const records = parseHead(head, delimiter).slice(above + 1)
  return {
    dialect: dialect.name,
    columns,
    defaults: { ...dialect.defaults, ...(currency === null ? {} : { currency }) },
    ...(currency === null ? {} : { amountsCurrency: currency }),
    needsCampaign: dialect.needsCampaign,
    hasDecimalComma: showsDecimalComma(records.flat(), delimiter === ';'),
    emptyWhenZero: dialect.emptyWhenZero ?? [],
    batches: rowsBelow(readCsv(file, delimiter), header),
  }
}

function findHeader(head: string, dialects: readonly CsvDialect[]): FoundHeader {
  let widest: string[] = []
  for (const delimiter of delimiters) {
    for (const [above, cells] of parseHead(head, delimiter).entries()) {
      for (const dialect of dialects) {
        const resolved = resolveHeader(cells, dialect)
        if (!Array.isArray(resolved)) return { ...resolved, delimiter, cells, above }
      }
      if (cells.length > widest.length) widest = cells
    }
  }
  throw unknownHeader(widest, dialects)
}

function unknownHeader(header: string[], dialects: readonly CsvDialect[]): ImportError {
  const found = header.length > 0 ? ` The file has: ${header.slice(0, 30).join(', ')}.` : ''
  return new ImportError(
    `The header matches no known format: ${describeMissing(header, dialects)}.${found}` +
      ' Add the columns to the report, with English names, or import the file with a mapping.',
  )
}

/** Returns the rows below the header, without blank lines and without the totals at the end of Google Ads reports. */
async function* rowsBelow(batches: AsyncIterable<CsvRecord[]>, header: FoundHeader): AsyncGenerator<SourceRow[]> {
  const width = header.cells.length
  const needed = Math.max(...header.columns.map(({ index }) => index)) + 1
  const dateIndex = header.columns.find(({ field }) => field === 'date')?.index as number
  let above = header.above + 1
  for await (const batch of batches) {
    const rows: SourceRow[] = batch.slice(above)
    above = Math.max(0, above - batch.length)
    for (const row of rows) {
      if (row.cells.length !== width) Object.assign(row, widthError(row as CsvRecord, width, needed))
    }
    yield rows.filter(({ cells }) => !isBlank(cells) && !isTotal(cells, dateIndex))
  }
}

function widthError({ line, cells, isOpenEnded }: CsvRecord, width: number, needed: number): { error?: Reason } {
  if (isBlank(cells)) return {}
  if (isOpenEnded && cells.length < width) {
    throw new ImportError(`The file ends in the middle of line ${line}. Export it again.`)
  }
  const counts = { cells: cells.length, header_cells: width }
  if (cells.length < needed) return { error: warning('row_has_other_cells', counts) }
  return cells.slice(width).every((cell) => cell.trim() === '') ? {} : { error: warning('row_has_more_cells', counts) }
}

function isBlank(cells: SourceRow['cells']): boolean {
  return cells.every((cell) => cell === undefined || cell.trim() === '')
}

/** Whether a row is a total such as "Total: Account", which may be in any column but has no day. */
function isTotal(cells: SourceRow['cells'], dateIndex: number): boolean {
  return !/\d/.test(cells[dateIndex] ?? '') && cells.some((cell) => /^total( of \d+ results?)?\b/i.test(cell ?? ''))
}

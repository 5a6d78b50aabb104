import { warning } from '../../sentences/warnings/stored_warning.ts'
import type { Reason } from '../../sentences/warnings/warning.ts'
import { ImportError } from '../import_error.ts'
import { parseHead, readCsv } from '../files/csv.ts'
import type { CsvRecord } from '../files/csv.ts'
import type { FileSource } from '../files/input_file.ts'

export interface TableRow {
  line: number
  /** The values of the columns of that name, in order; a file may repeat a column. */
  all: (column: string) => string[]
  /** The first nonempty value of them, trimmed; '' if there is none. */
  one: (column: string) => string
  /** The total length of its cells. */
  characters: number
  /** Why the row cannot be parsed, for example because cells are missing. */
  error: Reason | null
}

export interface Header {
  delimiter: string
  /** The names as the file writes them. */
  names: string[]
  /** Names normalized by `columnName`. */
  columns: string[]
  /** The parts of the cells of a column whose heading states them, such as shipping(country:price). */
  parts?: ReadonlyMap<string, readonly string[]>
}

const delimiters = [',', '\t', ';']

/** Returns a column name in lower case, without spaces and Google's namespace prefix. */
export function columnName(text: string): string {
  return partedName(text)[0]
}

/** Returns the name and the parts of a heading: shipping(country:price) describes the format of its cells. */
function partedName(text: string): [name: string, parts: string[] | null] {
  const name = text.trim().toLowerCase().replace(/^g:/, '').replace(/\s+/g, '_')
  const open = name.indexOf('(')
  if (open <= 0 || !name.endsWith(')') || !name.includes(':', open)) return [name, null]
  return [name.slice(0, open), name.slice(open + 1, -1).split(':')]
}

/** Returns the first line as a header, with the delimiter that yields most columns. */
export function readHeader(head: string): Header {
  const headers = delimiters.map((delimiter) => {
    const cells = parseHead(head, delimiter).find((row) => !isBlank(row)) ?? []
    const parted = cells.map(partedName)
    const parts = parted.flatMap(([name, each]): [string, string[]][] => (each === null ? [] : [[name, each]]))
    const names = cells.map((cell) => cell.replace(/^\uFEFF/, '').trim())
    return { delimiter, names, columns: parted.map(([name]) => name), parts: new Map(parts) }
  })
  return headers.reduce((widest, header) => (header.columns.length > widest.columns.length ? header : widest))
}

/** Yields the rows below the header, without blank lines. Throws ImportError if the file ends within a row. */
export async function* readTable(file: FileSource, header: Header): AsyncGenerator<TableRow[]> {
  const places = new Map<string, number[]>()
  for (const [index, column] of header.columns.entries()) {
    places.set(column, [...(places.get(column) ?? []), index])
  }
  let isBelow = false
  for await (const batch of readCsv(file, header.delimiter)) {
    const rows: TableRow[] = []
    for (const record of batch) {
      if (isBlank(record.cells)) continue
      if (isBelow) rows.push(rowOf(record, places, header.columns.length))
      isBelow = true
    }
    yield rows
  }
}

function rowOf(record: CsvRecord, places: Map<string, number[]>, width: number): TableRow {
  const { line, cells } = record
  const all = (column: string) => (places.get(column) ?? []).map((index) => cells[index]?.trim() ?? '').filter(Boolean)
  const characters = cells.reduce((sum, cell) => sum + cell.length, 0)
  return { line, all, one: (column) => all(column)[0] ?? '', characters, error: widthError(record, width) }
}

function widthError({ line, cells, isOpenEnded }: CsvRecord, width: number): Reason | null {
  if (cells.length === width) return null
  if (isOpenEnded && cells.length < width) {
    throw new ImportError(`The file ends in the middle of line ${line}. Export it again.`)
  }
  if (cells.length > width && isBlank(cells.slice(width))) return null
  return warning('row_is_wider_or_narrower', { cells: cells.length, header_cells: width })
}

function isBlank(cells: readonly string[]): boolean {
  return cells.every((cell) => cell.trim() === '')
}

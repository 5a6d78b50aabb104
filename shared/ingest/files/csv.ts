import Papa from 'papaparse'
import { ImportError } from '../import_error.ts'
import { readText } from './text_file.ts'
import type { FileSource } from './input_file.ts'

export interface CsvRecord {
  /** Line in the file on which the record starts, from 1. */
  line: number
  cells: string[]
  /** Whether it is the last record of a file without a final line end. */
  isOpenEnded: boolean
}

interface Parsed {
  data: string[][]
  errors: { row: number }[]
  meta: { cursor: number }
}

// No record of a report is this long. A longer one means an unclosed quotation mark.
const recordCharactersMax = 4_000_000
// The records of a small batch are garbage before the collector moves them to the old generation.
const batchCharacters = 32_768

/** Yields the records of a CSV file in batches, with backpressure. */
export async function* readCsv(file: FileSource, delimiter: string): AsyncGenerator<CsvRecord[]> {
  const parser = new Papa.Parser({ delimiter, newline: '\n' })
  let rest = ''
  let line = 1
  for await (const text of readText(file)) {
    for (let at = 0; at < text.length; at += batchCharacters) {
      rest += text.slice(at, at + batchCharacters)
      const batch = parse(rest, true)
      if (rest.length > recordCharactersMax) throw endless(line)
      if (batch.length > 0) yield batch
    }
  }
  if (rest !== '') yield parse(rest, false)

  function parse(input: string, ignoreLastRow: boolean): CsvRecord[] {
    const { data, errors, meta } = parser.parse(input, 0, ignoreLastRow) as Parsed
    rest = input.slice(meta.cursor)
    const isQuoted = input.includes('"')
    const records = data.map((cells) => {
      const record = { line, cells, isOpenEnded: false }
      line += 1 + (isQuoted ? lineBreaks(cells) : 0)
      return record
    })
    // An error about the record that is still incomplete is not final.
    const error = errors.find(({ row }) => records[row] !== undefined)
    if (error) throw unclosedQuote(records[error.row]?.line as number)
    const last = records.at(-1)
    if (last && !ignoreLastRow) last.isOpenEnded = true
    return records
  }
}

/** Returns the records of a CSV text in memory, such as the beginning of a file. */
export function parseHead(head: string, delimiter: string, recordsMax = 30): string[][] {
  return (new Papa.Parser({ delimiter, newline: '\n', preview: recordsMax }).parse(head, 0, false) as Parsed).data
}

function unclosedQuote(line: number): ImportError {
  return new ImportError(
    `The quotation that begins on line ${line} is not closed. The file is truncated or damaged. Export it again.`,
  )
}

function endless(line: number): ImportError {
  return new ImportError(
    `The record on line ${line} is longer than ${recordCharactersMax.toLocaleString('en')} characters, probably because a quotation mark is not closed. Correct the line, or export the file again.`,
  )
}

function lineBreaks(cells: readonly string[]): number {
  let count = 0
  for (const cell of cells) {
    for (let at = cell.indexOf('\n'); at >= 0; at = cell.indexOf('\n', at + 1)) count++
  }
  return count
}

import { Readable } from 'node:stream'
import { ApiError } from '../../../shared/errors/api_error.ts'
import { readCsv } from '../../../shared/ingest/files/csv.ts'
import type { CsvRecord } from '../../../shared/ingest/files/csv.ts'
import { ImportError } from '../../../shared/ingest/import_error.ts'
import { measures } from './target_rows.ts'
import type { Values } from './target_rows.ts'

/** A row of a file of targets. A measure without a column is undefined, and stays as it is. */
export interface FileRow extends Partial<Values> {
  /** The line on which the row starts, from 1. */
  line: number
  campaign: string
}

export const targetRowsMax = 2000
export const targetFileBytesMax = 1_000_000

/**
 * Reads the CSV of targets: a column campaign, as the download has it, and at least one of roas, cpa and budget. Other columns are
 * ignored. Throws invalid_request for a text without these columns, a quotation that is not closed,
 * a row with more or fewer cells than the header, and too many rows.
 */
export async function readTargetFile(text: string): Promise<FileRow[]> {
  const plain = text.replace(/^\u{feff}/u, '').replaceAll(/\r\n?/g, '\n')
  const [first = ''] = plain.split('\n', 1)
  const delimiter = ['\t', ';'].find((mark) => first.includes(mark)) ?? ','
  const [header, ...records] = await recordsOf(plain, delimiter)
  const names = (header?.cells ?? []).map((name) => name.trim().toLowerCase())
  const found = measures.filter((measure) => names.includes(measure))
  if (!names.includes('campaign') || found.length === 0) {
    throw new ApiError(
      'invalid_request',
      'The file must have a column campaign and at least one of the columns roas, cpa and budget. Download the table and edit that file.',
    )
  }
  const cellOf = (cells: string[], name: string) => cells[names.indexOf(name)]?.trim() ?? ''
  const filled = records.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  const uneven = filled.find(({ cells }) => cells.length !== names.length)
  if (uneven) {
    throw new ApiError(
      'invalid_request',
      `Line ${uneven.line} has ${uneven.cells.length} cells, and the header has ${names.length}. Quote cells that contain the separator, such as "1,250".`,
    )
  }
  const rows = filled.map(({ line, cells }) => ({
    line,
    campaign: cellOf(cells, 'campaign'),
    ...Object.fromEntries(found.map((measure) => [measure, cellOf(cells, measure)])),
  }))
  if (rows.length === 0) throw new ApiError('invalid_request', 'The file has no rows below its header.')
  if (rows.length > targetRowsMax) {
    throw new ApiError(
      'invalid_request',
      `The file has ${rows.length.toLocaleString('en')} rows, and the maximum is ${targetRowsMax.toLocaleString('en')}. Delete the rows whose targets stay the same, and upload the file again.`,
    )
  }
  return rows
}

/** Returns all records of the text. Throws invalid_request, with the line, for a quotation that is not closed. */
async function recordsOf(text: string, delimiter: string): Promise<CsvRecord[]> {
  const bytes = new TextEncoder().encode(text)
  const file = { name: 'targets.csv', size: bytes.length, read: () => Readable.from([bytes]) }
  const records: CsvRecord[] = []
  try {
    for await (const batch of readCsv(file, delimiter)) records.push(...batch)
  } catch (error) {
    if (!(error instanceof ImportError)) throw error
    throw new ApiError('invalid_request', error.message, { cause: error })
  }
  return records
}

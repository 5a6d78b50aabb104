import { ImportError } from '../import_error.ts'
import { inputFile } from './input_file.ts'
import type { FileSource } from './input_file.ts'

const kinds: [name: string, start: number[], fix: string][] = [
  ['a ZIP archive or an Excel workbook', [0x50, 0x4b, 0x03, 0x04], 'Unpack it, or save the sheet as CSV (UTF-8)'],
  ['an old Excel workbook', [0xd0, 0xcf, 0x11, 0xe0], 'Save the sheet as CSV (UTF-8)'],
  ['Parquet', [0x50, 0x41, 0x52, 0x31], 'Export the data as csv.gz or jsonl.gz'],
  ['compressed by zstd', [0x28, 0xb5, 0x2f, 0xfd], 'Unpack it, or compress it with gzip'],
  ['a PDF', [0x25, 0x50, 0x44, 0x46], 'Export the data as CSV'],
  ['a picture', [0x89, 0x50, 0x4e, 0x47], 'Export the data as CSV'],
  ['a picture', [0xff, 0xd8, 0xff], 'Export the data as CSV'],
]
const gzip = [0x1f, 0x8b]

/** Throws ImportError for binary files, with the kind of file that it is. */
export async function refuseBinary(source: FileSource): Promise<void> {
  const file = inputFile(source)
  const start = await firstBytes(file.read())
  const is = (bytes: number[]) => bytes.every((byte, index) => start[index] === byte)
  if (is(gzip) !== file.name.endsWith('.gz') && start.length > 0) {
    throw new ImportError(
      is(gzip)
        ? 'The file is compressed with gzip, but its name does not end in .gz. Rename it.'
        : 'The name of the file ends in .gz, but it is not compressed with gzip. Rename it.',
    )
  }
  const kind = kinds.find(([, bytes]) => is(bytes))
  if (kind) throw new ImportError(`The file is ${kind[0]}, not text. ${kind[2]} and import that.`)
}

async function firstBytes(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  for await (const chunk of chunks) return chunk.subarray(0, 8)
  return new Uint8Array()
}

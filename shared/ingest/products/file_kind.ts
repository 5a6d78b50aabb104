import { open } from 'node:fs/promises'
import { ImportError } from '../import_error.ts'

const kinds: [name: string, start: number[], fix: string][] = [
  ['a ZIP archive or an Excel workbook', [0x50, 0x4b, 0x03, 0x04], 'Unpack it, or save the sheet as CSV (UTF-8)'],
  ['an old Excel workbook', [0xd0, 0xcf, 0x11, 0xe0], 'Save the sheet as CSV (UTF-8)'],
  ['Parquet', [0x50, 0x41, 0x52, 0x31], 'Export the feed as csv.gz or jsonl.gz'],
  ['compressed by zstd', [0x28, 0xb5, 0x2f, 0xfd], 'Unpack it, or compress it with gzip'],
  ['a PDF', [0x25, 0x50, 0x44, 0x46], 'Export the feed as CSV'],
]
const gzip = [0x1f, 0x8b]

/** Throws ImportError for binary files, with the kind of file that it is. */
export async function refuseBinary(path: string): Promise<void> {
  const start = await firstBytes(path)
  const is = (bytes: number[]) => bytes.every((byte, index) => start[index] === byte)
  if (is(gzip) !== path.endsWith('.gz') && start.length > 0) {
    throw new ImportError(
      is(gzip)
        ? 'The file is compressed with gzip, but its name does not end in .gz. Rename it.'
        : 'The name of the file ends in .gz, but it is not compressed with gzip. Rename it.',
    )
  }
  const kind = kinds.find(([, bytes]) => is(bytes))
  if (kind) throw new ImportError(`The file is ${kind[0]}, not text. ${kind[2]} and import that.`)
}

async function firstBytes(path: string): Promise<Uint8Array> {
  const file = await open(path).catch(() => null)
  if (file === null) return new Uint8Array()
  try {
    const { buffer, bytesRead } = await file.read(new Uint8Array(8), 0, 8, 0)
    return buffer.subarray(0, bytesRead)
  } catch {
    // The reader reports paths that cannot be read, such as a folder.
    return new Uint8Array()
  } finally {
    await file.close()
  }
}

import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { ImportError } from '../import_error.ts'
import { inputFile, nameOf } from './input_file.ts'
import type { FileSource, InputFile } from './input_file.ts'
import { reportRead } from './progress.ts'

const chunkBytes = 262_144

/**
 * Yields the text of a file in chunks with lines ending in \n. The encoding is UTF-8, or UTF-16 by its byte order mark;
 * names in .gz are decompressed. Throws ImportError if the bytes are not such text.
 */
export async function* readText(file: FileSource): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined
  let carriageReturn = ''
  try {
    for await (const chunk of textBytes(file)) {
      decoder ??= new TextDecoder(encodingOf(chunk), { fatal: true })
      const text = carriageReturn + decoder.decode(chunk, { stream: true })
      // A \r at the end of a chunk may be the first half of \r\n.
      carriageReturn = text.endsWith('\r') ? '\r' : ''
      yield withPlainLineEnds(carriageReturn === '' ? text : text.slice(0, -1))
    }
    yield withPlainLineEnds(carriageReturn + (decoder?.decode() ?? ''))
  } catch (cause) {
    if (cause instanceof ImportError) throw cause
    if (cause instanceof TypeError) {
      throw new ImportError(
        'The file is not UTF-8 or UTF-16 text. Save it as UTF-8, in Excel as "CSV UTF-8", and import it again.',
        { cause },
      )
    }
    throw new ImportError(`The file cannot be read: ${cause instanceof Error ? cause.message : cause}.`, { cause })
  }
}

/**
 * Returns the beginning of a file, from which its format is detected. Throws ImportError for a missing or empty file.
 */
export async function readHead(file: FileSource, characters = 65_536): Promise<string> {
  inputFile(file)
  let head = ''
  for await (const text of readText(file)) {
    head += text
    if (head.length >= characters) break
  }
  if (head.trim() === '') throw new ImportError('The file is empty. Export the report again.')
  return head
}

function textBytes(source: FileSource): AsyncIterable<Uint8Array> {
  const bytes = counted(source)
  if (!nameOf(source).endsWith('.gz')) return bytes
  const unzipped = createGunzip({ chunkSize: chunkBytes })
  const zipped = Readable.from(bytes)
  zipped.once('error', (error) => unzipped.destroy(error))
  return limited(zipped.pipe(unzipped), typeof source === 'string' ? Infinity : (source.textBytesMax ?? Infinity))
}

/** Yields the bytes of a file and reports how many were read. */
async function* counted(source: FileSource): AsyncGenerator<Uint8Array> {
  const file: InputFile = inputFile(source)
  let bytesRead = 0
  for await (const chunk of file.read()) {
    bytesRead += chunk.length
    reportRead(source, bytesRead)
    yield chunk
  }
}

async function* limited(chunks: AsyncIterable<Uint8Array>, bytesMax: number): AsyncGenerator<Uint8Array> {
  let bytes = 0
  for await (const chunk of chunks) {
    bytes += chunk.length
    if (bytes > bytesMax) {
      throw new ImportError(
        `The compressed file contains more than ${Math.round(bytesMax / 1e6).toLocaleString('en')} MB of text. Split it into several files.`,
      )
    }
    yield chunk
  }
}

/** Detects the encoding by the byte order mark, or by the zero bytes of Latin letters in UTF-16. */
function encodingOf(start: Uint8Array): string {
  if ((start[0] === 0xff && start[1] === 0xfe) || (start[0] !== 0 && start[1] === 0)) return 'utf-16le'
  if ((start[0] === 0xfe && start[1] === 0xff) || (start[0] === 0 && start[1] !== 0)) return 'utf-16be'
  return 'utf-8'
}

function withPlainLineEnds(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text
}

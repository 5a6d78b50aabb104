import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { createGunzip } from 'node:zlib'
import { ImportError } from './ad_fields.ts'

/** The text of a file in pieces: UTF-8 or UTF-16 by its byte order mark, gunzipped when it ends in .gz. */
export async function* readText(path: string): AsyncGenerator<string> {
  try {
    const decoder = new TextDecoder(await encodingOf(path), { fatal: true })
    for await (const chunk of bytes(path)) yield decoder.decode(chunk, { stream: true })
    yield decoder.decode()
  } catch (cause) {
    if (cause instanceof TypeError) {
      throw new ImportError('The file is not UTF-8 or UTF-16 text. Save it as UTF-8 and import it again.', { cause })
    }
    throw new ImportError(`The file cannot be read: ${cause instanceof Error ? cause.message : cause}.`, { cause })
  }
}

/** The beginning of a file, enough to tell what it is. Refuses a file that is not there or holds nothing. */
export async function readHead(path: string, characters = 65_536): Promise<string> {
  const found = await stat(path).catch(() => null)
  if (!found?.isFile()) throw new ImportError(`There is no file ${path}.`)
  let head = ''
  for await (const text of readText(path)) {
    head += text
    if (head.length >= characters) break
  }
  if (head.trim() === '') throw new ImportError('The file is empty. Export the report again.')
  return head
}

function bytes(path: string): AsyncIterable<Uint8Array> {
  const file = createReadStream(path, { highWaterMark: 65_536 })
  if (!path.endsWith('.gz')) return file
  const unzipped = createGunzip({ chunkSize: 65_536 })
  file.once('error', (error) => unzipped.destroy(error))
  return file.pipe(unzipped)
}

async function encodingOf(path: string): Promise<string> {
  const start = new Uint8Array(2)
  if (path.endsWith('.gz')) {
    for await (const chunk of bytes(path)) {
      start.set(chunk.subarray(0, 2))
      break
    }
  } else {
    const file = await open(path)
    await file.read(start, 0, 2, 0)
    await file.close()
  }
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le'
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be'
  return 'utf-8'
}

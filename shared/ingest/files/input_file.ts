import { createReadStream, statSync } from 'node:fs'
import { basename } from 'node:path'
import { ImportError } from '../import_error.ts'

/** A file to import, for example one that was uploaded. */
export interface InputFile {
  /** The name without folders. A name in .gz is decompressed. */
  name: string
  /** The size in bytes. */
  size: number
  /** The most bytes of text that a compressed file may contain. Default: unlimited. */
  textBytesMax?: number
  /** Reads the bytes from the start. A file is read several times. */
  read: () => AsyncIterable<Uint8Array>
}

/** A file to import: its path on this machine, or its bytes from elsewhere. */
export type FileSource = string | InputFile

const chunkBytes = 262_144

/** Returns the file of a source. Throws ImportError for a path without a file. */
export function inputFile(source: FileSource): InputFile {
  if (typeof source !== 'string') return source
  const found = statSync(source, { throwIfNoEntry: false })
  if (!found?.isFile()) throw new ImportError(`There is no file ${source}.`)
  return {
    name: nameOf(source),
    size: found.size,
    read: () => createReadStream(source, { highWaterMark: chunkBytes }),
  }
}

/** Returns the name of a file without folders. */
export function nameOf(source: FileSource): string {
  return typeof source === 'string' ? basename(source) : source.name
}

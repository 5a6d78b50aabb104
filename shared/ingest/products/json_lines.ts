import { ImportError } from '../import_error.ts'
import { readText } from '../files/text_file.ts'
import type { FileSource } from '../files/input_file.ts'

export interface JsonLine {
  line: number
  /** Null if the line is not a JSON object. */
  object: Record<string, unknown> | null
}

const lineCharactersMax = 4_000_000
const batchLines = 1000

/**
 * Yields the lines of a JSON Lines file in batches, without blank ones. Throws ImportError if the last line is
 * truncated, or if the file is JSON of another form.
 */
export async function* readJsonLines(file: FileSource): AsyncGenerator<JsonLine[]> {
  let batch: JsonLine[] = []
  let line = 0
  let rest = ''
  for await (const text of readText(file)) {
    const pieces = text.split('\n')
    pieces[0] = rest + pieces[0]
    rest = pieces.pop() as string
    if (rest.length > lineCharactersMax) throw tooLong(line + pieces.length + 1)
    for (const piece of pieces) {
      line += 1
      if (piece.length > lineCharactersMax) throw tooLong(line)
      if (piece.trim() !== '') batch.push({ line, object: parse(piece, line) })
      if (batch.length < batchLines) continue
      yield batch
      batch = []
    }
  }
  if (rest.trim() !== '') batch.push({ line: line + 1, object: lastLine(rest, line + 1) })
  yield batch
}

function parse(text: string, line: number): JsonLine['object'] {
  try {
    const parsed = JSON.parse(text) as unknown
    return typeof parsed === 'object' && !Array.isArray(parsed) ? (parsed as JsonLine['object']) : null
  } catch {
    if (line === 1 && /^\s*[[{]\s*$/.test(text)) throw notLines()
    return null
  }
}

function lastLine(text: string, line: number): JsonLine['object'] {
  const object = parse(text, line)
  if (line === 1 && text.trimStart().startsWith('[')) throw notLines()
  if (object === null && text.trimStart().startsWith('{')) {
    throw new ImportError(`The file ends in the middle of line ${line}. Export it again.`)
  }
  return object
}

function notLines(): ImportError {
  return new ImportError(
    "The file is one JSON value, not JSON Lines. Convert it, for example with: jq -c '.[]' file.json > file.jsonl",
  )
}

function tooLong(line: number): ImportError {
  return new ImportError(
    `Line ${line} is longer than ${lineCharactersMax.toLocaleString('en')} characters. Write one object per line, without embedded images.`,
  )
}

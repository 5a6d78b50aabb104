import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ImportRecord } from '../../shared/ingest/files/records.ts'
import { shell } from '../../shared/sentences/audience.ts'
import { sentenceOfWarning } from '../../shared/sentences/warnings/warning.ts'

interface Source<Value> {
  format: string
  batches: AsyncIterable<ImportRecord<Value>[]>
}

/** The format of a file of records, its accepted records, and the rejected lines. */
export async function readRecordsOf<Value>(source: Source<Value>) {
  const values: Value[] = []
  const rejections: { line: number; reason: string | null }[] = []
  for await (const batch of source.batches) {
    for (const { line, value, reason } of batch) {
      if (value === null) rejections.push({ line, reason: reason && sentenceOfWarning(reason, shell) })
      else values.push(value)
    }
  }
  return { format: source.format, values, rejections }
}

/** Reads text as the content of a file of this name. */
export async function withFile<Answer>(
  name: string,
  content: string | Uint8Array,
  read: (path: string) => Promise<Answer>,
): Promise<Answer> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-file-'))
  const path = join(folder, name)
  await writeFile(path, content)
  try {
    return await read(path)
  } finally {
    await rm(folder, { recursive: true })
  }
}

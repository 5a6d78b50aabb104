import { warning } from '../../sentences/warnings/stored_warning.ts'
import { ImportError } from '../import_error.ts'
import type { ImportRecord } from '../files/records.ts'
import { SeenIds } from './seen_ids.ts'

type Batches<Value> = AsyncIterable<ImportRecord<Value>[]>

/** Yields the first record of each id and rejects later records with the same id. */
export async function* withoutRepeats<Value extends { id: string }>(
  batches: Batches<Value>,
): AsyncGenerator<ImportRecord<Value>[]> {
  const seen = new SeenIds()
  for await (const batch of batches) {
    yield batch.map((record) => {
      const before = record.value && seen.lineBefore(record.value.id, record.line)
      if (record.value === null || before === null) return record
      const reason = warning('id_is_repeated', { id: record.value.id, first_line: before })
      return { line: record.line, value: null, reason }
    })
  }
}

/** Throws ImportError if the file has no record. */
export async function* requireSome<Value>(
  batches: Batches<Value>,
  what: string,
): AsyncGenerator<ImportRecord<Value>[]> {
  let isEmpty = true
  for await (const batch of batches) {
    isEmpty &&= batch.length === 0
    if (batch.length > 0) yield batch
  }
  if (isEmpty) throw new ImportError(`There are no ${what}. Export it again.`)
}

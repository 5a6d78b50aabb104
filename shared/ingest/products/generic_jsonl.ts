import { warning } from '../../sentences/warnings/stored_warning.ts'
import type { ImportRecord } from '../files/records.ts'
import { productOf } from './drafts.ts'
import { readJsonLines } from './json_lines.ts'
import type { ProductRecord } from './record.ts'
import { RowError } from './row_error.ts'
import type { FileSource } from '../files/input_file.ts'

/** Reads Vitrine's own format: one ProductRecord per line (shared/ingest/README.md). */
export async function* readGenericJsonl(file: FileSource): AsyncGenerator<ImportRecord<ProductRecord>[]> {
  for await (const lines of readJsonLines(file)) {
    yield lines.map(({ line, object }) =>
      productOf(line, () => {
        if (object === null) throw new RowError(warning('line_is_no_object'))
        return object
      }),
    )
  }
}

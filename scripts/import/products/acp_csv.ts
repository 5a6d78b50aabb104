import type { ImportRecord } from '../records.ts'
import { recordOf } from './drafts.ts'
import type { PriceContext } from './google_fields.ts'
import { openaiDraft } from './openai_fields.ts'
import { productRecord } from './record.ts'
import type { ProductRecord } from './record.ts'
import { RowFault } from './row_fault.ts'
import { readTable } from './table.ts'
import type { Header } from './table.ts'

/** OpenAI's product feed as CSV or TSV. */
export async function* readAcpCsv(
  path: string,
  header: Header,
  context: PriceContext,
): AsyncGenerator<ImportRecord<ProductRecord>[]> {
  for await (const rows of readTable(path, header)) {
    yield rows.map((row) =>
      recordOf(row.line, productRecord, () => {
        if (row.fault !== null) throw new RowFault(row.fault)
        return openaiDraft(row.one, context)
      }),
    )
  }
}

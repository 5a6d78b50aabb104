import type { ImportRecord } from '../../files/records.ts'
import { productOf } from '../drafts.ts'
import type { PriceContext } from '../fields/price.ts'
import { openaiDraft } from './openai_fields.ts'
import type { ProductRecord } from '../record.ts'
import { RowError } from '../row_error.ts'
import { readTable } from '../table.ts'
import type { Header } from '../table.ts'
import type { FileSource } from '../../files/input_file.ts'

/** Reads OpenAI's product feed as CSV or TSV. */
export async function* readAcpCsv(
  file: FileSource,
  header: Header,
  context: PriceContext,
): AsyncGenerator<ImportRecord<ProductRecord>[]> {
  for await (const rows of readTable(file, header)) {
    yield rows.map((row) =>
      productOf(row.line, () => {
        if (row.error !== null) throw new RowError(row.error)
        return openaiDraft(row.one, context)
      }),
    )
  }
}

import type { ImportRecord } from '../../files/records.ts'
import { productOf } from '../drafts.ts'
import { googleDraft } from './google_fields.ts'
import { ratesOf } from '../../../storefront/shipping_rate.ts'
import type { PriceContext } from '../fields/price.ts'
import type { ProductRecord } from '../record.ts'
import { RowError } from '../row_error.ts'
import { readTable } from '../table.ts'
import type { Header, TableRow } from '../table.ts'
import type { FileSource } from '../../files/input_file.ts'

export function googleColumnsMissing(columns: readonly string[]): string[] {
  const has = (name: string) => columns.includes(name) || (name === 'title' && columns.includes('structured_title'))
  return ['id', 'title', 'price', 'availability'].filter((name) => !has(name))
}

/** Reads Google Merchant's text feed: tabs, commas or semicolons. */
export async function* readGoogleTsv(
  file: FileSource,
  header: Header,
  context: PriceContext,
): AsyncGenerator<ImportRecord<ProductRecord>[]> {
  const parts = header.parts?.get('shipping')
  const rates = (row: TableRow) => row.all('shipping').flatMap((cell) => ratesOf(cell, parts))
  for await (const rows of readTable(file, header)) {
    yield rows.map((row) =>
      productOf(row.line, () => {
        if (row.error !== null) throw new RowError(row.error)
        return googleDraft({ one: row.one, all: row.all, rates: rates(row) }, context)
      }),
    )
  }
}

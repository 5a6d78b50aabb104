import { openaiDraft } from './acp/openai_fields.ts'
import type { PriceContext } from './fields/price.ts'
import { googleDraft } from './google/google_fields.ts'
import type { TableFormat } from './recognize.ts'
import { shopifyColumns } from './shopify/shopify_columns.ts'
import { columnName } from './table.ts'

/** Returns the columns of a table of products that its reader does not ask for, as the file writes them. */
export function unusedColumns(names: readonly string[], format: TableFormat): string[] {
  const columns = names.map(columnName)
  const used = readers[format](columns)
  return names.filter((name, index) => name !== '' && !used.has(columns[index] as string))
}

const readers: Record<TableFormat, (columns: readonly string[]) => Set<string>> = {
  google_tsv: () =>
    asked((one, context) => googleDraft({ one, all: (name) => [one(name)], rates: [] }, context)).add('shipping'),
  acp_csv: () => asked(openaiDraft),
  shopify_csv: shopifyColumns,
}

/** Returns the names of the columns that a reader asks for. Without a price it reads nothing else, and without a weight no unit. */
function asked(read: (one: (name: string) => string, context: PriceContext) => unknown): Set<string> {
  const names = new Set<string>()
  const one = (name: string) => {
    names.add(name)
    return name === 'price' || name === 'weight' ? '1' : ''
  }
  read(one, { currency: 'EUR' })
  return names
}

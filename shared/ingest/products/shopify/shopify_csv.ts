import { ImportError } from '../../import_error.ts'
import type { ImportRecord } from '../../files/records.ts'
import { SeenIds } from '../seen_ids.ts'
import { listed } from '../fields/listed.ts'
import type { ProductRecord } from '../record.ts'
import { metafieldColumns, shopifyCells } from './shopify_columns.ts'
import type { ShopifyCells } from './shopify_columns.ts'
import { slug } from './shopify_id.ts'
import { shopifyRecords } from './shopify_product.ts'
import type { ShopifyContext, ShopifyRow } from './shopify_product.ts'
import { readTable } from '../table.ts'
import type { Header, TableRow } from '../table.ts'
import type { FileSource } from '../../files/input_file.ts'

const rowsMax = 5000
const charactersMax = 8_000_000

/**
 * Reads Shopify's product export. Consecutive rows of one handle are one product: its variants, then further images.
 * Yields one record per variant.
 */
export async function* readShopifyCsv(
  file: FileSource,
  header: Header,
  options: Omit<ShopifyContext, 'handles'>,
): AsyncGenerator<ImportRecord<ProductRecord>[]> {
  const cellsOf = shopifyCells(header.columns)
  const context = { ...options, handles: new SeenIds() }
  const metafields = metafieldColumns(header.columns)
  let handle = ''
  let product: ShopifyRow[] = []
  let characters = 0
  for await (const rows of readTable(file, header)) {
    const records: ImportRecord<ProductRecord>[] = []
    for (const row of rows) {
      if (row.error !== null) {
        records.push({ line: row.line, value: null, reason: row.error })
        continue
      }
      const cells = cellsOf(row)
      const itsHandle = handleOf(cells) || handle
      if (itsHandle !== handle) {
        records.push(...shopifyRecords(handle, product, context))
        handle = itsHandle
        product = []
        characters = 0
      }
      product.push({ line: row.line, cells, metafields: metafieldsOf(row, metafields) })
      characters += row.characters
      if (product.length > rowsMax || characters > charactersMax) {
        throw new ImportError(
          `Line ${row.line}: product "${handle.slice(0, 100)}" has more rows than Shopify allows (2,048 variants, 250 images). Repair the column of handles.`,
        )
      }
    }
    yield records
  }
  yield shopifyRecords(handle, product, context)
}

/** Returns the handle of a product. If it has none, it is derived from the title, as Shopify does. */
function handleOf(cells: ShopifyCells): string {
  return cells('handle') || slug(cells('title'))
}

function metafieldsOf(row: TableRow, columns: [string, string][]): Record<string, string[]> {
  return Object.fromEntries(columns.map(([column, name]) => [name, listed(row.one(column), ';')]))
}

import { html } from 'hono/html'
import { lostMoneyColumns } from '../../../shared/ingest/lost_columns.ts'
import type { RecognizedFile } from '../../../shared/ingest/recognize_file.ts'
import type { TableFormat } from '../../../shared/ingest/products/recognize.ts'
import { unusedColumns } from '../../../shared/ingest/products/unused_columns.ts'
import type { Markup } from '../../../shared/pages/document.ts'

/** The columns of a table of products that are not read. */
function unusedOf({ columns, dialect }: RecognizedFile): Markup | string {
  if (columns.length === 0) return ''
  const unused = unusedColumns(columns, dialect as TableFormat)
  if (unused.length === 0) return html`<p class="note">All columns are used.</p>`
  return html`<p class="note">
    ${unused.length === 1 ? 'This column is' : 'These columns are'} not used: <bdi>${unused.join(', ')}</bdi>.
    <a href="/docs/guides/import_data#products">Columns that are used</a>
  </p>`
}

/** The columns of a recognized file that may contain money and are not imported, with the reason and another way. */
export function notImported(file: RecognizedFile): Markup | string {
  if (file.kind === 'products') return unusedOf(file)
  if (file.fields.length === 0) return ''
  if (file.dialect === 'shopify_orders') {
    return html`<p class="note">
      An order has one row for each line item. Its revenue is the total of its first row, with shipping and taxes, less
      its refunds. Line items and other columns are not imported.
    </p>`
  }
  const lost = lostMoneyColumns(
    file,
    file.fields.map(({ column }) => column),
  )
  if (lost.length === 0) return ''
  return html`<ul class="warnings">
    <li>
      The ${lost.length === 1 ? 'column' : 'columns'} ${lost.join(', ')} may contain money.
      ${lost.length === 1 ? 'It is' : 'They are'} not part of this format and will not be imported. A recognized report
      has fixed columns, so that no amount is counted twice, for example as conversion value and as value of all
      conversions. To import another column, upload a file with the columns <code>date</code> and
      <code>platform</code> in which each column has the name of its field.
      <a href="/docs/guides/import_data">Names of the fields</a>
    </li>
  </ul>`
}
